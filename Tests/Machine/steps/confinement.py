"""The confinement of the helpers."""
from machine import Failure


def probes(machine):
    """The installed helpers are refused what the tests of their confinement try, by seccomp and Landlock of this kernel."""
    modules = machine.run("cat /sys/kernel/security/lsm")
    report = machine.run(
        "cd /opt/tests; TABSHELL_PRODUCTS=/usr/bin TABSHELL_TIMEOUT_FACTOR=10 LD_LIBRARY_PATH=$PWD "
        "./*.xctest --testing-library swift-testing --no-parallel --filter '^SandboxTests.ProbeTests' 2>&1", check=False)
    summary = report.split("\n")[-1]
    if "landlock" not in modules or "passed" not in summary or "skip" in report:
        raise Failure(f"{modules}; {report[-2000:]}")
    return summary[summary.find("Test"):]
