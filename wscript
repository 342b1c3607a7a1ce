# For ns-3 up to 3.35, which builds with waf. Later versions read CMakeLists.txt, and a test compares
# the two files' lists.

sources = [
    "helper/argument-check.cc",
    "helper/experiment-options.cc",
    "helper/experiment-traffic.cc",
    "helper/experiment.cc",
    "helper/fabric-helper.cc",
    "helper/fabric.cc",
    "helper/fat-tree-helper.cc",
    "helper/frame-pcap-helper.cc",
    "helper/json-object.cc",
    "helper/network-graph.cc",
    "helper/progress-line.cc",
    "helper/roce-nic-helper.cc",
    "helper/run-report.cc",
    "helper/scheme-registry.cc",
    "helper/topology-helper.cc",
    "helper/workload-helper.cc",
    "model/app/connection-manager.cc",
    "model/app/flow-app.cc",
    "model/app/host-app.cc",
    "model/balancer/dre.cc",
    "model/balancer/ecmp-balancer.cc",
    "model/balancer/flowlet-table.cc",
    "model/balancer/source-route.cc",
    "model/fabric/ecn-marker.cc",
    "model/fabric/fabric-switch.cc",
    "model/fabric/forwarding-table.cc",
    "model/fabric/load-balancer.cc",
    "model/fabric/pfc-controller.cc",
    "model/fabric/shared-buffer.cc",
    "model/fabric/switch-base.cc",
    "model/fabric/unattended-ports.cc",
    "model/frame/aeth-header.cc",
    "model/frame/balancer-header.cc",
    "model/frame/balancer-trailer.cc",
    "model/frame/bth-header.cc",
    "model/frame/icrc-trailer.cc",
    "model/frame/icrc.cc",
    "model/frame/imm-dt-header.cc",
    "model/frame/pfc-header.cc",
    "model/frame/reth-header.cc",
    "model/frame/roce-frame-codec.cc",
    "model/frame/roce-frame-pool.cc",
    "model/frame/roce-ipv4-header.cc",
    "model/frame/roce-packet.cc",
    "model/frame/roce-udp-header.cc",
    "model/link/egress-port.cc",
    "model/link/frame-channel.cc",
    "model/link/frame-error-model.cc",
    "model/link/frame-net-device.cc",
    "model/link/frame-wire.cc",
    "model/scheduler/slot-width-tuner.cc",
    "model/scheduler/timing-wheel-scheduler.cc",
    "model/stats/fct-recorder.cc",
    "model/stats/ideal-fct.cc",
    "model/stats/link-recorder.cc",
    "model/stats/nanosecond-text.cc",
    "model/stats/percentile.cc",
    "model/stats/pfc-recorder.cc",
    "model/stats/queue-recorder.cc",
    "model/stats/sample-clock.cc",
    "model/verbs/completion-queue.cc",
    "model/verbs/memory-region.cc",
    "model/workload/decimal.cc",
    "model/workload/exponential-draw.cc",
    "model/workload/flow-trace.cc",
    "model/workload/flow.cc",
    "model/workload/incast-traffic.cc",
    "model/workload/input-error.cc",
    "model/workload/permutation-traffic.cc",
    "model/workload/poisson-traffic.cc",
    "model/workload/size-cdf.cc",
    "model/workload/text-table.cc",
    "model/workload/traffic-generator.cc",
]

