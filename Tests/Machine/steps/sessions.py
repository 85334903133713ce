"""Sessions: how they begin and end, and several at a time."""
import base64
import re
import statistics
import struct

from machine import Failure

SESSION = "/usr/bin/tabshell-session"
TRACE = "/sys/kernel/tracing"


def logout(machine):
    """After a logout by keys the session comes back."""
    machine.log_out()
    machine.alive()


def greeter(machine):
    """A login by a greeter starts the session, and the greeter is back after a logout."""
    machine.run("passwd -d kiosk >/dev/null")
    machine.session("/usr/sbin/agreety --cmd tabshell-session", user="_greetd")
    machine.wait_for_text(7, "login:")
    machine.dump("greeter")
    machine.type("kiosk\n")
    machine.alive()
    machine.tap(*machine.place("flash"))
    machine.selected("flash")
    machine.log_out()
    machine.wait_for_text(7, "login:")
    machine.session(SESSION)
    machine.alive()


def console(machine):
    """A session that is started on a console stands, and gives the console back at its end."""
    machine.run("passwd -d kiosk >/dev/null; systemctl stop greetd; chvt 2")
    for text, answer in [("login:", "kiosk"), ("$", "tabshell-session")]:
        machine.wait_for_text(2, text)
        machine.type(f"{answer}\n")
    machine.alive()
    machine.tap(*machine.place("growth"))
    machine.selected("growth")
    machine.log_out()
    machine.wait_for_text(2, "$")
    machine.dump("console")
    machine.type("exit\n")
    machine.run("systemctl start greetd")
    machine.alive()


def fonts(machine):
    """Without a cache of fontconfig, and where none can be written, the session has its texts."""
    machine.run("rm -rf /var/cache/fontconfig /home/kiosk/.cache; touch /var/cache/fontconfig /home/kiosk/.cache")
    machine.restart()
    machine.picture("fonts")
    machine.run("rm /var/cache/fontconfig /home/kiosk/.cache")
    machine.restart()


def reboot(machine):
    """The end of the session leaves no process and no socket; after a reboot the selection is there."""
    machine.user("tabctl select growth")
    machine.run("systemctl stop greetd")
    machine.wait("the end of all programs", lambda: not machine.run("pgrep -a tabshell", check=False))
    # Lock files stay; an ended process does not hold them. A compositor's own socket stays if SIGHUP ends it.
    left = machine.run("find /run/user/1000/tabshell -type s", check=False)
    machine.reboot()
    machine.alive()
    machine.selected("growth")
    machine.picture("reboot")
    killed = machine.run("journalctl -b -1 --no-pager -o cat | grep -E 'timed out|signal SIGKILL' | grep -iE 'tabshell|greetd'", check=False)
    if left or killed:
        raise Failure(f"left behind: {left}; {killed}")


def other(machine):
    """Another user's session on another terminal has a state of its own, and neither reaches the other's socket."""
    machine.run("id other >/dev/null 2>&1 || useradd -m -u 1001 -s /bin/bash other; passwd -d other >/dev/null")
    machine.run(f"echo 'exec tabshell-session --compositor {machine.compositor}' >/home/other/.profile; chown other: /home/other/.profile")
    machine.user("tabctl select flash")
    # Not from the serial line's session, in which pam_systemd begins no other one.
    machine.run("systemd-run -q openvt -f -s -w -c 2 -- login -f other")
    machine.wait("the other session", lambda: '"phase":"alive"' in machine.user("tabctl status --json", name="other", check=False))
    machine.user("tabctl select growth", name="other")
    machine.picture("other")
    machine.selected("flash")
    answer = machine.user("TABSHELL_SOCKET=$(ls /run/user/1000/tabshell/*.sock | head -n 1) tabctl select home", name="other", check=False)
    machine.selected("flash")
    machine.return_to_session()
    machine.tap(*machine.place("home"))
    machine.selected("home")
    machine.picture("other-back")
    machine.run("loginctl terminate-user other")
    machine.wait("the end of the other session", lambda: not machine.run("pgrep -u other tabshell", check=False))
    machine.alive()
    return answer


def units(machine):
    """tabshell.target runs beneath somebody else's plain sway, and its end leaves nothing."""
    machine.run("printf 'exec systemctl --user import-environment WAYLAND_DISPLAY\\n' >/etc/sway/plain")
    machine.session("sway -c /etc/sway/plain")
    machine.wait("the compositor", lambda: "WAYLAND_DISPLAY" in machine.user("systemctl --user show-environment", check=False))
    machine.user("systemctl --user enable --now tabshell.target")
    machine.alive()
    machine.user("tabctl select growth")
    machine.tap(*machine.place("flash"))
    machine.selected("flash")
    machine.picture("units")
    machine.user("systemctl --user disable --now tabshell.target")
    machine.wait("the end of all programs", lambda: not machine.run("pgrep -a tabshell", check=False))
    machine.session(SESSION)
    machine.alive()


