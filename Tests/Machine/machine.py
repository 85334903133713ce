#!/usr/bin/env python3
"""Drives the machine that Tests/Machine/run has made: each step acts, waits for a condition, and takes a picture.

    machine.py WORK OUTPUT [STEP...]
"""
import itertools
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time

WIDTH, HEIGHT = 480, 1200
#: The largest coordinate of a touch.
TOUCH_RANGE = 0x7FFF
#: The time within which a condition holds, s: software emulation is slow.
TIMEOUT = 180


class Machine:
    #: The size of a picture with nothing but a pointer on it, bytes.
    EMPTY = 4000

    def __init__(self, work, output):
        self.work, self.output = pathlib.Path(work), pathlib.Path(output)
        self.markers = itertools.count()

    def start(self):
        self.launch()
        self.wait_for_shell()

    def launch(self):
        """Starts QEMU, and waits for nothing but QEMU."""
        for name in ("qmp", "shell"):
            (self.work / name).unlink(missing_ok=True)
        self.process = subprocess.Popen([
            "chroot", self.work / "qemu", "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", "1536",
            "-nodefaults", "-display", "none", "-vga", "none", "-device", f"virtio-gpu-pci,xres={WIDTH},yres={HEIGHT}",
            "-device", "virtio-multitouch-pci", "-device", "virtio-keyboard-pci",
            "-drive", "file=/machine/disk.img,format=raw,if=virtio,cache=writeback", "-nic", "none", "-serial", "file:/machine/console",
            "-serial", "unix:/machine/shell,server=on,wait=off", "-qmp", "unix:/machine/qmp,server=on,wait=off"] + self.start_options())
        self.qmp, self.shell = self.connect("qmp"), self.connect("shell")
        self.replies = self.qmp.makefile()
        self.replies.readline()
        self.command("qmp_capabilities")

    def start_options(self):
        """The options of QEMU that name what it starts."""
        return ["-kernel", "/machine/vmlinuz", "-initrd", "/machine/initrd", "-append", "root=/dev/vda rw console=ttyS0 net.ifnames=0"]

    def stop(self):
        self.process.kill()
        self.process.wait()

    def connect(self, name):
        def connected():
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(str(self.work / name))
                return connection
            except OSError:
                return None
        return self.wait(f"QEMU's {name}", connected)

    def command(self, name, **arguments):
        self.qmp.sendall(json.dumps({"execute": name, "arguments": arguments}).encode() + b"\n")
        while True:
            reply = json.loads(self.replies.readline())
            if "error" in reply:
                raise SystemExit(f"machine: {name}: {reply['error']['desc']}")
            if "return" in reply:
                return reply["return"]

    def wait(self, what, condition, timeout=TIMEOUT):
        """Waits until a condition is true, and returns its value."""
        deadline = time.monotonic() + timeout
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                raise Failure(f"{what} did not happen within {timeout} s")
            time.sleep(0.2)

    def wait_for_shell(self):
        def answers():
            try:
                return self.run("true", timeout=20) == ""
            except Failure:
                # A shell without an editor of lines, which would echo them.
                self.shell.sendall(b"exec dash\nstty -echo; PS1=; PS2=\n")
                return False
        self.wait("a shell on the serial line", answers)

    def run(self, script, timeout=TIMEOUT, check=True):
        """Runs a script as root, and returns its output."""
        marker = f"end-{next(self.markers)}"
        self.shell.sendall(f"{{ {script}\n}} 2>&1; printf '\\n{marker} %d\\n' $?\n".encode())
        self.shell.settimeout(timeout)
        text = ""
        while True:
            try:
                text += self.shell.recv(65536).decode(errors="replace")
            except TimeoutError:
                raise Failure(f"{script}: no end within {timeout} s: {text[-400:]}") from None
            found = re.search(rf"\r?\n{marker} (\d+)\r?\n", text)
            if found:
                break
        output = text[:found.start()].replace("\r", "")
        if check and found[1] != "0":
            raise Failure(f"{script}: status {found[1]}: {output[-400:]}")
        return output.strip()

    def user(self, script, **options):
        """Runs a script as the kiosk's user, in the session."""
        quoted = script.replace("'", "'\\''")
        return self.run(f"setpriv --reuid 1000 --regid 1000 --init-groups env HOME=/home/kiosk XDG_RUNTIME_DIR=/run/user/1000 sh -c '{quoted}'", **options)

    def state(self):
        try:
            return json.loads(self.user("tabctl status --json", timeout=60, check=False).split("\n")[-1])
        except (ValueError, Failure):
            return None

    def alive(self):
        """The state once all programs are alive."""
        def condition():
            state = self.state()
            return state if state and all(p["phase"] == "alive" for p in state["programs"]) else None
        return self.wait("all programs to be alive", condition)

    def selected(self, tab):
        self.wait(f"{tab} to be selected", lambda: (self.state() or {}).get("selection", {}).get("tab") == tab)

    def synchronized(self, tab):
        """Waits until a power cut no longer takes a selection."""
        file = "/home/kiosk/.local/state/tabshell/default.json.synced"
        self.wait(f"{tab} on the disk", lambda: f'"selection":"{tab}"' in self.run(f"cat {file}", check=False))

    def tree(self):
        return json.loads(self.user("tabctl accessibility --json"))["tree"]

    def place(self, name):
        """The middle of the part of the accessibility tree whose identifier ends with a name, in pixels."""
        def search(node):
            if node.get("id", "").split("/")[-1] == name and node.get("bounds"):
                return node["bounds"]
            return next((found for child in node.get("children", []) if (found := search(child))), None)
        bounds = self.wait(f"{name} on the screen", lambda: search(self.tree()))
        return (bounds["x0"] + bounds["x1"]) / 2, (bounds["y0"] + bounds["y1"]) / 2

    def touch(self, kind, x, y):
        def event(kind, axis="x", value=0):
            number = -1 if kind == "end" else 0
            return {"type": "mtt", "data": {"type": kind, "slot": 0, "tracking-id": number, "axis": axis, "value": value}}
        position = [event("data", "x", int(x / WIDTH * TOUCH_RANGE)), event("data", "y", int(y / HEIGHT * TOUCH_RANGE))]
        events = {"begin": [event("begin")] + position, "update": [event("update")] + position, "end": [event("end")]}[kind]
        if kind != "update":
            events.append({"type": "btn", "data": {"button": "touch", "down": kind == "begin"}})
        self.command("input-send-event", events=events)

    def tap(self, x, y):
        self.touch("begin", x, y)
        self.touch("end", x, y)

    def type(self, text):
        for letter in text:
            key = {" ": "spc"}.get(letter, letter)
            for down in (True, False):
                self.command("input-send-event", events=[{"type": "key", "data": {"key": {"type": "qcode", "data": key}, "down": down}}])

    def picture(self, name):
        """A picture of the screen once it shows something, and stands still."""
        def dump(file):
            self.command("screendump", filename=f"/machine/{file}", format="png")
            return (self.work / file).read_bytes()
        def is_still():
            before = dump("a.png")
            # Longer than the time between two frames of a slow page.
            time.sleep(1)
            return len(before) > self.EMPTY and before == dump("b.png")
        self.wait("a still picture", is_still)
        shutil.copy(self.work / "b.png", self.output / f"{name}.png")

    def pid(self, program):
        return self.run(f"pgrep -o -x {program[:15]} || true")


