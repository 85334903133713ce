"""What a person does: fingers, keys, and the terminal that is in front."""
import json

from machine import HEIGHT, WIDTH


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
        machine.type("zebra ")
        return "zebra" in json.dumps(machine.tree())
    machine.wait("the text", arrives)
    machine.picture("field")
    machine.user("tabctl select home")


def press(machine):
    """A long press on a tab opens its menu, and a tap beside it closes the menu."""
    def has_menu():
        return "Rename" in json.dumps(machine.tree())
    machine.user("tabctl select home")
    x, y = machine.place("flash")
    machine.touch("begin", x, y)
    machine.picture("press")
    machine.touch("end", x, y)
    machine.wait("the menu", has_menu)
    machine.tap(WIDTH / 2, HEIGHT / 4)
    machine.wait("the end of the menu", lambda: not has_menu())
    machine.selected("home")
    machine.tap(x, y)
    machine.selected("flash")


def fingers(machine):
    """Of two fingers on two tabs each presses its own; the last one lifted decides."""
    machine.user("tabctl select home")
    flash, growth = machine.place("flash"), machine.place("growth")
    machine.touch("begin", *flash)
    # At once: a long press opens a menu.
    machine.touch("begin", *growth, finger=1)
    machine.touch("end", *growth, finger=1)
    machine.touch("end", *flash)
    machine.wait("growth, then flash", lambda: [machine.state()["selection"][key] for key in ("previous", "tab")] == ["growth", "flash"])
    machine.picture("fingers")


def drag(machine):
    """A finger that starts on the selected tab drags the selection along the bar."""
    machine.user("tabctl select home")
    machine.selected("home")
    start, end = machine.place("home"), machine.place("growth")
    machine.touch("begin", *start)
    middle = (start[0] + end[0]) / 2, start[1]
    machine.slide(start, middle)
    machine.picture("drag")
    machine.slide(middle, end)
    machine.touch("end", *end)
    machine.selected("growth")


def swipe(machine):
    """A swipe from the edge of a page with a path shows the previous page, and the path stays."""
    machine.user("tabctl select growth; tabctl push details --tab growth")
    machine.picture("swipe-before")
    start, end = (4, HEIGHT / 2), (WIDTH * 0.8, HEIGHT / 2)
    machine.touch("begin", *start)
    machine.slide(start, end)
    machine.touch("end", *end)
    machine.selected("flash")
    machine.picture("swipe")
    machine.user("tabctl root --tab growth")


def vanish(machine):
    """A touch screen that is unplugged while a tab is pressed selects nothing, and another one works."""
    machine.user("tabctl select home")
    place = machine.place("flash")
    machine.touch("begin", *place)
    machine.command("device_del", id="touch")
    machine.wait("no touch screen", lambda: not machine.has_touch())
    machine.picture("vanish")
    machine.selected("home")
    machine.command("device_add", driver="virtio-multitouch-pci", id="touch", bus=machine.bus)
    machine.wait("a touch screen", machine.has_touch)
    # A slow machine removes the device late: the press has become a long one.
    machine.user("tabctl menu close")
    machine.picture("vanish-back")
    machine.tap(*place)
    machine.selected("flash")


def terminal(machine):
    """The first tap after a switch of terminals, and the keys that make it, is taken."""
    machine.wait("the touch screen", machine.has_touch)
    machine.run("chvt 1")
    machine.wait("the console", lambda: not machine.has_opened_touch())
    machine.user("tabctl select home")
    machine.return_to_session()
    machine.picture("terminal")
    machine.tap(*machine.place("flash"))
    machine.selected("flash")
