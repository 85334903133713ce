"""The session under test: a headless sway within another, the daemon, and its programs."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

PROGRAMS = ["tabshelld", "tabshell-config", "tabshell-panel", "tabshell-raster", "tabshell-stress", "tabshell-page", "tabctl"]
#: The programs whose frames are counted.
TRACED = ["tabshell-panel", "tabshell-home", "tabshell-flash", "tabshell-growth", "tabshell-page"]
TABS = ["home", "flash", "growth", "notes"]


def configuration(notes):
    """The configuration at rest. Its own tabs remain in every look, and so do their programs."""
    pages = {tab: f'["tabshell-{tab}"]' for tab in TABS[:3]}
    pages["notes"] = f'["tabshell-page", "--tab", "notes", "--file", "{notes}"]'
    return "inherit_tabs = true\n" + "".join(
        f'[[tabs]]\nid = "{tab}"\ntitle = "{tab.title()}"\nicon = "{tab}"\nexec = {pages[tab]}\n\n' for tab in TABS)


class Session:
    """Starts everything in its own folder, and restarts the programs that the loads killed.

    sway runs within a sway, since sway 1.7 cannot unplug an output of its headless backend: an output of the inner one is
    a window of the outer one.

    preload: the library that rids the outer one of wp_presentation (presentation.c).
    """

    def __init__(self, stage, products, preload):
        self.stage = pathlib.Path(stage)
        self.binaries = self.stage / "bin"
        self.home = self.stage / "home"
        self.runtime = self.stage / "run"
        self.logs = self.stage / "logs"
        for folder in (self.binaries, self.home, self.runtime, self.logs):
            folder.mkdir(mode=0o700)
        self._install(pathlib.Path(products))
        self.environment = {
            "PATH": f"{self.binaries}:/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.runtime)}
        self.configuration = self.home / ".config/tabshell/config.toml"
        self.configuration.parent.mkdir(parents=True)
        self.notes = self.home / "notes.md"
        self.notes.write_text("# Notes\n")
        self.usual = configuration(self.notes)
        self.configuration.write_text(self.usual)
        self.outer = self._sway("outer", {"WLR_BACKENDS": "headless", "LD_PRELOAD": str(preload)})
        self.inner = self._sway(
            "inner", {"WLR_BACKENDS": "wayland", "WAYLAND_DISPLAY": self.outer.display})
        self.environment.update({"WAYLAND_DISPLAY": self.inner.display, "SWAYSOCK": self.inner.socket})
        self.socket = str(self.runtime / "tabshell" / f"{self.inner.display}.sock")
        self.state = self.home / ".local/state/tabshell" / f"{self.inner.display}.json"
        self.daemon = None

    def _install(self, products):
        """Copies the programs. Panel and pages are started with a protocol log, from which missed frames are counted."""
        real = self.binaries / "real"
        real.mkdir()
        for name in PROGRAMS:
            for folder in (self.binaries, real):
                shutil.copy(products / name, folder / name)
        for tab in TABS[:3]:
            (real / f"tabshell-{tab}").symlink_to("tabshell-stress")
        for name in TRACED:
            wrapper = self.binaries / name
            wrapper.unlink(missing_ok=True)
            wrapper.write_text(
                f'#!/bin/sh\nexport WAYLAND_DEBUG=client\nexec "{real / name}" "$@" 2>>"{self.logs / name}"\n')
            wrapper.chmod(0o755)
        # Until they are on the disk, the pages of a program count as dirty.
        os.sync()

    def _sway(self, name, variables):
        return Sway(
            name, self.stage, self.logs,
            {**self.environment, **variables, "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"})

    def start_daemon(self):
        with open(self.logs / "tabshelld", "ab") as log:
            self.daemon = subprocess.Popen(
                [self.binaries / "tabshelld"], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True)

    def command(self, *arguments, timeout=30, check=False):
        """Runs one of the programs, and returns its output."""
        done = subprocess.run(
            [self.binaries / arguments[0], *arguments[1:]], env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=timeout, check=False)
        if check and done.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, arguments))}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout.decode(errors="replace")

    def write_configuration(self, text):
        new = self.configuration.with_suffix(".new")
        new.write_text(text)
        new.rename(self.configuration)

    def is_synchronized(self):
        """True if the daemon has synchronized the state that it saved last."""
        try:
            return self.state.read_bytes() == self.state.with_name(self.state.name + ".synced").read_bytes()
        except OSError:
            return False

    def stop(self):
        if self.daemon and self.daemon.poll() is None:
            self.daemon.terminate()
            try:
                self.daemon.wait(15)
            except subprocess.TimeoutExpired:
                self.daemon.kill()
        left = self.processes()
        for sway in (self.inner, self.outer):
            sway.stop()
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)
        return left

    def processes(self):
        """The process ids of all programs of tabshell in this session."""
        found = []
        for name in os.listdir("/proc"):
            try:
                target = os.readlink(f"/proc/{name}/exe") if name.isdigit() else ""
            except OSError:
                continue
            if target.startswith(str(self.binaries)):
                found.append(int(name))
        return found


class Sway:
    """A headless compositor."""

    def __init__(self, name, stage, logs, environment):
        self.socket = str(stage / "run" / f"{name}.ipc")
        self.environment = {**environment, "SWAYSOCK": self.socket}
        file = stage / f"{name}.conf"
        file.write_text(
            "xwayland disable\nseat seat0 fallback true\nseat seat0 hide_cursor 100\ndefault_border none\n"
            "swaybg_command -\noutput HEADLESS-1 mode --custom 428x926@60Hz\n"
            # Each of any number of the inner one's outputs has the same size, as a screen has: a page keeps the glyphs of
            # all sizes that it was ever shown in.
            "for_window [app_id=\"wlroots\"] floating enable, resize set 428 926, move absolute position 0 0\n")
        before = self._displays(stage)
        with open(logs / f"sway-{name}", "ab") as log:
            self.process = subprocess.Popen(
                ["sway", "--config", file], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True)
        deadline = time.monotonic() + 60
        while not (self._displays(stage) - before and os.path.exists(self.socket)):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"sway did not start: {(logs / f'sway-{name}').read_text()[-2000:]}")
            time.sleep(0.05)
        self.display = (self._displays(stage) - before).pop()

    @staticmethod
    def _displays(stage):
        return {name for name in os.listdir(stage / "run") if re.fullmatch(r"wayland-\d+", name)}

    def message(self, *words):
        subprocess.run(
            ["swaymsg", "--quiet", "--", *words], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=30, check=False)

    def outputs(self):
        done = subprocess.run(
            ["swaymsg", "--raw", "--type", "get_outputs"], env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=30, check=False)
        try:
            return [output["name"] for output in json.loads(done.stdout) if output["active"]]
        except ValueError:
            return []

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
