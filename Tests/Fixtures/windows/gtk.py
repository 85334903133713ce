"""A program with a window of GTK 3 or 4 whose colour changes with each press of x.

  gtk.py VERSION APP_ID COLOR OTHER_COLOR [MODE]

f makes the window fullscreen and undoes it, d opens a dialog and n a second window in the other colour, q closes the window.
MODE "splash" shows a small window first, "late" opens the window after 2 s, "exits" ends the program after 2 s, "hides" goes on
without a window.
"""
import sys

import gi

VERSION, APP_ID, COLOR, OTHER, MODE = (sys.argv[1:] + ["plain"])[:5]
gi.require_version("Gtk", VERSION)
gi.require_version("Gdk", VERSION)
from gi.repository import Gdk, GLib, Gtk  # noqa: E402 # the version comes first

IS_OLD = VERSION == "3.0"
GLib.set_prgname(APP_ID)
loop = GLib.MainLoop()
windows = []
is_waiting = MODE in ("splash", "hides")


class Window:
    """A window in one of two colours."""

    def __init__(self, color, other, parent=None, size=(700, 500)):
        self.colors = [color, other]
        self.is_fullscreen = False
        self.window = Gtk.Window(title=color)
        self.window.set_default_size(*size)
        self.provider = Gtk.CssProvider()
        if IS_OLD:
            Gtk.StyleContext.add_provider_for_screen(
                Gdk.Screen.get_default(), self.provider, Gtk.STYLE_PROVIDER_PRIORITY_USER)
            self.window.connect("key-press-event", lambda _, event: self.pressed(event.keyval))
            self.window.connect("delete-event", lambda *_: self.closed())
        else:
            Gtk.StyleContext.add_provider_for_display(
                Gdk.Display.get_default(), self.provider, Gtk.STYLE_PROVIDER_PRIORITY_USER)
            keys = Gtk.EventControllerKey()
            keys.connect("key-pressed", lambda _, value, *rest: self.pressed(value))
            self.window.add_controller(keys)
            self.window.connect("close-request", lambda *_: self.closed())
        self.window.set_name(f"window{len(windows)}")
        self.paint()
        if parent:
            self.window.set_transient_for(parent.window)
            self.window.set_modal(True)
        windows.append(self)
        if IS_OLD:
            self.window.show_all()
        self.window.present()

    def paint(self):
        css = f"#{self.window.get_name()} {{ background: {self.colors[0]}; }}".encode()
        if IS_OLD or Gtk.get_minor_version() < 12:
            self.provider.load_from_data(css)
        else:
            self.provider.load_from_string(css.decode())

    def pressed(self, value):
        key = chr(value) if value < 128 else ""
        if key == "x":
            self.colors.reverse()
            self.paint()
        elif key == "f":
            self.is_fullscreen = not self.is_fullscreen
            (self.window.fullscreen if self.is_fullscreen else self.window.unfullscreen)()
        elif key == "d":
            Window("#d02020", "#20d020", parent=self, size=(300, 200))
        elif key == "n":
            Window("#d02020", "#20d020")
        elif key == "q":
            self.window.close()
        return False

    def closed(self):
        windows.remove(self)
        if not windows and not is_waiting:
            loop.quit()
        return False


def splash():
    first = Window("#d0d020", "#d0d020", size=(300, 200))

    def end():
        first.window.close()
        GLib.timeout_add(500, main)

    def main():
        global is_waiting
        is_waiting = False
        Window(COLOR, OTHER)

    GLib.timeout_add(700, end)


if IS_OLD:
    Gtk.init(None)
else:
    Gtk.init()
if MODE == "splash":
    splash()
elif MODE == "late":
    GLib.timeout_add(2000, lambda: Window(COLOR, OTHER) and None)
else:
    Window(COLOR, OTHER)
if MODE == "exits":
    GLib.timeout_add(2000, loop.quit)
loop.run()
