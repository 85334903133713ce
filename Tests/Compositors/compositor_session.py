"""A compositor of a Debian root folder, the shell on it, and the tools of an ordinary user."""
import glob
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

USER = 65534
CHROOT = shutil.which("chroot") or "/usr/sbin/chroot"
WIDTH, HEIGHT = 1280, 800
BAR = 119
PROGRAMS = "tabshelld tabshell-config tabshell-panel tabshell-raster tabshell-stress tabshell-page tabctl".split()

# Each compositor: its command line in a stage folder, the variables it needs, and its tools. One that shows nothing to other
# programs, or takes no input of theirs, runs in a window of a sway ("host") that does.
WLROOTS = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
COMPOSITORS = {
    "sway": dict(command=["sway", "-c", "{stage}/sway.conf"], variables=WLROOTS, tools="wlroots"),
    "labwc": dict(command=["labwc"], variables=WLROOTS, tools="wlroots"),
    "phoc": dict(command=["phoc", "-C", "{stage}/phoc.ini"], variables=WLROOTS, tools="wlroots"),
    "mir": dict(
        command=["mir_demo_server", "--platform-display-libs", "mir:virtual", "--virtual-output", f"{WIDTH}x{HEIGHT}",
                 "--console-provider", "none", "--add-wayland-extensions", "all"],
        variables={"LIBGL_ALWAYS_SOFTWARE": "1"}, tools="mir"),
    "miriway": dict(
        command=["miriway", "--platform-display-libs", "mir:x11", "--x11-output", f"{WIDTH}x{HEIGHT}",
                 "--add-wayland-extensions", "all", "--shell-component", "true"],
        variables={"LIBGL_ALWAYS_SOFTWARE": "1"}, tools="mir", needs_screen=True),
    "wayfire": dict(command=["wayfire", "-c", "{stage}/wayfire.ini"], variables=WLROOTS, tools="wlroots"),
    "wlmaker": dict(command=["wlmaker", "--state_file", "{stage}/wlmaker.plist"], variables=WLROOTS, tools="wlroots"),
    "kwin": dict(
        command=["dbus-run-session", "kwin_wayland", "--wayland-display", "{host}", "--width", str(WIDTH), "--height",
                 str(HEIGHT), "--socket", "wayland-1", "--no-lockscreen"],
        variables={"KWIN_COMPOSE": "Q", "LIBGL_ALWAYS_SOFTWARE": "1"}, tools="host"),
    "weston": dict(
        command=["weston", "--backend={weston_backend}", "--renderer=pixman", "--display={host}", f"--width={WIDTH}",
                 f"--height={HEIGHT}", "--socket=wayland-1", "--idle-time=0"], variables={}, tools="host"),
    "mutter": dict(
        command=["dbus-run-session", "mutter", "--headless", "--wayland", "--no-x11", "--wayland-display", "wayland-1",
                 "--virtual-monitor", f"{WIDTH}x{HEIGHT}"],
        variables={"LIBGL_ALWAYS_SOFTWARE": "1"}, tools="mutter"),
    "cage": dict(command=["cage", "--", "sleep", "100000"], variables=WLROOTS, tools="wlroots"),
}
REASONS = {"kwin": "KWin lets only its own programs configure outputs", "mir": "Mir lets no program configure outputs",
           "miriway": "Mir lets no program configure outputs",
           "weston": "Weston has no protocol for it", "mutter": "mutter has no protocol for it"}


class Failed(Exception):
    """A failed step."""


class Unable(Exception):
    """A step that the compositor cannot do."""


def wait(what, condition, seconds=20):
    """Waits until a condition holds and returns its value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failed(f"waited in vain for {what}")
        time.sleep(0.05)


class Picture:
    """A screenshot as rows of RGB."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        fields, at = [], 0
        while len(fields) < 4:
            end = min(i for i in (data.find(b" ", at), data.find(b"\n", at)) if i >= 0)
            fields.append(data[at:end])
            at = end + 1
        self.width, self.height, self.data = int(fields[1]), int(fields[2]), data[at:]

    def pixel(self, x, y):
        at = 3 * (y * self.width + x)
        return tuple(self.data[at:at + 3])

    def ink(self, left, top, right, bottom):
        """The number of pixels in a rectangle as dark as text."""
        return sum(max(self.pixel(x, y)) < 0x60 for y in range(top, bottom) for x in range(left, right))

    def share(self, rows, color):
        """The fraction of the pixels of some rows with a color."""
        sample = [self.pixel(x, y) for y in range(2, rows, 7) for x in range(2, self.width, 11)]
        return sum(max(abs(a - b) for a, b in zip(pixel, color)) <= 4 for pixel in sample) / len(sample)

    def dark(self, rows):
        """The fraction of the pixels of some rows that are darker than any page: the background of the compositor."""
        sample = [self.pixel(x, y) for y in range(0, rows, 7) for x in range(3, self.width, 11)]
        return sum(max(pixel) < 0x28 for pixel in sample) / len(sample)


