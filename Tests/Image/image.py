#!/usr/bin/env python3
"""Drives the image of a kiosk: each step acts, waits for a condition, and takes a picture.

    image.py WORK OUTPUT [STEP...]
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import time

from day import day
from machine import WIDTH, Failure, Machine, run_steps

#: The bounds of the image's size and of the memory in use, MB.
SIZE, MEMORY = 900, 350
#: The place of the partition TABSHELL in the image.
STICK = "/machine/disk.img@@1M"
CUTS = 10
#: The time within which a condition holds, s: firmware, boot loader and initrd are emulated, too.
TIMEOUT = 1800
TABS = ["home", "flash", "growth"]


class Image(Machine):
    firmware = "bios"

    def start_options(self):
        # The image has no login on a serial line; these credentials of systemd and agetty give this machine one.
        credentials = ["getty.ttys.serial=ttyS1", "agetty.autologin=root", "login.noauth=yes"]
        options = [option for text in credentials for option in ("-smbios", f"type=11,value=io.systemd.credential:{text}")]
        # The watchdog is seen, and left without an effect: a busy machine stops the emulated one for longer than its time.
        options += ["-device", "i6300esb", "-action", "watchdog=none"]
        # With flash for its variables: without, UEFI writes them to the partition TABSHELL.
        flash = [("CODE", "readonly=on"), ("VARS", "snapshot=on")] if self.firmware == "uefi" else []
        for part, option in flash:
            options += ["-drive", f"if=pflash,format=raw,{option},file=/usr/share/OVMF/OVMF_{part}_4M.fd"]
        return options

    def wait(self, what, condition, timeout=TIMEOUT):
        return super().wait(what, condition, timeout)

    def wait_for_shell(self):
        # UEFI and its boot loader take input on the serial line, and stop.
        self.shell.settimeout(TIMEOUT)
        text = b""
        while b"automatic login" not in text:
            try:
                received = self.shell.recv(65536)
            except TimeoutError:
                received = b""
            if not received:
                raise Failure(f"no login on the serial line: {text[-400:]}")
            text += received
        super().wait_for_shell()

    def restart(self, firmware):
        self.firmware = firmware
        self.stop()
        self.start()
        return self.alive()

    def color(self, x, y):
        """The red, green and blue of a pixel of the screen; nothing outside the screen."""
        self.command("screendump", filename="/machine/a.ppm")
        header = re.match(rb"P6\s(\d+)\s(\d+)\s255\s", picture := (self.work / "a.ppm").read_bytes())
        offset = header.end() + 3 * (int(y) * int(header[1]) + int(x))
        return picture[offset:offset + 3] if int(header[1]) == WIDTH else b""

    def time_to(self, color, x, y):
        """The time from the start of the kernel until a pixel has a color, s."""
        self.stop()
        self.launch()
        self.wait("the color", lambda: self.color(x, y) == color)
        seen = time.monotonic()
        self.wait_for_shell()
        return float(self.run("cut -d' ' -f1 /proc/uptime")) - (time.monotonic() - seen)

    def stick(self, tool, *arguments, text=None):
        """Runs one of mtools on the partition TABSHELL."""
        subprocess.run(
            ["chroot", self.work / "qemu", tool, "-i", STICK, *arguments], input=text, text=True, check=True, stdout=subprocess.DEVNULL)

    def write(self, name, text):
        self.stick("mcopy", "-o", "-", f"::{name}", text=text)


def boot(image):
    """The bar and the first page stand, by a BIOS; size and memory are within their bounds."""
    state = image.alive()
    uptime = image.run("cut -d' ' -f1 /proc/uptime")
    image.place("flash")
    image.picture("boot")
    size = os.stat(image.work / "disk.img").st_size // 1_000_000
    memory = int(image.run("free -m | awk '/^Mem/ { print $3 }'"))
    if size > SIZE or memory > MEMORY:
        raise Failure(f"{size} MB of {SIZE}, {memory} MB of {MEMORY} in use")
    started = image.run("systemd-analyze | head -n 1")
    return f"{state['selection']['tab']} in front after {uptime} s; {size} MB, {memory} MB in use; {started}"


def sealed(image):
    """The root is read-only, and has neither a machine ID nor keys of a host; the watchdog and the bounds are in force."""
    image.run("findmnt -n -o OPTIONS / | grep -qw ro && mount --bind / /mnt && [ ! -s /mnt/etc/machine-id ] &&"
              " ! ls /mnt/etc/ssh/ssh_host_* && umount /mnt")
    # Other systems write names in letters of either case, and read sectors of 512 bytes only.
    image.run("[ -e /config/Config.TOML ] && [ $(od -A n -t u2 -j 11 -N 2 /dev/disk/by-partlabel/TABSHELL) = 512 ]")
    image.run("[ -s /etc/machine-id ] && findmnt -n -o OPTIONS /config | grep -qw ro && ! systemctl -q is-active ssh iwd")
    failed = image.run("systemctl list-units --failed --plain --no-legend")
    if failed:
        raise Failure(failed)
    return image.run("cat /sys/class/watchdog/watchdog0/identity; systemctl show -P RuntimeWatchdogUSec; journalctl --disk-usage;"
                     " df -h --output=target,size,used /var /config | tail -n 2").replace("\n", ", ")


def tap(image):
    """A finger on a tab selects it."""
    for tab in ["growth", "flash"]:
        image.tap(*image.place(tab))
        image.selected(tab)
        image.picture(f"tap-{tab}")


def power(image):
    """Ten power cuts while the machine starts or is used lose no selection that was on the disk."""
    chance = random.Random(int(os.environ.get("SEED", time.time())))
    tab, notes = "flash", []
    image.user(f"tabctl select {tab}")
    image.synchronized(tab)
    started = 0
    for cut in range(CUTS):
        image.firmware = chance.choice(["bios", "uefi"])
        image.stop()
        begin = time.monotonic()
        if cut % 2:
            # At any moment of a start that takes as long as the last one.
            moment = chance.uniform(0, started)
            notes.append(f"{image.firmware} {moment:.0f} s into a start")
            image.launch()
            time.sleep(moment)
            continue
        image.start()
        image.alive()
        started = time.monotonic() - begin
        image.selected(tab)
        image.picture(f"power-{cut}")
        tab = chance.choice([other for other in TABS if other != tab])
        image.user(f"tabctl select {tab}")
        image.synchronized(tab)
        # In the middle of further use, whose last second may be lost.
        image.user("tabctl appearance dark; tabctl appearance light")
        time.sleep(chance.uniform(0, 3))
        notes.append(f"{image.firmware} in use")
    image.restart("bios")
    image.selected(tab)
    failed = image.run("systemctl list-units --failed --plain --no-legend")
    if failed:
        raise Failure(failed)
    return ", ".join(notes)


def uefi(image):
    """The bar stands by UEFI, too."""
    image.restart("uefi")
    image.run("[ -d /sys/firmware/efi ]")
    image.place("flash")
    image.picture("uefi")
    return image.run("systemd-analyze | head -n 1")


def terminal(image):
    """The time from the kernel's start to the bar, as a multiple of that to a terminal on plain sway, each in a start by a BIOS."""
    libraries = subprocess.run(["chroot", image.work / "qemu", "ldd", "/usr/bin/foot"], capture_output=True, text=True, check=True).stdout
    files = ["/usr/bin/foot"] + re.findall(r"=> (\S+)", libraries)
    # The image has most of them.
    files = sorted({*files} - {*image.run(f"ls {' '.join(files)} 2>/dev/null", check=False).split()})
    for file in files:
        image.stick("mcopy", "-o", file, "::")
    image.user("tabctl select flash")
    image.synchronized("flash")
    image.picture("terminal-bar")
    image.firmware, place = "bios", image.place("flash")
    bar = image.time_to(image.color(*place), *place)
    image.alive()
    names = " ".join(f"/config/{pathlib.Path(file).name}" for file in files)
    image.run(f"mkdir /var/foot; cp {names} /var/foot; chmod +x /var/foot/*; printf 'exec LD_LIBRARY_PATH=/var/foot /var/foot/foot"
              " -o colors.background=336699 sleep infinity\\n' >/var/foot/sway")
    # The renderer of tabshell-session. A virtual GPU's leaves parts of the screen black.
    image.session("env WLR_RENDERER=pixman sway -c /var/foot/sway")
    image.run("sync")
    foot = image.time_to(b"\x33\x66\x99", WIDTH / 2, 600)
    image.dump("terminal")
    image.session("/usr/bin/tabshell-session")
    image.alive()
    return f"bar {bar:.1f} s, terminal {foot:.1f} s: {bar / foot:.2f}"


