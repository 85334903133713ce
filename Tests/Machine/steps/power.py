"""Cuts of the power."""
import random
import re
import subprocess
import time

from machine import Failure

#: A user who changes a badge at random moments, and keeps when each change was acknowledged.
CHANGES = """cat >/run/changes <<'END'
number=0
while :; do
    number=$((number + 1))
    tabctl badge flash $number && echo "$(cut -d ' ' -f 1 /proc/uptime) $number" >>/tmp/changes
    sleep 0.$((number * 7 % 10))
done
END
rm -f /tmp/changes"""


def cuts(machine):
    """Thirty cuts at random moments lose no change that was acknowledged more than a second before."""
    machine.run(CHANGES)
    machine.user("sh /run/changes >/dev/null 2>&1 & echo $! >/tmp/changes.pid")
    machine.wait("a change", lambda: machine.run("cat /tmp/changes", check=False))
    ages = []
    for _ in range(30):
        time.sleep(random.uniform(0.3, 3))
        text = machine.run("cat /tmp/changes; cat /proc/uptime")
        # The kernel writes to the serial line, too.
        changes = re.findall(r"^([\d.]+) (\d+)$", text, re.MULTILINE)
        now = float(text.split("\n")[-1].split()[0])
        # A cut leaves the disk's content at this moment.
        machine.command("stop")
        image = machine.work / "cut.img"
        subprocess.run(["cp", "--sparse=always", machine.work / "disk.img", image], check=True)
        machine.command("cont")
        found = badge(image)
        lost = [now - float(moment) for moment, number in changes if int(number) > found]
        ages.append(max(lost, default=0))
    machine.run("kill $(cat /tmp/changes.pid)", check=False)
    machine.user("tabctl badge flash --clear", check=False)
    image.unlink()
    if max(ages) > 1:
        raise Failure(f"lost changes were {', '.join(f'{age:.1f}' for age in ages)} s old")
    return f"the oldest lost changes: {', '.join(f'{age:.1f}' for age in ages)} s"


def badge(image):
    """The number that the daemon would read from a disk, once the file system's journal has been replayed."""
    subprocess.run(["e2fsck", "-fy", image], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    numbers = [0]
    for name in ("default.json", "default.json.synced"):
        file = f"/home/kiosk/.local/state/tabshell/{name}"
        text = subprocess.run(["debugfs", "-R", f"cat {file}", image], capture_output=True, text=True, check=False).stdout
        found = re.search(r'"flash":\{[^}]*?(\d+)', text)
        if found:
            numbers.append(int(found[1]))
    return max(numbers)


def power(machine):
    """A power cut loses no selection that was acknowledged more than a second ago."""
    for tab in ["flash", "growth", "home"]:
        machine.user(f"tabctl select {tab}")
        machine.synchronized(tab)
        machine.stop()
        machine.start()
        machine.alive()
        machine.selected(tab)
    machine.picture("power")