headers = [
    "helper/argument-check.h",
    "helper/experiment-options.h",
    "helper/experiment-traffic.h",
    "helper/experiment.h",
    "helper/fabric-helper.h",
    "helper/fabric.h",
    "helper/fat-tree-helper.h",
    "helper/frame-pcap-helper.h",
    "helper/json-object.h",
    "helper/network-graph.h",
    "helper/progress-line.h",
    "helper/rdmacell-version.h",
    "helper/roce-nic-helper.h",
    "helper/run-report.h",
    "helper/scheme-registry.h",
    "helper/topology-helper.h",
    "helper/workload-helper.h",
    "model/app/connection-manager.h",
    "model/app/flow-app.h",
    "model/app/host-app.h",
    "model/balancer/balancer-bytes.h",
    "model/balancer/dre.h",
    "model/balancer/ecmp-balancer.h",
    "model/balancer/flowlet-table.h",
    "model/balancer/port-choice.h",
    "model/balancer/source-route.h",
    "model/fabric/ecn-marker.h",
    "model/fabric/fabric-switch-stats.h",
    "model/fabric/fabric-switch.h",
    "model/fabric/flow-hash.h",
    "model/fabric/forwarding-table.h",
    "model/fabric/load-balancer.h",
    "model/fabric/pfc-controller.h",
    "model/fabric/shared-buffer.h",
    "model/fabric/switch-base.h",
    "model/fabric/switch-view.h",
    "model/fabric/unattended-ports.h",
    "model/frame/aeth-header.h",
    "model/frame/balancer-header.h",
    "model/frame/balancer-trailer.h",
    "model/frame/bth-header.h",
    "model/frame/enum-attribute.h",
    "model/frame/icrc-trailer.h",
    "model/frame/icrc.h",
    "model/frame/imm-dt-header.h",
    "model/frame/persistent-event.h",
    "model/frame/pfc-header.h",
    "model/frame/psn.h",
    "model/frame/reth-header.h",
    "model/frame/roce-frame-codec.h",
    "model/frame/roce-frame-pool.h",
    "model/frame/roce-frame.h",
    "model/frame/roce-ipv4-header.h",
    "model/frame/roce-opcode.h",
    "model/frame/roce-packet.h",
    "model/frame/roce-udp-header.h",
    "model/frame/traffic-class.h",
    "model/link/egress-port.h",
    "model/link/frame-channel.h",
    "model/link/frame-error-model.h",
    "model/link/frame-net-device.h",
    "model/link/frame-queue.h",
    "model/link/frame-wire.h",
    "model/link/line-rate.h",
    "model/scheduler/due-event-queue.h",
    "model/scheduler/far-event-heap.h",
    "model/scheduler/slot-bitmap.h",
    "model/scheduler/slot-width-tuner.h",
    "model/scheduler/timing-wheel-scheduler.h",
    "model/stats/fct-recorder.h",
    "model/stats/ideal-fct.h",
    "model/stats/link-recorder.h",
    "model/stats/nanosecond-text.h",
    "model/stats/percentile.h",
    "model/stats/pfc-recorder.h",
    "model/stats/queue-recorder.h",
    "model/stats/sample-clock.h",
    "model/verbs/completion-queue.h",
    "model/verbs/memory-region.h",
    "model/verbs/qp-attr.h",
    "model/verbs/verbs-context.h",
    "model/verbs/work-completion.h",
    "model/verbs/work-request.h",
    "model/workload/decimal.h",
    "model/workload/exponential-draw.h",
    "model/workload/flow-trace.h",
    "model/workload/flow.h",
    "model/workload/incast-traffic.h",
    "model/workload/input-error.h",
    "model/workload/permutation-traffic.h",
    "model/workload/poisson-traffic.h",
    "model/workload/size-cdf.h",
    "model/workload/text-table.h",
    "model/workload/traffic-generator.h",
]

tests = [
    "test/frame-test-network.cc",
    "test/link-test-suite.cc",
    "test/pcap-test-suite.cc",
    "test/scheduler-test-suite.cc",
    "test/switch-test-suite.cc",
]

examples = [
    "rdmacell-fat-tree",
    "rdmacell-scheduler-benchmark",
]


def build(bld):
    import wutils  # ns-3's, found only while waf runs

    defines = [
        'RDMACELL_TRACE_DIR="%s"' % bld.path.find_dir("traces").abspath(),
        'RDMACELL_NS3_VERSION="%s"' % wutils.VERSION,
    ]

    def configure(target):
        target.env.append_value("CXXFLAGS", "-ffp-contract=off")
        target.env.append_value("DEFINES", defines)

    module = bld.create_ns3_module("rdmacell", ["core", "network"])
    module.source = sources
    configure(module)

    module_test = bld.create_ns3_module_test_library("rdmacell")
    module_test.source = tests
    configure(module_test)

    module_headers = bld(features="ns3header")
    module_headers.module = "rdmacell"
    module_headers.source = headers

    if bld.env["ENABLE_EXAMPLES"]:
        for example in examples:
            program = bld.create_ns3_program(example, ["rdmacell"])
            program.path = bld.path.find_dir("examples")
            program.source = example + ".cc"
            configure(program)