def stick(image):
    """What is written to the partition TABSHELL is in force after a start: tabs, a document, the time zone, Wi-Fi, a key of ssh."""
    image.user("ssh-keygen -q -t ed25519 -N '' -f /home/kiosk/.ssh/id_ed25519")
    image.write("authorized_keys", image.run("cat /home/kiosk/.ssh/id_ed25519.pub") + "\n")
    image.write("timezone", "Asia/Tokyo\r\n")
    image.write("wifi/Harbour.psk", "[Security]\r\nPassphrase=not a secret\r\n")
    image.write("config.toml", "look = \"swift-kit\"\r\n\r\n[[tabs]]\r\nid = \"welcome\"\r\ntitle = \"Welcome\"\r\nicon = \"document\"\r\n"
                "file = \"documents/welcome.md\"\r\n\r\n[[tabs]]\r\nid = \"disk\"\r\ntitle = \"Disk\"\r\nicon = \"dashboard\"\r\ncommand = \"df -h\"\r\n")
    image.run("sync")
    state = image.restart("uefi")
    if state["configuration"]["errors"]:
        raise Failure(str(state["configuration"]["errors"]))
    image.user("tabctl select welcome")
    image.selected("welcome")
    image.picture("stick")
    image.run("stat -c '%a %U' /var/lib/iwd/Harbour.psk | grep -qx '600 root' && ! grep -q $(printf '\\r') /var/lib/iwd/Harbour.psk")
    image.run("[ \"$(date +%Z)\" = JST ]")
    login = "ssh -o StrictHostKeyChecking=no -o BatchMode=yes"
    if image.user(f"{login} -o PubkeyAuthentication=no kiosk@localhost echo in", check=False).endswith("in"):
        raise Failure("ssh lets in without a key")
    return image.user(f"{login} kiosk@localhost 'tabctl ping && echo a key lets in'")


