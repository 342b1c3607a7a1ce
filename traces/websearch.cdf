# Flow sizes of a web search cluster, as used by DCTCP (Alizadeh et al., SIGCOMM 2010).
# Source: alibaba-edu/High-Precision-Congestion-Control, traffic_gen/WebSearch_distribution.txt (the
# code of HPCC, Li et al., SIGCOMM 2019). Mean 1711250 B with linear interpolation.
# bytes cumulative_percent
0 0
10000 15
20000 20
30000 30
50000 40
80000 53
200000 60
1000000 70
2000000 80
5000000 90
10000000 97
30000000 100
