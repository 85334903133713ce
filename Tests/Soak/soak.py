#!/usr/bin/env python3
"""Runs the whole shell under every load at once, and fails if anything grows.

    soak.py --products FOLDER --minutes N [--seed S] [--out FOLDER]

Writes soak.svg, samples.json and verdict.txt. Exit status: 0 if everything is flat, 1 if not, 2 for a wrong call.
docs/develop/testing.md describes the loads, the figures and the rule.
"""
import argparse
import itertools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

import picture
import sampling
import verdict
from client import Client
from loads import LOOKS, SCALES, TEXT_SCALES, TRANSFORMS, Loads
from session import PROGRAMS as PRODUCTS
from session import TABS, TRACED, Session

#: The length of a round, of its load, and of the silence in which wake-ups are counted, s.
ROUND, LOAD, SILENCE = 20, 10, 4
#: The last tabs at rest: of the default look.
PROGRAMS = ["panel"] + [f"page:{tab}" for tab in TABS]
#: The programs killed once, before these rounds: early, so that they live for nearly the whole run. Notes is
#: killed in each fourth round besides, and the daemon at these shares of a run.
KILLS = {"panel": 1, "page:home": 2, "page:flash": 3, "page:growth": 4}
DAEMON_KILLS = [0.2, 0.6]
#: The number of sizes for filling the pages' caches, and of measurements shown in each layout of the loads.
FILLED_SIZES, FILLED_VALUES = 100, 8


