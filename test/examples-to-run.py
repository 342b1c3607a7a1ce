# SPDX-License-Identifier: GPL-2.0-only
# For ns-3's test.py, which runs these to see that they still work: (command, run it?, also under
# valgrind?).
cpp_examples = [
    (
        "rdmacell-fat-tree --k=4 --load=0.3 --duration=20us --outputDir=rdmacell-fat-tree",
        "True",
        "True",
    ),
    (
        "rdmacell-link-failure --k=4 --end=300us --output=rdmacell-link-failure.csv",
        "True",
        "True",
    ),
    ("rdmacell-own-network", "True", "True"),
    (
        "rdmacell-scheduler-benchmark --pending=100 --events=1000 --repeat=1",
        "True",
        "True",
    ),
]

python_examples = []
