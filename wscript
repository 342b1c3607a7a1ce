# For ns-3 up to 3.35, which builds with waf. Later versions read CMakeLists.txt, and a test compares
# the two files' lists.

sources = [
    "helper/argument-check.cc",
    "helper/fat-tree-helper.cc",
    "helper/json-object.cc",
    "helper/network-graph.cc",
    "helper/scheme-registry.cc",
    "helper/topology-helper.cc",
    "model/app/connection-manager.cc",
    "model/app/flow-app.cc",
    "model/app/host-app.cc",
    "model/frame/roce-frame-pool.cc",
    "model/link/egress-port.cc",
    "model/link/frame-channel.cc",
    "model/link/frame-net-device.cc",
    "model/link/frame-wire.cc",
    "model/stats/fct-recorder.cc",
    "model/stats/ideal-fct.cc",
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
    "helper/fat-tree-helper.h",
    "helper/json-object.h",
    "helper/network-graph.h",
    "helper/scheme-registry.h",
    "helper/topology-helper.h",
    "model/app/connection-manager.h",
    "model/app/flow-app.h",
    "model/app/host-app.h",
    "model/frame/persistent-event.h",
    "model/frame/psn.h",
    "model/frame/roce-frame-pool.h",
    "model/frame/roce-frame.h",
    "model/frame/roce-opcode.h",
    "model/link/egress-port.h",
    "model/link/frame-channel.h",
    "model/link/frame-net-device.h",
    "model/link/frame-queue.h",
    "model/link/frame-wire.h",
    "model/link/line-rate.h",
    "model/stats/fct-recorder.h",
    "model/stats/ideal-fct.h",
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
    "test/link-test-suite.cc",
]

examples = [
]


def build(bld):
    flags = ["-ffp-contract=off"]

    module = bld.create_ns3_module("rdmacell", ["core", "network"])
    module.source = sources
    module.env.append_value("CXXFLAGS", flags)

    module_test = bld.create_ns3_module_test_library("rdmacell")
    module_test.source = tests
    module_test.env.append_value("CXXFLAGS", flags)

    module_headers = bld(features="ns3header")
    module_headers.module = "rdmacell"
    module_headers.source = headers

    if bld.env["ENABLE_EXAMPLES"]:
        for example in examples:
            program = bld.create_ns3_program(example, ["rdmacell"])
            program.path = bld.path.find_dir("examples")
            program.source = example + ".cc"
            program.env.append_value("CXXFLAGS", flags)
