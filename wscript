# SPDX-License-Identifier: GPL-2.0-only
# For waf, with which ns-3 was built up to 3.35; the lists of files are those of CMakeLists.txt.
# The sources need ns-3.37: callbacks of earlier versions take no lambdas.
import re


def read_list(text, name):
    """Read a list of CMakeLists.txt."""
    return re.search(r"^set\(%s\n(.*?)\)" % name, text, re.MULTILINE | re.DOTALL).group(1).split()


def build(bld):
    import wutils  # ns-3's, found only while waf runs

    lists = bld.path.find_resource("CMakeLists.txt").read()
    defines = [
        'RDMACELL_TRACE_DIR="%s"' % bld.path.find_dir("traces").abspath(),
        'RDMACELL_NS3_VERSION="%s"' % wutils.VERSION,
    ]

    def configure(target, source):
        target.source = source
        target.env.append_value("CXXFLAGS", "-ffp-contract=off")
        target.env.append_value("DEFINES", defines)

    configure(bld.create_ns3_module("rdmacell", ["core", "network"]), read_list(lists, "rdmacell_sources"))
    configure(bld.create_ns3_module_test_library("rdmacell"), read_list(lists, "rdmacell_suites"))

    headers = bld(features="ns3header")
    headers.module = "rdmacell"
    headers.source = read_list(lists, "rdmacell_headers")

    if bld.env["ENABLE_EXAMPLES"]:
        driver = read_list(lists, "rdmacell_driver_sources")
        for example in read_list(lists, "rdmacell_examples"):
            program = bld.create_ns3_program(example, ["rdmacell"])
            own = driver if example in ("rdmacell-fat-tree", "rdmacell-link-failure") else []
            configure(program, ["examples/%s.cc" % example] + own)
