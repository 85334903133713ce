"""The loads on the session: each runs on its own thread until the round's end."""
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import threading
import time
import uuid

from client import Client
from session import TABS

LOOKS = ["stress-monitor", "aspire-budget", "lucidpal", "swift-kit", "better-fit"]
SCALES, TRANSFORMS = ["1", "1.5"], ["normal", "90", "180"]
#: Few, so that all the glyphs of their sizes are soon in the caches of the pages.
TEXT_SCALES = [0.9, 1, 1.4]
EVENTS = {"hello", "ready", "resync"}


class Loads:
    """Runs all loads for the length of a round. What must never happen is kept in ``faults``."""

    def __init__(self, session, seed):
        self.session = session
        self.random = random.Random(seed)
        #: The measurements from here on are the loads': gone at rest, or the pages would have ever more to show.
        self.first_measurement = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self.counts = {}
        self.faults = []
        self.refusals = set()
        self._lock = threading.Lock()
        #: Held while the configuration is written.
        self.configuring = threading.Lock()
        self._ended = threading.Event()
        #: True while the daemon is down because of this program.
        self.is_daemon_killed = False

    def run(self, seconds, is_slow, victims):
        """Runs a round.

        is_slow: the daemon's and Flash's fsync and rename take 0.3 s meanwhile.
        victims: the process ids to kill in the middle of the round, in order, each with its name.
        """
        self._ended.clear()
        loads = [self.switches, self.badges, self.looks, self.senses, self.reloads, self.measurements, self.outputs,
                 self.rude, self.reader, self.stopped_reader]
        if is_slow:
            loads.append(self.slow_disk)
        if victims:
            loads.append(lambda: self.kills(victims, seconds))
        threads = [threading.Thread(target=self._until_end, args=(load,), daemon=True) for load in loads]
        for thread in threads:
            thread.start()
        self._ended.wait(seconds)
        self._ended.set()
        for thread in threads:
            thread.join(60)
            if thread.is_alive():
                self.fault("a load did not end within 60 s: the daemon left a request unanswered")

    def fault(self, sentence):
        with self._lock:
            if sentence not in self.faults:
                self.faults.append(sentence)

    def count(self, what, number=1):
        with self._lock:
            self.counts[what] = self.counts.get(what, 0) + number

    def _until_end(self, load):
        while not self._ended.is_set():
            try:
                load()
            except (OSError, ConnectionError, ValueError, subprocess.TimeoutExpired) as error:
                # The daemon may have been killed just now, and is restarted by this program.
                if not self.is_daemon_killed and self.session.daemon.poll() is not None:
                    self.fault(f"tabshelld ended by itself with status {self.session.daemon.returncode}")
                self.count(f"interrupted: {load.__name__}: {type(error).__name__}")
                self._ended.wait(0.2)
            except AssertionError as error:
                self.fault(str(error))

    def _pause(self, most):
        return self._ended.wait(self.random.uniform(0, most))

    def _ask(self, client, verb, **arguments):
        reply = client.request(verb, **arguments)
        self.count(verb)
        if "error" in reply:
            self.count(f"refused: {reply['error']['code']}")
        return reply

    # Well-behaved clients.

    def switches(self):
        with Client(self.session.socket) as client:
            while not self._pause(0.4):
                verb = self.random.choice(["select"] * 6 + ["next", "previous", "open", "push", "pop", "burst"])
                tab = self.random.choice(TABS)
                if verb == "burst":
                    requests = [{"verb": "select", "tab": self.random.choice(TABS)} for _ in range(200)]
                    self.count("select", client.pipeline(requests))
                elif verb in ("select", "pop"):
                    self._ask(client, verb, tab=tab)
                elif verb in ("open", "push"):
                    self._ask(client, verb, tab=tab, route=self.day())
                else:
                    self._ask(client, verb)

    def day(self):
        """The route of a day, of which the history has readings or not."""
        return f"20{self.random.randint(24, 26)}-{self.random.randint(1, 12):02}-{self.random.randint(1, 28):02}"

    def badges(self):
        with Client(self.session.socket) as client:
            while not self._pause(0.5):
                kind = self.random.randrange(12)
                if kind == 0:
                    # Of these the panel sees the last one only, or a few.
                    requests = [self._badge({"text": uuid.uuid4().hex[:8]}) for _ in range(300)]
                    self.count("badge", client.pipeline(requests))
                    continue
                badge = {"text": uuid.uuid4().hex[:self.random.randint(1, 12)]}
                if kind in (1, 2):
                    badge = {"count": self.random.randint(0, 2000)}
                elif kind == 3:
                    badge = {"dot": True}
                elif kind == 4:
                    badge = None
                request = self._badge(badge)
                self._ask(client, request.pop("verb"), **request)

    def _badge(self, badge):
        return {"verb": "badge", "tab": self.random.choice(TABS), "badge": badge}

    def looks(self):
        with Client(self.session.socket) as client:
            while not self._pause(3):
                kind = self.random.randrange(5)
                if kind == 0:
                    self._ask(client, "look", look=self.random.choice(LOOKS))
                elif kind == 1:
                    self._ask(client, "appearance", appearance=self.random.choice(["light", "dark"]))
                elif kind == 2:
                    self._ask(client, "bar", minimized=self.random.choice([True, False]))
                elif kind == 3:
                    self._ask(client, "scroll", tab=self.random.choice(TABS), direction=self.random.choice(["up", "down"]))
                else:
                    self._ask(client, "state")

    def senses(self):
        """Preferences, the keyboard's focus, drags, and the accessibility tree, read and pressed by name."""
        with Client(self.session.socket) as client:
            while not self._pause(0.8):
                kind = self.random.randrange(6)
                if kind == 0:
                    self._ask(client, "preferences", contrast=self.random.choice(["standard", "more"]),
                              motion=self.random.choice(["standard", "reduced"]), text_scale=self.random.choice(TEXT_SCALES),
                              transparency=self.random.choice(["standard", "reduced"]))
                elif kind == 1:
                    for move in ["next", "previous", "menu", "page", "leave"]:
                        self._ask(client, "focus", move=move)
                elif kind == 2:
                    for step in range(10):
                        self._ask(client, "drag", **{"from": TABS[0], "to": TABS[1], "progress": step / 10})
                    self._ask(client, "drop", velocity=self.random.uniform(-2, 2))
                elif kind == 3:
                    self._names(self._ask(client, "accessibility").get("ok", {}).get("tree", {}))
                elif kind == 4:
                    name = self.random.choice(["Home", "Flash", "Growth"])
                    self._ask(client, "press", name=name)
                else:
                    with Client(self.session.socket) as watcher:
                        self._ask(watcher, "subscribe", topics=["accessibility"])
                        self._ended.wait(1)

    def _names(self, node):
        if node and "role" not in node:
            raise AssertionError(f"a part of the screen has no role: {node}")
        for child in node.get("children", []):
            self._names(child)

    def reloads(self):
        """Writes valid and invalid configurations, by rename and in place, and asks for a reload at times."""
        while not self._pause(5):
            text = self.session.usual
            kind = self.random.randrange(5)
            if kind == 0:
                text += f'[light]\naccent = "#{self.random.randrange(1 << 24):06X}"\n'
            elif kind == 1:
                text += f'[[tabs]]\nid = "t{self.random.randrange(5)}"\ntitle = "{uuid.uuid4().hex[:10]}"\nicon = "notes"\n'
            elif kind == 2:
                text = f"[bar]\nheigth = {uuid.uuid4().hex}\n" + text
            elif kind == 3:
                text = f"text_scale = {self.random.choice(TEXT_SCALES)}\n" + text
            with self.configuring:
                if self.is_daemon_killed:
                    continue
                if self.random.random() < 0.5:
                    self.session.write_configuration(text)
                else:
                    self.session.configuration.write_text(text)
            self.count("configuration written")
            if self.random.random() < 0.5:
                with Client(self.session.socket) as client:
                    self._ask(client, "reload")

    def measurements(self):
        while not self._pause(4):
            self.add_measurement()
            if self.random.random() < 0.3:
                self.remove_measurements()
                self.session.command("tabshell-stress", "undo")
            lines = [f"- {uuid.uuid4().hex}\n" for _ in range(self.random.randint(1, 400))]
            self.session.notes.write_text("# Notes\n\n" + "".join(lines))

    def add_measurement(self):
        done = self.session.command(
            "tabshell-stress", "add", "--hrv", str(self.random.randint(20, 110)), "--hr", str(self.random.randint(45, 120)))
        self.count("measurement", len(done) > 0)

    def remove_measurements(self):
        """Removes the loads' measurements; `tabshell-stress undo` brings them back."""
        self.session.command("tabshell-stress", "delete", "--from", self.first_measurement)

    def reader(self):
        """Subscribes to all topics, and holds the revisions to the manual: each number once, without a gap."""
        with Client(self.session.socket, timeout=0.5) as client:
            client.socket.sendall(b'{"id":0,"verb":"subscribe"}\n')
            revision = None
            while not self._ended.is_set():
                try:
                    line = client.line()
                except socket.timeout:
                    continue
                self.count("event read")
                event = line.get("event")
                if event == "ready":
                    revision = line["revision"]
                elif event == "resync":
                    revision = None
                elif "revision" in line and event not in EVENTS and revision is not None:
                    if line["revision"] not in (revision, revision + 1):
                        raise AssertionError(f"event {event} has revision {line['revision']} after {revision}")
                    revision = line["revision"]

    def stopped_reader(self):
        """Subscribes, and reads nothing for most of a round; then the last values must arrive after all."""
        with Client(self.session.socket) as client:
            client.socket.sendall(b'{"id":0,"verb":"subscribe"}\n')
            if not self._ended.wait(7):
                while client.line().get("event") != "ready":
                    pass
                self.count("slow reader served")

    # Rude clients.

    def rude(self):
        kinds = [self._garbage, self._half_line, self._half_close, self._crowd, self._mute_subscribers, self._reset,
                 self._long_line, self._deep_line, self._flood]
        while not self._pause(2):
            kind = self.random.choice(kinds)
            self.count(f"rude: {kind.__name__[1:]}")
            kind()
            with Client(self.session.socket) as client:
                self._ask(client, "ping")

    def _open(self):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(10)
        connection.connect(self.session.socket)
        return connection

    def _garbage(self):
        with self._open() as connection:
            for _ in range(50):
                connection.sendall(self.random.randbytes(self.random.randint(1, 2000)) + b"\n")
            self._drain(connection, 0.2)

    def _half_line(self):
        with self._open() as connection:
            connection.sendall(b'{"id":1,"verb":"sel')
            self._ended.wait(1)

    def _half_close(self):
        with self._open() as connection:
            connection.sendall(b'{"id":1,"verb":"state"}\n' * 20)
            connection.shutdown(socket.SHUT_WR)
            replies = self._drain(connection, 10).count(b'"ok"')
            if replies != 20 and not self.is_daemon_killed:
                raise AssertionError(f"a client that shut down its writing side got {replies} of 20 replies")

    def _crowd(self):
        """Opens 1,000 connections at once."""
        crowd = []
        try:
            for _ in range(1000):
                crowd.append(self._open())
        finally:
            self.count("connections", len(crowd))
            for connection in crowd:
                connection.close()

    def _mute_subscribers(self):
        """Subscribes 100 times, and closes without having read anything."""
        crowd = [self._open() for _ in range(100)]
        for connection in crowd:
            connection.sendall(b'{"id":1,"verb":"subscribe"}\n' * 3)
        self._ended.wait(2)
        for connection in crowd:
            connection.close()

    def _reset(self):
        """Closes with unread replies, which resets the connection."""
        for _ in range(100):
            with self._open() as connection:
                connection.sendall(b'{"id":1,"verb":"state"}\n' * 5)

    def _long_line(self):
        with self._open() as connection:
            connection.sendall(b"x" * 200_000)
            self._drain(connection, 0.2)

    def _deep_line(self):
        with self._open() as connection:
            connection.sendall(b"[" * 60_000 + b"\n" + json.dumps({"verb": "e\u0301" * 20_000}).encode()[:60_000] + b"\n")
            self._drain(connection, 0.2)

    def _flood(self):
        """Sends as many pings as fit, and reads no reply."""
        with self._open() as connection:
            connection.setblocking(False)
            end = time.monotonic() + 1
            while time.monotonic() < end:
                try:
                    connection.send(b'{"id":1,"verb":"ping"}\n' * 1000)
                except BlockingIOError:
                    time.sleep(0.05)

    @staticmethod
    def _drain(connection, seconds):
        """Returns the input until the daemon closes, or is silent for some time."""
        connection.settimeout(seconds)
        data = b""
        try:
            while chunk := connection.recv(1 << 16):
                data += chunk
        except (socket.timeout, ConnectionError):
            pass
        return data

    # The machine.

    def outputs(self):
        """Scales, resizes, rotates, plugs and unplugs outputs; at times the last one is unplugged."""
        sway, outer = self.session.inner, self.session.outer
        while not self._pause(4):
            names = sway.outputs()
            kind = self.random.randrange(6)
            self.count("output changed")
            if kind == 0 or not names:
                if len(names) < 3:
                    sway.message("create_output")
            elif kind == 1:
                outer.message(f'[title="^wlroots - {self.random.choice(names)}$"] kill')
            elif kind == 2:
                sway.message("output", self.random.choice(names), "scale", self.random.choice(SCALES))
            elif kind == 3:
                sway.message("output", self.random.choice(names), "transform", self.random.choice(TRANSFORMS))
            elif kind == 4:
                sway.message("output", self.random.choice(names), "disable")
                self._ended.wait(0.3)
                sway.message("output", "*", "enable")
            else:
                sway.message("output", "*", "enable")

    def slow_disk(self):
        """Lets each fsync and rename of the daemon and of Flash take 0.3 s, for some seconds."""
        strace = shutil.which("strace")
        pids = [self.session.daemon.pid] + [
            pid for pid in self.session.processes() if self._argument(pid).endswith("tabshell-flash")]
        calls = "fsync,fdatasync,rename,renameat,renameat2"
        slow = subprocess.Popen(
            [strace, "-f", "-q", "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:delay_enter=300000"]
            + [word for pid in pids for word in ("-p", str(pid))],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.count("slow disk")
        self._ended.wait(8)
        slow.send_signal(signal.SIGINT)
        slow.wait(30)
        self._ended.wait()

    @staticmethod
    def _argument(pid):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                return file.read().split(b"\0")[0].decode(errors="replace")
        except OSError:
            return ""

    def kills(self, victims, seconds):
        """Kills programs in the middle of the round; the daemon starts them again, and this program the daemon."""
        self._ended.wait(seconds / 3)
        for name, pid in victims:
            self.count(f"kill: {name}")
            if name == "daemon":
                # A daemon does not start with an invalid configuration.
                with self.configuring:
                    self.is_daemon_killed = True
                    self.session.write_configuration(self.session.usual)
                self.session.daemon.kill()
                self.session.daemon.wait()
                self._ended.wait(0.2)
                self.session.start_daemon()
                while not os.path.exists(self.session.socket):
                    time.sleep(0.05)
                self._ended.wait(1)
                self.is_daemon_killed = False
            else:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    self.fault(f"{name} had ended before it was killed")
        self._ended.wait()
