"""What the kernel and the protocol logs tell about a process."""
import glob
import os
import re

FRAME = re.compile(r"-> wl_surface@(\d+)\.frame\(")
COMMIT = re.compile(r"-> wl_surface@(\d+)\.commit\(")
TIME = re.compile(r"^\[\s*(\d+)\.(\d+)\]")
#: The refresh interval of the headless output, ms.
REFRESH = 1000 / 60
#: From here on, a time between two commits is the pause between two motions, ms: less than the 0.1 s after which the surfaces are
#: put back into their layers at the end of a transition.
PAUSE = 90


def sample(pid):
    """Memory in kB, descriptors, threads, and voluntary context switches; None if the process is gone."""
    try:
        memory = _fields(f"/proc/{pid}/smaps_rollup")
        return {
            "private": memory["Private_Dirty"], "pss": memory["Pss"], "descriptors": len(os.listdir(f"/proc/{pid}/fd")),
            "threads": _fields(f"/proc/{pid}/status")["Threads"], "switches": switches(pid)}
    except (OSError, KeyError):
        return None


def switches(pid):
    """The wake-ups of all threads so far: voluntary context switches, since the others are the scheduler's doing."""
    count = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            count += _fields(f"/proc/{pid}/task/{thread}/status")["voluntary_ctxt_switches"]
        except (FileNotFoundError, ProcessLookupError, KeyError):
            pass  # One of the daemon's short-lived threads has ended meanwhile.
    return count


def processor_time(pid):
    """The time for which the threads of a process ran, and for which they were ready and had no processor, so far, ms."""
    ran = waited = 0
    for file in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        try:
            with open(file, encoding="utf-8") as words:
                figures = [int(word) for word in words.read().split()]
            ran, waited = ran + figures[0], waited + figures[1]
        except (OSError, IndexError):
            pass  # The thread has ended meanwhile.
    return ran / 1e6, waited / 1e6


def stolen():
    """The time for which the host of a virtual machine gave its processors to others so far, ms."""
    with open("/proc/stat", encoding="utf-8") as file:
        words = file.readline().split()
    return int(words[8]) * 1000 / os.sysconf("SC_CLK_TCK") if len(words) > 8 else 0


def frames(log):
    """The numbers of drawn and of missed frames in a protocol log of libwayland.

    A surface is in motion from a commit with a frame request to its next commit, unless that is a pause later.
    """
    asked, last = set(), {}
    drawn = missed = 0
    for line in log.splitlines():
        time = TIME.match(line)
        if not time:
            continue
        if found := FRAME.search(line):
            asked.add(found.group(1))
        elif found := COMMIT.search(line):
            surface, now = found.group(1), int(time.group(1)) + int(time.group(2)) / 1000
            if surface in last and now - last[surface] < PAUSE:
                drawn += 1
                if now - last[surface] > 1.5 * REFRESH:
                    missed += round((now - last[surface]) / REFRESH) - 1
            last.pop(surface, None)
            if surface in asked:
                last[surface] = now
                asked.discard(surface)
    return drawn, missed


def _fields(path):
    fields = {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            name, _, rest = line.partition(":")
            words = rest.split()
            if words and words[0].isdigit():
                fields[name] = int(words[0])
    return fields
