# Message sizes of Solar, Alibaba's storage transport (Miao et al., SIGCOMM 2022), nearly step-wise.
# Source: conweave-project/conweave-ns3, traffic_gen/Solar2022.txt (the code of ConWeave, Song et
# al., SIGCOMM 2023). Mean 39423.5 B with linear interpolation.
# bytes cumulative_percent
0 0
4095 0.001
4096 30
16383 35
16384 50
65535 60
65536 95
262144 100