class Failure(Exception):
    pass


def boot(machine):
    """greetd starts the session: the bar and the first page stand."""
    state = machine.alive()
    machine.place("flash")
    machine.picture("boot")
    return f"{state['selection']['tab']} in front; " + machine.run("systemd-analyze | head -n 1")


def tap(machine):
    """A finger on a tab selects it."""
    machine.tap(*machine.place("flash"))
    machine.selected("flash")
    machine.picture("tap")


def field(machine):
    """Text that is typed after a tap into a field arrives."""
    machine.user("tabctl select flash")
    machine.tap(*machine.place("note"))
    machine.wait("the keyboard for the field", lambda: ((machine.state() or {}).get("bar", {}).get("focus") or {}).get("field"))

    def arrives():
        # The compositor gives the page the keyboard a moment after the daemon has allowed it.
        machine.type("tea ")
        return "tea" in json.dumps(machine.tree())
    machine.wait("the text", arrives)
    machine.picture("field")
    machine.user("tabctl select home")


def kills(machine):
    """The panel, the daemon and each page are back after a kill."""
    for program in ["tabshell-panel", "tabshelld", "tabshell-home", "tabshell-flash", "tabshell-growth"]:
        pid = machine.pid(program)
        machine.run(f"kill -9 {pid}")
        machine.wait(f"another {program}", lambda: machine.pid(program) not in ("", pid))
        machine.alive()
    machine.picture("kills")


