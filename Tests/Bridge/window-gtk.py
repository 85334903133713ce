#!/usr/bin/env python3
"""A GTK 4 window with the parts of the shell that Orca's tour visits: tabs, a field, a menu, a dialog and a password."""
import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402


def column(*widgets):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for widget in widgets:
        box.append(widget)
    return box


def field(label, widget):
    name = Gtk.Label(label=label, mnemonic_widget=widget)
    return column(name, widget)


class Window(Gtk.ApplicationWindow):
    def __init__(self, application):
        super().__init__(application=application, title="Example", default_width=600, default_height=400)
        menu = Gio.Menu()
        for title in ("New Post", "New Photo"):
            menu.append(title, "app.none")
        dialog = Gtk.Button(label="Search")
        dialog.connect("clicked", self.open_dialog)
        notebook = Gtk.Notebook()
        for title, content in {
            "Home": column(Gtk.Button(label="Stay steady")),
            "Flash": column(field("Note", Gtk.Entry()), Gtk.Button(label="Save")),
            "Growth": column(field("PIN", Gtk.PasswordEntry()), Gtk.MenuButton(label="Create", menu_model=menu), dialog),
        }.items():
            notebook.append_page(content, Gtk.Label(label=title))
        self.set_child(notebook)

    def open_dialog(self, _):
        dialog = Gtk.Window(title="Search", transient_for=self, modal=True)
        dialog.set_child(column(Gtk.Label(label="A line"), Gtk.LinkButton(uri="https://example.org/", label="a link")))
        dialog.present()


application = Gtk.Application(application_id="org.example.Window")
application.add_action(Gio.SimpleAction.new("none", None))
application.connect("activate", lambda application: Window(application).present())
GLib.set_prgname("org.example.Window")
application.run()
