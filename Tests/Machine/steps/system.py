"""What happens to a computer: its clock, disk, memory, screens and sleep."""
from machine import MEMORY, Failure


def screens(machine):
    """The mode, the scale and the output change during transitions, and a finger still finds the tabs."""
    output = machine.screen("wlr-randr | head -n 1 | cut -d ' ' -f 1")
    for change in ["--scale 1.5", "--custom-mode 600x900", "--off", "--on --preferred --scale 1", "--transform 180", "--transform normal"]:
        machine.user("tabctl select home; tabctl select growth")
        machine.screen(f"wlr-randr --output {output} {change}")
    machine.alive()
    machine.selected("growth")
    machine.picture("screens")
    machine.tap(*machine.place("flash"))
    machine.selected("flash")


def second(machine):
    """A second output comes and goes during transitions and during a drag, and the bar stays on the first."""
    machine.screen("tabctl select home; swaymsg create_output >/dev/null; tabctl select growth")
    machine.wait("the second output", lambda: "HEADLESS" in machine.screen("swaymsg -t get_outputs -r"))
    machine.alive()
    machine.picture("second")
    place, end = machine.place("growth"), machine.place("home")
    machine.touch("begin", *place)
    machine.slide(place, ((place[0] + end[0]) / 2, place[1]))
    machine.screen("for o in $(swaymsg -t get_outputs -r | grep -o 'HEADLESS-[0-9]' | sort -u); do swaymsg output $o unplug; done")
    machine.touch("end", *end)
    machine.alive()
    machine.user("tabctl select home")
    machine.tap(*machine.place("flash"))
    machine.selected("flash")


def sleep(machine):
    """After a suspension the first tap is taken."""
    machine.user("tabctl select home")
    machine.run("systemctl suspend &")
    machine.wait("sleep", lambda: machine.command("query-status")["status"] == "suspended")
    machine.command("system_wakeup")
    # Until then the driver of the serial line loses input.
    machine.wait("the kernel's word", lambda: "PM: suspend exit" in (machine.work / "console").read_text(errors="replace"))
    machine.wait_for_shell()
    machine.wait("the touch screen", machine.has_touch)
    machine.alive()
    machine.tap(*machine.place("flash"))
    machine.selected("flash")
    # QEMU's GPU shows nothing until the next boot: its driver does not give it the screen's buffers again.
    machine.shot("sleep")


def clock(machine):
    """A day forward and back changes nothing."""
    machine.run("date -s '+1 day' >/dev/null")
    machine.alive()
    machine.run("date -s '-1 day' >/dev/null")
    machine.alive()


def summer(machine):
    """The end of daylight-saving time, an hour that comes twice, changes nothing."""
    machine.run("now=$(date +%s); echo $now >/run/now; timedatectl set-timezone Europe/Berlin; date -s '2026-10-25 02:59:57 CEST' >/dev/null")
    machine.wait("winter time", lambda: machine.run("date +%Z") == "CET")
    machine.alive()
    machine.user("tabctl select flash")
    machine.selected("flash")
    machine.picture("summer")
    machine.run("date -s @$(($(cat /run/now) + 60)) >/dev/null; timedatectl set-timezone UTC")
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


def home(machine):
    """In a home that is read-only a selection is in force, and says that it is not saved; afterwards it is."""
    machine.run("mount --bind /home /home; mount -o remount,bind,ro /home")
    try:
        said = machine.user("tabctl select growth", check=False)
        finding = machine.user("tabctl doctor 2>/dev/null | grep storage", check=False)
        machine.selected("growth")
        machine.picture("home")
    finally:
        machine.run("umount -l /home")
    machine.user("tabctl select home")
    machine.synchronized("home")
    return f"{said}; {finding}"


def memory(machine):
    """With 256 MiB of memory left the shell works; a program that takes more than all ends, and the shell stays."""
    def available():
        return int(machine.run("awk '/MemAvailable/ { print $2 }' /proc/meminfo")) >> 10
    before = {name: machine.pid(name) for name in ("tabshelld", "tabshell-panel")}
    machine.command("balloon", value=MEMORY - available() + 256 << 20)
    machine.wait("little memory", lambda: available() < 300)
    try:
        for tab in ("flash", "growth", "home"):
            machine.user(f"tabctl select {tab}")
            machine.alive()
        machine.tap(*machine.place("flash"))
        machine.selected("flash")
        free = available()
        machine.run("head -c 2G /dev/zero | tail >/dev/null", check=False)
        machine.alive()
        machine.picture("memory")
        machine.user("tabctl select growth")
        machine.selected("growth")
    finally:
        machine.command("balloon", value=MEMORY << 20)
    restarted = [name for name, pid in before.items() if machine.pid(name) != pid]
    if restarted:
        raise Failure(f"ended for want of memory: {', '.join(restarted)}")
    return f"{free} MiB were available; " + machine.run("journalctl -b --no-pager -o cat | grep 'Killed process' | tail -n 1")