def compositor(machine):
    """A compositor that is killed is back with the selection."""
    machine.user("tabctl select growth")
    machine.synchronized("growth")
    before = {name: machine.pid(name) for name in ("sway", "tabshelld", "tabshell-panel")}
    machine.run(f"kill -9 {before['sway']}")
    for name, pid in before.items():
        machine.wait(f"another {name}", lambda: machine.pid(name) not in ("", pid))
    machine.alive()
    machine.selected("growth")
    machine.picture("compositor")


def crashes(machine):
    """After six crashes within a minute the session ends with one sentence, and greetd starts another."""
    session = machine.pid("tabshell-session")
    for _ in range(6):
        if machine.pid("tabshell-session") != session:
            break
        sway = machine.wait("a compositor", lambda: machine.pid("sway") or machine.pid("tabshell-session") != session)
        if sway is not True:
            machine.run(f"kill -9 {sway}", check=False)
            machine.wait("its end", lambda: machine.pid("sway") != sway)
    machine.wait("another session", lambda: machine.pid("tabshell-session") not in ("", session))
    machine.alive()
    machine.picture("crashes")
    return machine.run("journalctl -b --no-pager -o cat | grep 'times within a minute' | tail -n 1")


def logout(machine):
    """After a logout the session comes back."""
    session = machine.pid("tabshell-session")
    machine.run(f"kill -TERM {machine.pid('sway')}")
    machine.wait("another session", lambda: machine.pid("tabshell-session") not in ("", session))
    machine.alive()


def terminal(machine):
    """A tap after a switch of terminals is taken."""
    for number in (1, 7):
        machine.run(f"chvt {number}")
        machine.wait(f"terminal {number}", lambda: machine.run("cat /sys/class/tty/tty0/active") == f"tty{number}")
    machine.picture("terminal")
    machine.user("tabctl select home")
    place = machine.place("flash")
    for taps in range(1, 10):
        machine.tap(*place)
        try:
            machine.wait("flash", lambda: (machine.state() or {}).get("selection", {}).get("tab") == "flash", timeout=10)
        except Failure:
            continue
        if taps > 1:
            raise Failure(f"{taps - 1} taps were lost")
        return
    raise Failure("no tap is taken")


def clock(machine):
    """A day forward and back changes nothing."""
    machine.run("date -s '+1 day' >/dev/null")
    machine.alive()
    machine.run("date -s '-1 day' >/dev/null")
    machine.alive()


def disk(machine):
    """On a full disk a selection is in force, and says that it is not saved; afterwards it is."""
    machine.run("dd if=/dev/zero of=/filled bs=1M 2>/dev/null; sync", check=False)
    said = machine.user("tabctl select growth", check=False)
    finding = machine.user("tabctl doctor 2>/dev/null | grep storage", check=False)
    machine.selected("growth")
    machine.run("rm /filled")
    machine.user("tabctl select home")
    machine.selected("home")
    return f"{said}; {finding}"


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


def journal(machine):
    """The journal of the session is short, and the kernel would end pages first."""
    scores = machine.run(
        "for p in tabshelld tabshell-panel tabshell-home; do echo $p $(cat /proc/$(pgrep -o -x $p)/oom_score_adj); done")
    lines = machine.run("journalctl -b --no-pager -o cat _UID=1000 | wc -l")
    warnings = machine.run("journalctl -b --no-pager -o cat -p warning _UID=1000 | sort | uniq -c")
    return f"{scores}; {lines} lines; {warnings}".replace("\n", ", ")


STEPS = [boot, tap, field, kills, compositor, terminal, clock, disk, logout, crashes, journal, power]


def run_steps(machine, steps, wanted):
    """Runs the first step, and those of the others that are wanted or all; returns the status for the shell."""
    failed = False
    try:
        machine.start()
        for step in steps:
            if wanted and step.__name__ not in wanted and step is not steps[0]:
                continue
            begin = time.monotonic()
            try:
                note = step(machine)
                result = "ok"
            except Failure as failure:
                note, result, failed = str(failure), "FAILED", True
                machine.command("screendump", filename="/machine/a.png", format="png")
                shutil.copy(machine.work / "a.png", machine.output / f"{step.__name__}-failed.png")
            print(f"machine: {step.__name__}: {result}, {time.monotonic() - begin:.0f} s: {step.__doc__} {note or ''}", flush=True)
        (machine.output / "journal").write_text(machine.run("journalctl --no-pager -o short-monotonic", check=False))
    finally:
        machine.stop()
        shutil.copy(machine.work / "console", machine.output / "console")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(run_steps(Machine(sys.argv[1], sys.argv[2]), STEPS, sys.argv[3:]))