class Soak:
    """A run: rounds of load and rest."""

    def __init__(self, session, minutes, seed):
        self.session = session
        self.minutes = minutes
        self.loads = Loads(session, seed)
        self.random = random.Random(seed + 1)
        self.start = time.monotonic()
        self.lines, self.machine, self.kills = {}, [], {}
        self.pids = {}

    @property
    def minute(self):
        return (time.monotonic() - self.start) / 60

    def run(self):
        self.session.start_daemon()
        with self._connect(30) as client:
            self._wait_until_alive(client)
        self._import_history()
        rounds = max(int(self.minutes * 60 / ROUND), 1)
        due = [(number, name) for name, number in KILLS.items()]
        due += [(max(round(share * rounds), 1), "daemon") for share in DAEMON_KILLS]
        for number in range(rounds):
            began = time.monotonic()
            victims = [(name, self.pids.get(name)) for due_round, name in due if due_round == number]
            if number % 4 == 3:
                victims.append(("page:notes", self.pids["page:notes"]))
            for name, _ in victims:
                self.kills.setdefault(name, []).append(self.minute + LOAD / 180)
            self.loads.run(LOAD / 2, number % 3 == 1, [])
            self._sample(self.pids)
            self.loads.run(LOAD / 2, False, victims)
            if not self._rest({name for name, _ in victims}):
                break
            if number == max(KILLS.values()):
                self._fill_caches()
            print(f"round {number + 1} of {rounds}: {self._summary()}", flush=True)
            time.sleep(max(began + ROUND - time.monotonic(), 0) if number + 1 < rounds else 0)

    def _connect(self, seconds):
        """A connection to the daemon, once it answers."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return Client(self.session.socket)
            except (OSError, ConnectionError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def _import_history(self):
        """Two years of readings, for pages with content."""
        file = self.session.home / "history.csv"
        now = time.time()
        rows = [
            time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now - hour * 3600))
            + f",{self.random.randint(20, 110)},{self.random.randint(45, 110)}\n" for hour in range(1, 2 * 365 * 24, 4)]
        file.write_text("timestamp,sdnn,hr\n" + "".join(rows))
        self.session.command("tabshell-stress", "import", str(file), timeout=300, check=True)

    def _fill_caches(self):
        """Fills the caches of the pages' texts, first with many sizes, then with all that the loads show in theirs.

        cairo keeps 512 pages of 32 glyphs, and Pango 256 sets of fonts, of whatever sizes were drawn. Left to chance, that
        takes longer than a run: the size of Home's figure depends on the screen and the bar, and each digit is a
        new glyph of some kB in each of its sizes.
        """
        for number in range(FILLED_SIZES):
            with self._shown(0.7 + 0.02 * number, SCALES[number % 2]) as client:
                for tab in TABS:
                    client.request("select", tab=tab)
                    time.sleep(0.15)
        for text_scale, scale, transform in itertools.product(TEXT_SCALES, SCALES, TRANSFORMS[:2]):
            with self._shown(text_scale, scale, transform) as client:
                for look, is_minimized in itertools.product(LOOKS, [False, True]):
                    client.request("look", look=look)
                    client.request("bar", minimized=is_minimized)
                    self._fill_layout(client)
        for name, pid in self.pids.items():
            print(f"filled: {name} {sampling.sample(pid)['private']} kB", flush=True)

    def _fill_layout(self, client):
        """Shows all pages with ever other measurements and days, and without any, in the present layout."""
        for _ in range(FILLED_VALUES):
            client.request("select", tab="home")
            self.loads.add_measurement()
            time.sleep(0.1)
        for tab in ["flash", "notes"]:
            client.request("select", tab=tab)
            time.sleep(0.1)
        for _ in range(4):
            client.request("open", tab="growth", route=self.loads.day())
            time.sleep(0.06)
        client.request("select", tab="home")
        self.loads.remove_measurements()
        time.sleep(0.1)

    def _shown(self, text_scale, scale, transform="normal"):
        """Gives the pages a size, and returns a connection to the daemon."""
        self.session.inner.message("output", "*", "scale", scale, "transform", transform)
        self.session.write_configuration(f"text_scale = {text_scale:.2f}\n" + self.session.usual)
        client = self._connect(30)
        client.request("reload")
        return client

    # Rest.

    def _rest(self, killed):
        """Brings the shell back to the same state, waits until it is idle, and samples it."""
        session = self.session
        session.write_configuration(session.usual)
        removed = session.command("tabshell-stress", "delete", "--from", self.loads.first_measurement, "--for-good")
        if "removed_for_good" not in removed:
            self.loads.fault(f"minute {self.minute:.1f}: the measurements were not removed: {removed}")
        self._restore_outputs()
        try:
            with self._connect(30) as client:
                client.request("reload")
                self._restore(client)
                pids = self._wait_until_alive(client)
                self._restore(client)
        except (OSError, ConnectionError, TimeoutError) as error:
            self.loads.fault(f"minute {self.minute:.1f}: at rest the shell did not come back: {error}")
            return False
        for name, pid in self.pids.items():
            if name in pids and pids[name] != pid and name not in killed:
                self.loads.fault(f"minute {self.minute:.1f}: {name} ended by itself (process {pid})")
        self.pids = pids
        self._wait_until_idle(pids)
        before = {name: sampling.switches(pid) for name, pid in pids.items()}
        time.sleep(SILENCE)
        wakeups = {name: sampling.switches(pid) - before[name] for name, pid in pids.items()}
        compositors = {"inner": self.session.inner.process.pid, "outer": self.session.outer.process.pid}
        before = {name: sampling.processor_time(pid) for name, pid in [*pids.items(), *compositors.items()]}
        stolen = sampling.stolen()
        missed = self._missed_frames()
        after = {name: sampling.processor_time(pid) for name, pid in [*pids.items(), *compositors.items()]}
        cost = {name: after[name][0] - before[name][0] for name in after}
        machine = {
            "waited": sum(after[name][1] - before[name][1] for name in after), "stolen": sampling.stolen() - stolen,
            **{name: cost[name] for name in compositors}}
        self._sample(pids, {"wakeups": wakeups, "missed": missed, "cost": cost}, machine)
        return True

    def _restore(self, client):
        client.request("look", look="stress-monitor")
        client.request("appearance", appearance="light")
        client.request("sheet", tab=None)
        client.request("menu", tab=None)
        client.request("focus", move="leave")
        client.request("preferences", contrast=None, motion=None, transparency=None, text_scale=None)
        for tab in TABS:
            client.request("badge", tab=tab, badge=None)
            client.request("root", tab=tab)
        client.request("select", tab="home")

    def _restore_outputs(self):
        """One output of the same size, scale and rotation."""
        sway, outer = self.session.inner, self.session.outer
        if sway.process.poll() is not None:
            raise RuntimeError(f"sway ended with status {sway.process.returncode}")
        sway.message("output", "*", "enable")
        names = sway.outputs()
        if not names:
            sway.message("create_output")
        for name in names[1:]:
            outer.message(f'[title="^wlroots - {name}$"] kill')
        sway.message("output", "*", "scale", "1", "transform", "normal")

    def _wait_until_alive(self, client):
        """The process ids by program, once all programs are alive."""
        deadline = time.monotonic() + 60
        while True:
            programs = client.request("state")["ok"]["programs"]
            alive = {one["program"]: one["pid"] for one in programs if one.get("phase") == "alive"}
            if set(PROGRAMS) == set(alive):
                return {"daemon": self.session.daemon.pid, **alive}
            if time.monotonic() > deadline:
                raise TimeoutError(f"of {PROGRAMS} are alive: {sorted(alive)}: {programs}")
            time.sleep(0.1)

    def _wait_until_idle(self, pids):
        deadline = time.monotonic() + 15
        last, since = None, 0
        while True:
            now = {name: sampling.switches(pid) for name, pid in pids.items()}
            extra = len(self.session.processes()) - len(pids)
            # The daemon synchronizes its last change within a second, which is not an idle wake-up.
            unsaved = not self.session.is_synchronized()
            if now != last or extra or unsaved:
                if time.monotonic() > deadline:
                    busy = [name for name in now if last and now[name] != last[name]]
                    why = (f"{', '.join(busy)} still wake up" if busy else
                           f"{extra} programs too many run" if extra else "the state is not synchronized")
                    return self.loads.fault(f"minute {self.minute:.1f}: 15 s after the load, {why}")
                last, since = now, time.monotonic()
            elif time.monotonic() - since > 0.7:
                return None
            time.sleep(0.1)

    def _missed_frames(self):
        """The share of missed frames of each program in six switches with nothing else going on, %."""
        logs = {name: self.session.logs / name for name in TRACED}
        for log in logs.values():
            if log.exists():
                self._keep_messages(log)
                os.truncate(log, 0)
        with Client(self.session.socket) as client:
            for tab in ["flash", "growth", "notes", "home", "growth", "home"]:
                client.request("select", tab=tab)
                time.sleep(0.4)
        found = {}
        for name, log in logs.items():
            drawn, missed = sampling.frames(log.read_text(errors="replace")) if log.exists() else (0, 0)
            program = {"tabshell-panel": "panel", "tabshell-page": "page:notes"}.get(name, name.replace("tabshell-", "page:"))
            found[program] = 100 * missed / (drawn + missed) if drawn + missed else None
        return found

    def _keep_messages(self, log):
        """Adds a program's output, and its protocol errors, to a kept file."""
        with open(log, errors="replace") as lines, open(self.session.logs / "messages", "a", encoding="utf-8") as messages:
            for line in lines:
                if not sampling.TIME.match(line) or "wl_display@1.error" in line:
                    messages.write(f"minute {self.minute:.1f}: {log.name}: {line}")

    def _sample(self, pids, figures=None, machine=None):
        """Notes the figures of all programs; the ones counted at rest are passed, by figure and program."""
        rest = machine is not None
        for name, pid in pids.items():
            one = sampling.sample(pid)
            if one:
                one.update(minute=self.minute, rest=rest)
                one.update({figure: of.get(name) for figure, of in (figures or {}).items()})
                self.lines.setdefault((name, pid), []).append(one)
            elif rest:
                self.loads.fault(f"minute {self.minute:.1f}: {name} ended by itself at rest (process {pid})")
        if rest:
            sway = sampling.sample(self.session.inner.process.pid)
            logs = sum(
                file.stat().st_size for file in self.session.logs.iterdir() if file.name.startswith("tabshelld"))
            self.machine.append({
                "minute": self.minute, "load": os.getloadavg()[0], "sway": sway and sway["private"], "logs": logs / 1024,
                "programs": len(self.session.processes()), **machine})

    def _summary(self):
        words = []
        for name, pid in self.pids.items():
            one = self.lines[name, pid][-1]
            if not one["rest"]:
                continue
            words.append(f"{name} {one['private']} kB {one['descriptors']} fd {one['wakeups']} wakes "
                         f"{one['cost']:.0f} ms {one['missed'] or 0:.0f} % missed")
        words += [f"{name} {value:.0f}" for name, value in self.machine[-1].items()]
        return ", ".join(words)

    # The result.

    def report(self, out, title):
        rests = {key: [one for one in samples if one["rest"]] for key, samples in self.lines.items()}
        found = verdict.fits(rests)
        sentences = self.loads.faults + verdict.failures(found)
        end = max(self.minute, 0.1)
        (out / "soak.svg").write_text(picture.draw(self.lines, self.machine, self.kills, found, title, end))
        counts = dict(sorted(self.loads.counts.items()))
        (out / "samples.json").write_text(json.dumps({
            "title": title, "counts": counts, "kills": self.kills, "machine": self.machine,
            "lines": [{"name": name, "pid": pid, "samples": samples} for (name, pid), samples in self.lines.items()]}))
        rows = [f"{title}: {'; '.join(sentences) if sentences else 'everything is flat'}", ""]
        rows += [f"{number:9d}  {what}" for what, number in counts.items()] + [""]
        for (name, pid, figure), fit in sorted(found.items()):
            label, unit, _ = verdict.FIGURES[figure]
            rows.append(
                f"{name:12} {pid:8d}  {label:16} {fit.mean:9.1f} {unit}, {fit.rise:+.1f} ± {2 * fit.uncertainty:.1f} "
                f"in {fit.end - fit.start:.0f} min")
        (out / "verdict.txt").write_text("\n".join(rows) + "\n")
        return sentences