class Session:
    """A compositor, the shell on it, and the tools of an ordinary user."""

    def __init__(self, root, name, products, pictures, has_x11=False):
        self.root, self.name, self.products, self.pictures = root, name, products, pictures
        self.facts = COMPOSITORS[self.name]
        self.has_x11 = has_x11
        self.stage = tempfile.mkdtemp(prefix="tabshell-journey.", dir="/tmp")
        for name in ("bin", "run", "home", "host"):
            os.mkdir(f"{self.stage}/{name}", 0o755)
        os.chmod(f"{self.stage}/run", 0o700)
        os.chmod(f"{self.stage}/host", 0o700)
        for name in PROGRAMS:
            shutil.copy(f"{self.products}/{name}", f"{self.stage}/bin/{name}")
        for page in ("home", "flash", "growth"):
            os.symlink("tabshell-stress", f"{self.stage}/bin/tabshell-{page}")
        self.write("sway.conf", f"output HEADLESS-1 mode --custom {WIDTH}x{HEIGHT}@60Hz\n"
                   f"xwayland {'enable' if has_x11 else 'disable'}\n"
                   "swaybg_command -\ndefault_border none\nseat seat0 fallback true\n")
        self.write("host.conf", f"output HEADLESS-1 mode --custom {WIDTH}x{HEIGHT}@60Hz\nxwayland disable\n"
                   "swaybg_command -\ndefault_border none\nseat seat0 fallback true\nfor_window [app_id=\".*\"] fullscreen\n")
        self.write("wayfire.ini", "[core]\nplugins = foreign-toplevel grid xdg-activation session-lock wm-actions place\n"
                   f"xwayland = {str(has_x11).lower()}\n[grid]\nduration = 0ms\n[output:HEADLESS-1]\nmode = {WIDTH}x{HEIGHT}@60000\n")
        self.write("phoc.ini", f"[core]\nxwayland={str(has_x11).lower()}\n[output:HEADLESS-1]\nmode = {WIDTH}x{HEIGHT}\nscale = 1\n")
        # Without its dock, which is above the pages.
        self.write("wlmaker.plist", "{Dock = {Output = {Name = \"*\";}; Edge = RIGHT; Anchor = TOP; Launchers = ();};"
                   " Clip = {Output = {Name = \"*\";}; Edge = BOTTOM; Anchor = RIGHT;}; Workspaces = ({Name = Main;});}\n")
        for folder, _, names in os.walk(self.stage):
            os.chown(folder, USER, USER)
            for name in names:
                os.chown(f"{folder}/{name}", USER, USER)
        os.chmod(self.stage, 0o755)
        self.environment = {
            "PATH": f"{self.stage}/bin:/usr/bin:/bin", "HOME": f"{self.stage}/home", "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": f"{self.stage}/run", "TABSHELL_SOCKET": f"{self.stage}/run/tabshell.sock", "TABSHELL_MOCK": "1",
        }
        # What differs in the environment of programs that take pictures, point and type.
        self.host = {}
        # The display of an X server around the compositor, if it needs one.
        self.screen = None
        self.children = []
        self.compositor = self.daemon = None

    def write(self, name, text):
        with open(f"{self.stage}/{name}", "w") as file:
            file.write(text)
        os.chmod(f"{self.stage}/{name}", 0o644)

    def command(self, arguments):
        return [CHROOT, f"--userspec={USER}:{USER}", self.root, "/usr/bin/env", "-C", "/tmp"] + arguments

    def start(self, arguments, log, variables={}):
        with open(f"{self.stage}/{log}.log", "ab") as file:
            child = subprocess.Popen(
                self.command(arguments), env={**self.environment, **variables}, stdin=subprocess.DEVNULL, stdout=file,
                stderr=file, start_new_session=True)
        self.children.append(child)
        return child

    def end(self, child, number=signal.SIGTERM):
        """Ends a process with all that it has started."""
        try:
            os.killpg(child.pid, number)
            child.wait(timeout=5)
        except ProcessLookupError:
            pass
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()

    @property
    def display(self):
        """The path of the display that pictures are taken of."""
        environment = {**self.environment, **self.host}
        return f"{environment['XDG_RUNTIME_DIR']}/{environment['WAYLAND_DISPLAY']}"

    def look(self, *arguments):
        """Runs a program that takes pictures or configures outputs."""
        return self.run(*arguments, environment=self.host)

    def run(self, *arguments, seconds=10, environment={}):
        done = subprocess.run(
            self.command(list(arguments)), env={**self.environment, **environment}, capture_output=True, text=True, timeout=seconds)
        if done.returncode != 0:
            raise Failed(f"{' '.join(arguments[:3])}: {(done.stderr or done.stdout).strip()[:200]}")
        return done.stdout

    def sockets(self, folder):
        return [name for name in os.listdir(f"{self.stage}/{folder}")
                if name.startswith("wayland-") and not name.endswith(".lock")]

    def start_host(self):
        self.host = {"XDG_RUNTIME_DIR": f"{self.stage}/host"}
        self.start(["sway", "-c", f"{self.stage}/host.conf"], "host", {**WLROOTS, **self.host})
        self.host["WAYLAND_DISPLAY"] = wait("the host's socket", lambda: self.sockets("host"))[0]
        wait("an output of the host", self.outputs)

    def start_screen(self):
        """Starts an X server, for a compositor that sends its clients frames only on a screen."""
        before = self.x11_screens()
        self.start(["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"], "screen")
        self.screen = ":" + wait("the X server", lambda: self.x11_screens() - before).pop()[0][1:]

    def start_compositor(self):
        if self.facts["tools"] == "host" and not self.host:
            self.start_host()
        if self.facts.get("needs_screen") and not self.screen:
            self.start_screen()
        self.environment.pop("WAYLAND_DISPLAY", None)
        for name in os.listdir(f"{self.stage}/run"):
            if name.startswith(("wayland-", "sway-ipc.")):
                os.remove(f"{self.stage}/run/{name}")
        version = self.run("dpkg-query", "-W", "-f", "${Version}", {"mir": "mir-test-tools", "kwin": "kwin-wayland"}.get(self.name, self.name)).split(":")[-1]
        major = int(version.split(".")[0])
        backend = "wayland" if major >= 12 else "wayland-backend.so"
        host = self.display if self.host else None
        arguments = [word.format(stage=self.stage, weston_backend=backend, host=host) for word in self.facts["command"]]
        if self.facts["tools"] == "mir" and self.has_x11:
            arguments.append("--enable-x11=true")
        if self.name == "weston" and major < 12:
            arguments = [word.replace("--renderer=pixman", "--use-pixman") for word in arguments]
        screens = self.x11_screens()
        self.compositor = self.start(
            arguments, "compositor", {**self.facts["variables"], **({"DISPLAY": self.screen} if self.screen else {})})

        def socket():
            if self.compositor.poll() is not None:
                with open(f"{self.stage}/compositor.log", errors="replace") as file:
                    raise Failed("the compositor ended: " + file.read()[-300:].replace("\n", " "))
            return self.sockets("run")

        self.environment["WAYLAND_DISPLAY"] = wait("the compositor's socket", socket)[0]
        if self.has_x11:
            self.environment["DISPLAY"] = ":" + wait("Xwayland's socket", lambda: self.x11_screens() - screens).pop()[0][1:]
        if self.name == "cage":
            # Older versions tell no program of their outputs.
            try:
                self.configure("--custom-mode", f"{WIDTH}x{HEIGHT}")
            except Unable:
                pass
        elif self.facts["tools"] == "wlroots":
            wait("an output", self.outputs)
            if self.name in ("labwc", "wlmaker"):
                self.configure("--custom-mode", f"{WIDTH}x{HEIGHT}")
        return version.split("-")[0].split("+")[0]

    @staticmethod
    def x11_screens():
        """The sockets of Xwayland, by name and time: a leftover may be replaced."""
        folder = "/tmp/.X11-unix"
        if not os.path.isdir(folder):
            os.mkdir(folder)
            os.chmod(folder, 0o1777)
        return {(name, os.stat(f"{folder}/{name}").st_mtime_ns) for name in os.listdir(folder) if not name.endswith("_")}

    def start_daemon(self, configuration):
        self.write("config.toml", configuration)
        self.daemon = self.start(["tabshelld", "--config", f"{self.stage}/config.toml"], "daemon")

    def stop_daemon(self):
        if self.daemon:
            self.end(self.daemon)
            self.daemon = None

    def stop(self):
        self.stop_daemon()
        for child in self.children:
            self.end(child, signal.SIGKILL)

    # The shell

    def state(self):
        try:
            lines = self.run("tabctl", "status", "--json").splitlines()
            return json.loads(lines[0]) if len(lines) == 1 else [json.loads(line) for line in lines]
        except Failed:
            return None

    def programs(self):
        state = self.state() or {}
        return state.get("programs", []) if isinstance(state, dict) else []

    def wait_alive(self, count):
        def alive():
            programs = self.programs()
            return [p for p in programs if p["phase"] == "alive"] if programs else []

        try:
            wait("the programs", lambda: len(alive()) >= count)
        except Failed:
            left = [f"{p['program']} {p['phase']}: {p.get('reason')}" for p in self.programs() if p["phase"] != "alive"]
            raise Failed("; ".join(left) or self.log("daemon")) from None
        return {p["program"]: p["pid"] for p in self.programs()}

    def log(self, name):
        with open(f"{self.stage}/{name}.log", errors="replace") as file:
            return file.read()[-300:].replace("\n", " ")

    # The compositor's tools

    def need(self):
        if self.facts["tools"] == "mutter":
            raise Unable(REASONS[self.name])

    def outputs(self):
        if self.facts["tools"] == "mir":
            return ["Virtual-1"] if self.name == "mir" else []
        try:
            text = self.look("wlr-randr")
        except Failed:
            return []
        return [line.split()[0] for line in text.splitlines() if line and not line.startswith(" ")]

    def configure(self, *arguments):
        if self.name in REASONS:
            raise Unable(REASONS[self.name])
        try:
            if self.name == "sway":
                # sway 1.7 takes no configuration of a headless output from others.
                words = {"--off": ["disable"], "--on": ["enable"]}.get(arguments[0], [arguments[0][2:], *arguments[1:]])
                socket = glob.glob(f"{self.stage}/run/sway-ipc.*.sock")[0]
                self.run("swaymsg", "-s", socket, "output", "HEADLESS-1", *words)
            else:
                self.run("wlr-randr", "--output", self.outputs()[0], *arguments)
        except (Failed, IndexError) as error:
            raise Unable(f"wlr-randr: {str(error)[-80:]}") from None

    def picture(self, keep=None):
        path = f"{self.stage}/home/picture.ppm"
        self.need()
        try:
            # Of one output, for its own pixels: a picture of all is scaled.
            output = [word for name in self.outputs()[:1] for word in ("-o", name)]
            self.look("grim", "-t", "ppm", *output, path)
        except Failed as error:
            raise Unable(str(error)[:100]) from None
        picture = Picture(path)
        if keep:
            self.look("grim", *output, f"{self.stage}/home/{keep}.png")
            shutil.copy(f"{self.stage}/home/{keep}.png", f"{self.pictures}/{self.name}-{keep}.png")
        return picture

    def part(self, identifier):
        """A part of the screen, as screen readers get it."""
        parts = [json.loads(self.run("tabctl", "accessibility", "--json"))["tree"]]
        for part in parts:
            parts += part.get("children", [])
            if part["id"] == identifier:
                return part
        raise Failed(f"there is no {identifier}")

    def resting(self, keep=None):
        last = self.picture()

        def still():
            nonlocal last
            before, last = last, self.picture()
            return before.data == last.data

        wait("the screen to rest", still)
        return self.picture(keep) if keep else last

    def check_geometry(self, width, height, scale=1.0, keep=None):
        """The bar fills the lower edge, the page all above it, without a line of the background between them."""
        def fits():
            picture = self.picture()
            # At a fractional scale the logical size is rounded.
            if abs(picture.width - width) > 2 or abs(picture.height - height) > 2:
                return None
            return picture if min(picture.pixel(5, picture.height - int(BAR * scale) + 12)) > 0xF8 else None

        wait(f"a bar at {width}x{height}", fits)
        # A page that has just started comes after the bar.
        end = time.monotonic() + 8
        while True:
            picture = self.resting(keep)
            column = [picture.pixel(picture.width - 2, y) for y in range(picture.height)]
            dark = [y for y, pixel in enumerate(column) if max(pixel) < 0x28]
            if not dark:
                return
            if time.monotonic() > end:
                raise Failed(f"the background is seen in {len(dark)} rows from {dark[0]}")
