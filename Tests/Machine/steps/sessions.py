"""Sessions: how they begin and end, and several at a time."""
import re

from machine import Failure

SESSION = "/usr/bin/tabshell-session"


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
    # The files of locks stay, which a process that has ended does not hold. A compositor's own socket stays if SIGHUP ends it.
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
    machine.run("printf 'export WAYLAND_DEBUG=client\\n' >/etc/profile.d/debug.sh; printf 'exec systemd-cat foot\\n' >/etc/sway/foot")
    times = {}
    machine.user("tabctl select home")
    machine.synchronized("home")
    # The daemon writes what a page has to say after the page's name.
    # The first start of a program reads it from the disk.
    for command, programs in 2 * [("sway -c /etc/sway/foot", {"foot": ""}), (SESSION, {"tabshell-panel": "", "tabshelld": "home: "})]:
        machine.session(command)
        times[command] = machine.wait("the first frames", lambda: first_frame(machine, programs))
    machine.run("rm /etc/profile.d/debug.sh")
    machine.session(SESSION)
    machine.alive()
    foot, shell = times.values()
    return f"foot {foot:.0f} ms, bar and page {shell:.0f} ms: {shell / foot:.2f}"


def first_frame(machine, programs):
    """The time from the socket of the compositor to the first commits of buffers by all programs, ms; nil before."""
    socket = machine.user("stat -c %.6W $(ls -d $XDG_RUNTIME_DIR/wayland-? | tail -n 1)", check=False)
    frames = []
    for program, prefix in programs.items():
        pid = machine.pid(program)
        lines = pid and machine.run(f"journalctl -b --no-pager -o cat _PID={pid} | grep -E '^{prefix}\\[.*(attach.wl_buffer|commit)' | head -n 40", check=False)
        found = re.search(r"wl_surface#(\d+)\.attach\(wl_buffer.*?\[ *([0-9.]+)\][^\n]*wl_surface#\1\.commit", lines or "", re.DOTALL)
        if not found:
            return None
        # libwayland's clock has 32 bits.
        frames.append((float(found[2]) * 1000 - float(socket) * 1_000_000) % (1 << 32) / 1000)
    return max(frames)


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