def in_session(arguments, stage, out):
    """Runs a soak as the user who may run a compositor; returns the exit status."""
    session = soak = None
    try:
        session = Session(stage, arguments.products, arguments.preload)
        soak = Soak(session, arguments.minutes, arguments.seed)
        try:
            soak.run()
        except (Exception, KeyboardInterrupt) as error:  # the samples so far are worth a picture
            soak.loads.fault(f"minute {soak.minute:.1f}: {type(error).__name__}: {error}")
        left = session.stop()
        session = None
        if left:
            soak.loads.fault(f"{len(left)} programs outlived the daemon")
        sentences = soak.report(out, f"tabshell {arguments.commit}, {arguments.minutes:g} minutes, seed {arguments.seed}")
        shutil.copytree(stage / "logs", out / "logs")
        for sentence in sentences:
            print(f"soak: {sentence}", file=sys.stderr)
        if not sentences:
            print("soak: everything is flat")
        return 1 if sentences else 0
    finally:
        if session:
            session.stop()


def drop_privileges(stage):
    """Becomes the user of the tests if the run was started by root, as whom sway refuses to run."""
    if os.geteuid() != 0:
        return
    user = int(os.environ.get("TABSHELL_TEST_UID", "65534"))
    subprocess.run(["chown", "-R", f"{user}:{user}", stage], check=True)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def main():
    parser = argparse.ArgumentParser(description="Runs the whole shell under load, and fails if anything grows.")
    parser.add_argument("--products", required=True, type=pathlib.Path, help="the folder of the built programs")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out/soak"))
    arguments = parser.parse_args()
    if shutil.which("strace") is None:
        parser.error("strace is missing, which slows the disk down")
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=pathlib.Path(__file__).parent, capture_output=True, check=False)
    arguments.commit = described.stdout.decode().strip() or "unknown"
    arguments.products = arguments.products.resolve()
    arguments.out.mkdir(parents=True, exist_ok=True)
    print(f"soak: {arguments.minutes:g} minutes, seed {arguments.seed}", flush=True)

    # Not in memory: the pages of a program there would count as dirty.
    stage = pathlib.Path(tempfile.mkdtemp(prefix="tabshell-soak."))
    result = stage / "out"
    for folder in (stage / "products", result):
        folder.mkdir()
    for name in PRODUCTS:
        shutil.copy(arguments.products / name, stage / "products" / name)
    arguments.products = stage / "products"
    arguments.preload = stage / "presentation.so"
    source = pathlib.Path(__file__).with_name("presentation.c")
    subprocess.run(["clang", "-O1", "-shared", "-fPIC", "-Wall", "-Werror", "-o", arguments.preload, source], check=True)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.setsid()
            drop_privileges(stage)
            status = in_session(arguments, stage, result)
        finally:
            sys.stdout.flush()
            os._exit(status)
    # The child runs on; signals are passed to it, so that an interrupted run is also reported.
    try:
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    except KeyboardInterrupt:
        os.kill(child, 2)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    for file in result.iterdir():
        target = arguments.out / file.name
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(file, target) if file.is_dir() else shutil.copy(file, target)
    shutil.rmtree(stage, ignore_errors=True)
    print(f"soak: {arguments.out}/soak.svg, verdict.txt, samples.json")
    return status


if __name__ == "__main__":
    sys.exit(main())