def first(machine):
    """The time from the compositor's socket to the first frames of bar and page, as a multiple of foot's in the same boot."""
    machine.user("tabctl select home")
    machine.synchronized("home")
    machine.run("printf 'exec systemd-cat foot\\n' >/etc/sway/foot")
    trace_frames(machine)
    programs = {"sway -c /etc/sway/foot": ["foot"], SESSION: ["tabshell-panel", "tabshell-home"]}
    times = {command: [] for command in programs}
    for _ in range(6):
        for command, names in programs.items():
            # systemd limits the number of starts.
            machine.run(f"echo >{TRACE}/trace; systemctl reset-failed greetd")
            machine.session(command)
            times[command].append(machine.wait("the first frames", lambda: first_frame(machine, names)))
    machine.run(f"echo 0 >{TRACE}/events/uprobes/enable; echo >{TRACE}/uprobe_events")
    machine.session(SESSION)
    machine.alive()
    # The first start of a program reads it from the disk.
    foot, shell = (statistics.median(values[1:]) for values in times.values())
    return f"foot {foot:.0f} ms, bar and page {shell:.0f} ms, medians of 5: {shell / foot:.2f}"


def trace_frames(machine):
    """Has the kernel trace attached buffers and commits, without the cost of WAYLAND_DEBUG."""
    library = machine.run("realpath /usr/lib/*/libwayland-client.so.0")
    offset = symbol(base64.b64decode(machine.run(f"base64 {library}")), b"wl_proxy_marshal_array_flags")
    # The proxy, the name of its interface, the opcode, and the first argument.
    proxy, opcode, arguments = {"amd64": ("di", "si", "r9"), "arm64": ("x0", "x1", "x5")}[machine.architecture]
    probe = f"p:request {library}:{offset} proxy=%{proxy}:x64 name=+0(+0(+0(%{proxy}))):string opcode=%{opcode}:u32 argument=+0(%{arguments}):x64"
    machine.run(
        f"mountpoint -q {TRACE} || mount -t tracefs tracefs {TRACE}; echo mono >{TRACE}/trace_clock; echo '{probe}' >{TRACE}/uprobe_events; "
        f"""echo 'name == "wl_surface" && (opcode == 1 || opcode == 6)' >{TRACE}/events/uprobes/request/filter; """
        f"echo 1 >{TRACE}/events/uprobes/enable")


def symbol(library, name):
    """The address of a function of a shared library, which is also its offset in the file."""
    sections, = struct.unpack_from("<Q", library, 0x28)
    size, count = struct.unpack_from("<HH", library, 0x3A)
    headers = [struct.unpack_from("<IIQQQQIIQQ", library, sections + number * size) for number in range(count)]
    # SHT_DYNSYM, which names the section of its strings.
    _, _, _, _, start, length, link, *_ = next(header for header in headers if header[1] == 11)
    strings = headers[link][4]
    for entry in range(start, start + length, 24):
        offset, value = struct.unpack_from("<I4xQ", library, entry)
        if library[strings + offset:].split(b"\0", 1)[0] == name:
            return value
    raise Failure(f"no {name}")


def first_frame(machine, programs):
    """The time from the socket of the compositor to the first commits of buffers by all programs, ms; nil before."""
    # The marker has both clocks.
    machine.run(f"date +%s.%N >{TRACE}/trace_marker")
    trace = machine.run(f"grep -E 'request:|tracing_mark_write:' {TRACE}/trace")
    *_, (now, marker) = re.findall(r"([0-9.]+): tracing_mark_write: ([0-9.]+)", trace)
    socket = machine.user("stat -c %.6W $(ls -d $XDG_RUNTIME_DIR/wayland-? | tail -n 1)", check=False)
    frames = []
    for program in programs:
        found = re.search(rf" {program}-.*(proxy=\S+) .*opcode=1 argument=0x[1-9a-f](?s:.*?) ([0-9.]+): request: .*\1 .*opcode=6", trace)
        if not found:
            return None
        frames.append(float(found[2]) - float(now) + float(marker) - float(socket))
    return max(frames) * 1000


def journal(machine):
    """A session that is used a lot writes less than 50 lines to the journal, none of them a warning, and the kernel would end pages first."""
    scores = machine.run(
        "for p in tabshelld tabshell-panel tabshell-home; do echo $p $(cat /proc/$(pgrep -o -x $p)/oom_score_adj); done")
    machine.run("journalctl -n 0 --no-pager --cursor-file=/run/cursor")
    machine.restart()
    machine.user(
        "for n in $(seq 40); do for tab in flash growth home; do tabctl select $tab && tabctl badge $tab $n; done; done; "
        "tabctl push details --tab growth; tabctl root --tab growth; for tab in flash growth home; do tabctl badge $tab --clear; done")
    machine.tap(*machine.place("flash"))
    machine.selected("flash")
    since = 'journalctl --no-pager -o cat --after-cursor="$(cat /run/cursor)" _UID=1000'
    lines = int(machine.run(f"{since} | wc -l"))
    # A busy host stops the machine for seconds.
    warnings = machine.run(f"{since} -p warning | grep -v 'has not answered for 5 s'", check=False)
    if lines >= 50 or warnings:
        raise Failure(f"{lines} lines; {warnings}")
    return f"{scores}; {lines} lines".replace("\n", ", ")