def guide(image):
    """The configuration of docs/kiosk.md is in force; its tab of a web page says that there is no browser."""
    image.write("config.toml", re.search(r"```toml\n(.*?)```", pathlib.Path("docs/kiosk.md").read_text(), re.DOTALL)[1])
    image.write("documents/plan.md", "# Plan\n\nWe open at nine, and close at six.\n")
    image.run("sync")
    image.stop()
    image.start()
    image.wait("the daemon", image.state)
    # Its screen is dark in the evening, and black in the night.
    image.run("date -s 12:00 >/dev/null")
    for tab in ["plan", "news"]:
        image.user(f"tabctl select {tab}")
        image.selected(tab)
        image.picture(f"guide-{tab}")
    return image.user("tabshelld --check; tabctl status")


def mistake(image):
    """A mistake in config.toml is on the screen with its line and key."""
    image.write("config.toml", "look = \"swift-kit\"\n\n[bar]\nheigth = 80\n")
    image.run("sync")
    image.firmware = "bios"
    image.stop()
    image.start()
    # The configuration of the guide stays in force, whose browser is not there.
    image.wait("the daemon", image.state)
    image.wait("the notice", lambda: "Line 4: bar.heigth" in str(image.tree()))
    # Its screen is dark in the evening, and black in the night.
    image.run("date -s 12:00 >/dev/null")
    image.picture("mistake")
    return str(image.state()["configuration"]["errors"])


if __name__ == "__main__":
    sys.exit(run_steps(Image(sys.argv[1], sys.argv[2]), [boot, sealed, tap, uefi, power, terminal, day, stick, guide, mistake], sys.argv[3:]))
