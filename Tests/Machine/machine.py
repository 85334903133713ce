"""A machine in QEMU, driven by QMP and by a shell on a serial line."""
import base64
import itertools
import json
import pathlib
import re
import shutil
import socket
import subprocess
import time

WIDTH, HEIGHT = 480, 1200
#: The largest coordinate of a touch.
TOUCH_RANGE = 0x7FFF
#: The time within which a condition holds, s: software emulation is slow.
TIMEOUT = 600
#: The memory of the machine, MiB.
MEMORY = 1536
#: The words that start QEMU, by architecture, the kernel's name of the first serial line, and the bus that devices come to and leave.
QEMU = {
    "amd64": (["qemu-system-x86_64", "-cpu", "max", "-vga", "none"], "ttyS0", "pci.0"),
    # The processor of a Raspberry Pi 5, with UEFI.
    "arm64": (["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a76", "-bios", "/usr/share/qemu-efi-aarch64/QEMU_EFI.fd",
               "-device", "pcie-root-port,id=bay"], "ttyAMA0", "bay"),
}


class Machine:
    #: The size of a picture with nothing but the bar on it, bytes.
    EMPTY = 7000

    def __init__(self, work, output, compositor="sway", architecture="amd64"):
        """A machine whose session has a compositor of a name."""
        self.qemu, self.console, self.bus = QEMU[architecture]
        self.architecture = architecture
        self.work, self.output, self.compositor = pathlib.Path(work), pathlib.Path(output), compositor
        self.markers = itertools.count()

    def start(self):
        self.launch()
        self.wait_for_shell()

    def launch(self):
        """Starts QEMU, and waits for nothing but QEMU."""
        for name in ("qmp", "shell"):
            (self.work / name).unlink(missing_ok=True)
        self.process = subprocess.Popen([
            "chroot", self.work / "qemu", *self.qemu, "-accel", "tcg,thread=multi", "-smp", "2", "-m", f"{MEMORY}",
            "-nodefaults", "-display", "none", "-device", f"virtio-gpu-pci,xres={WIDTH},yres={HEIGHT}",
            "-device", f"virtio-multitouch-pci,id=touch,bus={self.bus}", "-device", "virtio-keyboard-pci",
            "-device", "virtio-balloon-pci",
            "-drive", "file=/machine/disk.img,format=raw,if=virtio,cache=writeback", "-nic", "none", "-serial", "file:/machine/console",
            "-serial", "unix:/machine/shell,server=on,wait=off", "-qmp", "unix:/machine/qmp,server=on,wait=off"] + self.start_options())
        self.qmp, self.shell = self.connect("qmp"), self.connect("shell")
        self.replies = self.qmp.makefile()
        self.replies.readline()
        self.command("qmp_capabilities")

    def start_options(self):
        """The QEMU options for the boot."""
        return ["-kernel", "/machine/vmlinuz", "-initrd", "/machine/initrd", "-append", f"root=/dev/vda rw console={self.console} net.ifnames=0"]

    def stop(self):
        self.process.kill()
        self.process.wait()

    def connect(self, name):
        def connected():
            if self.process.poll() is not None:
                raise SystemExit(f"machine: QEMU has ended with status {self.process.returncode}")
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

    def boot(self):
        """The identifier of the boot if a shell answers on the serial line, else an empty text."""
        try:
            identifier = self.run("cat /proc/sys/kernel/random/boot_id", timeout=20)
        except Failure:
            identifier = ""
        if len(identifier) == 36:
            return identifier
        # Ctrl+C ends a line that has lost a quote. A shell without a line editor, which would echo the lines.
        self.shell.sendall(b"\x03exec dash\nstty -echo; PS1=; PS2=\n")
        return ""

    def wait_for_shell(self):
        self.wait("a shell on the serial line", self.boot)

    def run(self, script, timeout=TIMEOUT, check=True):
        """Runs a script as root, and returns its output."""
        marker = f"end-{next(self.markers)}"
        self.shell.sendall(f"{{ {script}\n}} 2>&1; printf '\\n{marker} %d\\n' $?\n".encode())
        self.shell.settimeout(timeout)
        text = ""
        while True:
            try:
                received = self.shell.recv(65536)
            except TimeoutError:
                raise Failure(f"{script}: no end within {timeout} s: {text[-400:]}") from None
            if not received:
                raise SystemExit(f"machine: {script}: QEMU has ended: {text[-400:]}")
            text += received.decode(errors="replace")
            found = re.search(rf"\r?\n{marker} (\d+)\r?\n", text)
            if found:
                break
        output = text[:found.start()].replace("\r", "")
        if check and found[1] != "0":
            raise Failure(f"{script}: status {found[1]}: {output[-400:]}")
        return output.strip()

    def user(self, script, name="kiosk", **options):
        """Runs a script as a user, in the session."""
        quoted = script.replace("'", "'\\''")
        number = {"kiosk": 1000, "other": 1001}[name]
        return self.run(
            f"setpriv --reuid {number} --regid {number} --init-groups env HOME=/home/{name} XDG_RUNTIME_DIR=/run/user/{number} "
            f"sh -c '{quoted}'", **options)

    def screen(self, script, **options):
        """Runs a script as the kiosk's user, as a program of the compositor."""
        return self.user(
            "cd $XDG_RUNTIME_DIR; WAYLAND_DISPLAY=$(ls -dt wayland-? | head -n 1) SWAYSOCK=$(ls -dt $PWD/sway-ipc.* 2>/dev/null | head -n 1); "
            f"export WAYLAND_DISPLAY SWAYSOCK; {script}", **options)

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

    def touch(self, kind, x, y, finger=0):
        def event(kind, axis="x", value=0):
            number = -1 if kind == "end" else finger
            return {"type": "mtt", "data": {"type": kind, "slot": finger, "tracking-id": number, "axis": axis, "value": value}}
        position = [event("data", "x", int(x / WIDTH * TOUCH_RANGE)), event("data", "y", int(y / HEIGHT * TOUCH_RANGE))]
        events = {"begin": [event("begin")] + position, "update": [event("update")] + position, "end": [event("end")]}[kind]
        if kind != "update" and finger == 0:
            events.append({"type": "btn", "data": {"button": "touch", "down": kind == "begin"}})
        self.command("input-send-event", events=events)

    def tap(self, x, y):
        self.touch("begin", x, y)
        self.touch("end", x, y)

    def slide(self, start, end, steps=12):
        """Moves the pressing finger from one point to another."""
        for step in range(1, steps + 1):
            self.touch("update", *(a + (b - a) * step / steps for a, b in zip(start, end)))

    def has_opened_touch(self):
        """True if the compositor has opened the touch screen: not while another terminal is in front."""
        device = self.run("grep -A 5 MultiTouch /proc/bus/input/devices | grep -o 'event[0-9]*'", check=False)
        return device and self.run(f"ls -l /proc/{self.pid(self.compositor)}/fd | grep /dev/input/{device}$", check=False)

    def has_touch(self):
        """True if the compositor offers its programs a touch screen. Without a device labwc does so, too."""
        # sway 1.10 crashed here until it had opened its devices again.
        return self.has_opened_touch() and "touch" in self.screen("wayland-info -i wl_seat 2>/dev/null | grep capabilities:", check=False)

    def return_to_session(self):
        """Brings the session's terminal to the front, as Ctrl+Alt+F7 does, of which the compositor gets the end.

        wlroots opens its devices at once, and looks at them with the next event of any, which reaches no program."""
        self.run("chvt 7")
        self.wait("the touch screen to be opened", self.has_opened_touch)
        self.press("shift")
        self.wait("the touch screen", self.has_touch)

    def press(self, key):
        for down in (True, False):
            self.command("input-send-event", events=[{"type": "key", "data": {"key": {"type": "qcode", "data": key}, "down": down}}])

    def type(self, text):
        for letter in text:
            self.press({" ": "spc", "-": "minus", "\n": "ret"}.get(letter, letter))

    def wait_for_text(self, terminal, text):
        """Waits until a terminal of the kernel ends with a text."""
        self.wait(f"{text} on terminal {terminal}", lambda: self.run(f"cat /dev/vcs{terminal}", check=False).endswith(text))

    def picture(self, name):
        """A picture of the screen once it shows something, and stands still."""
        def dump(file):
            self.command("screendump", filename=f"/machine/{file}", format="png")
            return (self.work / file).read_bytes()
        def is_still():
            before = dump("a.png")
            # Longer than the time between two frames of a slow page.
            time.sleep(3)
            return len(before) > self.EMPTY and before == dump("b.png")
        self.wait("a still picture", is_still)
        shutil.copy(self.work / "b.png", self.output / f"{name}.png")

    def dump(self, name):
        """A picture of the screen at once, as of text with a cursor that blinks."""
        self.command("screendump", filename="/machine/a.png", format="png")
        shutil.copy(self.work / "a.png", self.output / f"{name}.png")

    def shot(self, name):
        """A picture of the screen by the compositor, which does not need the screen."""
        text = self.screen("grim - | base64")
        (self.output / f"{name}.png").write_bytes(base64.b64decode(text))

    def reboot(self):
        before = self.boot()
        self.run("systemctl reboot &")
        self.wait("another boot", lambda: self.boot() not in ("", before))

    def session(self, command, user="kiosk"):
        """Has greetd start a session of a user by a command, in place of the running one."""
        self.run("systemctl stop greetd")
        for key, value in [("command", command), ("user", user)]:
            self.run(f"sed -i 's,^{key} = .*,{key} = \"{value}\",' /etc/greetd/config.toml")
        self.run("systemctl start greetd")

    def restart(self):
        """Has greetd start the session again, and waits until the new one stands."""
        session = self.pid("tabshell-session")
        self.run("systemctl restart greetd")
        self.wait("another session", lambda: self.pid("tabshell-session") not in ("", session))
        self.alive()

    def log_out(self):
        """Presses the keys that end a session, and waits for its end."""
        session = self.pid("tabshell-session")
        self.command("send-key", keys=[{"type": "qcode", "data": key} for key in ("meta_l", "shift", "e")])
        self.wait("the end of the session", lambda: self.pid("tabshell-session") != session)

    def pid(self, program):
        return self.run(f"pgrep -o -x {program[:15]} || true")


class Failure(Exception):
    pass


def run_steps(machine, steps, wanted):
    """Runs the first step, and the wanted others or all; returns the status for the shell."""
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
                machine.dump(f"{step.__name__}-failed")
            print(f"machine: {step.__name__}: {result}, {time.monotonic() - begin:.0f} s: {step.__doc__} {note or ''}", flush=True)
        (machine.output / "journal").write_text(machine.run("journalctl --no-pager -o short-monotonic", check=False))
    finally:
        machine.stop()
        shutil.copy(machine.work / "console", machine.output / "console")
    return 1 if failed else 0
