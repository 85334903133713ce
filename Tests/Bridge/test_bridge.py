"""Reads the tree back from tabshell-atspi as a screen reader does. Run by Tests/Bridge/run, on a separate bus."""
import copy
import os
import subprocess
import tempfile
import time
import unittest

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from fake_daemon import HELLO, FakeDaemon  # noqa: E402

PROGRAM = os.environ["TABSHELL_ATSPI"]
# The real daemon, if it is built.
DAEMON = os.environ.get("TABSHELL_DAEMON")
# After which a condition that does not come is a failure, s.
PATIENCE = 30


def box(x0, y0, x1, y1):
    return {"x0": x0, "y0": y0, "x1": x1, "y1": y1}


def tab(name, place, selected, label, x, **more):
    return {
        "id": "panel/tab/" + name, "role": "tab", "label": label, "description": "Double tap to switch", "selected": selected,
        "positionInSet": place, "sizeOfSet": 3, "actions": ["click"], "bounds": box(x, 826, x + 46, 872), **more}


TREE = {
    "id": "panel", "role": "window", "label": "tabshell", "bounds": box(0, 0, 428, 926), "children": [
        {"id": "page:home", "role": "tabPanel", "label": "Home", "bounds": box(0, 0, 428, 807), "children": [
            {"id": "page:home/title", "role": "heading", "label": "Today", "level": 1, "bounds": box(20, 20, 408, 80)},
            {"id": "page:home/level", "role": "meter", "label": "Stress level", "value": "44, Usual",
             "description": "below last week", "bounds": box(20, 80.4, 407.6, 465)},
            {"id": "page:home/steady", "role": "button", "label": "Stay steady", "actions": ["click"], "disabled": True},
        ]},
        {"id": "panel/bar", "authorId": "MainTabBar", "role": "tabList", "label": "Tab bar", "bounds": box(0, 807, 428, 926), "children": [
            tab("home", 1, True, "Home tab", 65, value="3 notifications"),
            tab("flash", 2, False, "Flash tab", 191),
            tab("growth", 3, False, "Growth tab", 317, actions=["click", "showContextMenu"]),
        ]},
    ]}


def children(node):
    return [node.get_child_at_index(index) for index in range(node.get_child_count())]


def has(node, state):
    node.clear_cache()
    return node.get_state_set().contains(getattr(Atspi.StateType, state))


class BridgeTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "socket")
        self.events, self.texts = [], []
        self.listener = Atspi.EventListener.new(self.take)
        for kind in ("object:state-changed", "object:children-changed", "object:selection-changed", "object:property-change",
                     "object:bounds-changed", "object:text-changed", "object:text-caret-moved",
                     "object:text-selection-changed", "window:activate", "window:deactivate"):
            self.listener.register(kind)
            self.addCleanup(self.listener.deregister, kind)

    def take(self, event):
        try:
            name = event.source.get_name()
        except GLib.Error:
            name = None  # it has gone
        self.events.append((event.type, event.detail1, name))
        if event.type.startswith("object:text"):
            words = event.any_data if isinstance(event.any_data, str) and event.any_data else None
            self.texts.append((event.type.removeprefix("object:text-"), event.detail1, event.detail2, words))

    def start(self, tree=TREE):
        self.daemon = FakeDaemon(self.path, copy.deepcopy(tree))
        self.addCleanup(lambda: self.daemon.close())
        self.bridge = subprocess.Popen([PROGRAM], env=dict(os.environ, TABSHELL_SOCKET=self.path))
        self.addCleanup(self.stop)
        self.wait(lambda: self.window() is not None)
        return self.window()

    def stop(self):
        self.bridge.terminate()
        self.assertEqual(self.bridge.wait(PATIENCE), 0)
        self.wait(lambda: not self.applications())

    def wait(self, condition):
        context, end = GLib.MainContext.default(), time.monotonic() + PATIENCE
        while True:
            while context.iteration(False):
                pass
            try:
                found = condition()
            except GLib.Error:
                found = None
            if found:
                return found
            self.assertLess(time.monotonic(), end, f"{condition.__name__}: not in time; the events were {self.events}")
            select_pause(context)

    def applications(self):
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        return [node for node in children(desktop) if node and node.get_name() == "tabshell"]

    def window(self):
        for application in self.applications():
            application.clear_cache()
            for window in children(application):
                return window
        return None

    def event(self, kind, detail, name):
        self.wait(lambda: (kind, detail, name) in self.events)

    def request(self):
        return self.daemon.requests.get(timeout=PATIENCE)

    def bar(self):
        return children(self.window())[-1]

    def test_roles_names_states_places(self):
        window = self.start()
        self.assertEqual(self.request()["topics"], ["accessibility", "bar"])
        page, bar = children(window)
        self.assertEqual([node.get_role_name() for node in (window, page, bar)], ["frame", "panel", "page tab list"])
        title, level, steady = children(page)
        self.assertEqual([node.get_role_name() for node in (title, level, steady)], ["heading", "level bar", "push button"])
        self.assertEqual(title.get_attributes()["level"], "1")
        self.assertEqual((level.get_name(), level.get_description()), ("Stress level", "44, Usual; below last week"))
        self.assertEqual(level.get_accessible_id(), "page:home/level")
        self.assertFalse(has(steady, "SENSITIVE"))
        self.assertEqual(bar.get_accessible_id(), "MainTabBar")
        tabs = children(bar)
        self.assertEqual([node.get_name() for node in tabs], ["Home tab", "Flash tab", "Growth tab"])
        self.assertEqual([node.get_role_name() for node in tabs], ["page tab"] * 3)
        self.assertEqual([has(node, "SELECTED") for node in tabs], [True, False, False])
        self.assertTrue(all(has(node, "SELECTABLE") and has(node, "SHOWING") and has(node, "FOCUSABLE") for node in tabs))
        self.assertEqual([node.get_index_in_parent() for node in tabs], [0, 1, 2])
        self.assertEqual(tabs[1].get_attributes(), {"posinset": "2", "setsize": "3"})
        self.assertEqual(tabs[0].get_description(), "3 notifications; Double tap to switch")
        self.assertEqual(tabs[0].get_parent().get_name(), "Tab bar")

    def test_extents(self):
        window = self.start()
        page, bar = children(window)
        extents = children(bar)[1].get_extents(Atspi.CoordType.SCREEN)
        self.assertEqual((extents.x, extents.y, extents.width, extents.height), (191, 826, 46, 46))
        extents = children(page)[1].get_extents(Atspi.CoordType.WINDOW)
        self.assertEqual((extents.x, extents.y, extents.width, extents.height), (20, 80, 388, 385))
        self.assertEqual(window.get_accessible_at_point(200, 840, Atspi.CoordType.SCREEN).get_name(), "Flash tab")

    def test_a_group_has_the_extents_of_its_content(self):
        tree = copy.deepcopy(TREE)
        part = {"role": "button", "label": "Day"}
        group = {"role": "group", "label": "Period", "children": [
            {**part, "bounds": box(10, 20, 30, 40)}, part, 5, {**part, "bounds": box(0, 30, 20, 60)}]}
        tree["children"][0]["children"] = [group, {"role": "group", "label": "Empty"}]
        group, empty = children(children(self.start(tree))[0])

        def extents(node):
            found = node.get_extents(Atspi.CoordType.SCREEN)
            return found.x, found.y, found.width, found.height

        self.assertEqual(extents(group), (0, 20, 30, 40))
        self.assertEqual(extents(empty), (-1, -1, -1, -1))

    def test_a_selection(self):
        self.start()
        home, flash, _ = self.daemon.tree["children"][1]["children"]
        before = children(self.bar())[1]
        home["selected"], flash["selected"] = False, True
        self.daemon.publish()
        self.event("object:state-changed:selected", 1, "Flash tab")
        self.event("object:state-changed:selected", 0, "Home tab")
        self.event("object:selection-changed", 0, "Tab bar")
        self.assertTrue(has(before, "SELECTED"))
        self.assertEqual(Atspi.Selection.get_selected_child(self.bar(), 0).get_name(), "Flash tab")

    def test_presses(self):
        self.start()
        _, flash, growth = children(self.bar())
        self.assertEqual([Atspi.Action.get_n_actions(node) for node in (flash, growth)], [1, 2])
        self.assertEqual(Atspi.Action.get_action_name(flash, 0), "click")
        # AT-SPI answers before the press: a disabled button sends none.
        Atspi.Action.do_action(children(children(self.window())[0])[2], 0)
        self.assertTrue(Atspi.Action.do_action(flash, 0))
        self.assertEqual(self.request()["verb"], "subscribe")
        request = self.request()
        self.assertEqual((request["verb"], request["name"]), ("press", "panel/tab/flash"))
        self.assertTrue(Atspi.Action.do_action(growth, 1))
        request = self.request()
        self.assertEqual((request["verb"], request["tab"]), ("menu", "growth"))
        self.assertTrue(Atspi.Selection.select_child(self.bar(), 1))
        request = self.request()
        self.assertEqual((request["verb"], request["name"]), ("press", "panel/tab/flash"))

    def test_what_comes_and_goes(self):
        self.start()
        content = self.daemon.tree["children"][0]["children"]
        content[0]["label"] = "Yesterday"
        del content[2]
        content.insert(0, {"id": "page:home/toast", "role": "status", "label": "Saved"})
        self.daemon.publish()
        self.event("object:property-change:accessible-name", 0, "Yesterday")
        self.event("object:children-changed:add", 0, "Home")
        self.event("object:children-changed:remove", 2, "Home")
        self.event("object:state-changed:showing", 1, "Saved")
        names = [node.get_name() for node in children(children(self.window())[0])]
        self.assertEqual(names, ["Saved", "Yesterday", "Stress level"])
        saved = children(children(self.window())[0])[0]
        content.reverse()
        self.daemon.publish()
        self.wait(lambda: [node.get_name() for node in children(children(self.window())[0])]
                  == ["Stress level", "Yesterday", "Saved"])
        saved.clear_cache()
        self.assertEqual((saved.get_name(), saved.get_index_in_parent()), ("Saved", 2))

    def test_the_focus_of_the_keys(self):
        self.start()
        self.daemon.focus = {"tab": "flash", "action": None}
        self.daemon.publish()
        self.event("object:state-changed:focused", 1, "Flash tab")
        self.event("window:activate", 0, "tabshell")
        self.daemon.focus = {"tab": "flash", "page": False, "action": "absent"}
        self.daemon.publish()
        self.event("object:state-changed:focused", 0, "Flash tab")
        self.event("window:deactivate", 0, "tabshell")

    def test_the_focus_in_a_page(self):
        self.start()
        steady = self.daemon.tree["children"][0]["children"][2]
        steady["disabled"], steady["focused"] = False, True
        self.daemon.publish()
        self.event("object:state-changed:focused", 1, "Stay steady")
        self.event("window:activate", 0, "tabshell")
        button = children(children(self.window())[0])[2]
        self.assertTrue(has(button, "FOCUSED"))
        # It scrolls.
        steady["bounds"] = box(20, -90, 408, -10)
        self.daemon.publish()
        self.event("object:bounds-changed", 0, "Stay steady")
        self.assertNotIn(("object:state-changed:focused", 0, "Stay steady"), self.events)
        self.assertTrue(has(button, "FOCUSED"))
        # The bar has the keys; then the page, without a part and with one.
        self.daemon.focus = {"tab": "flash", "action": None}
        self.daemon.publish()
        self.event("object:state-changed:focused", 1, "Flash tab")
        self.assertFalse(has(button, "FOCUSED"))
        self.events.clear()
        self.daemon.focus = {"tab": "home", "page": True}
        self.daemon.publish()
        self.event("object:state-changed:focused", 1, "Stay steady")
        del steady["focused"]
        self.daemon.publish()
        self.event("object:state-changed:focused", 1, "Home")

    def test_the_focus_in_a_dialog(self):
        window = self.start()
        key = {"id": "panel/pad/5", "role": "button", "label": "5", "actions": ["click"], "focused": False}
        pad = {"id": "panel/pad", "role": "dialog", "label": "PIN for Growth", "modal": True, "children": [key]}
        self.daemon.tree["children"].append(pad)
        self.daemon.publish()
        self.event("object:state-changed:focused", 1, "PIN for Growth")
        key["focused"] = True
        self.daemon.publish()
        self.event("object:state-changed:focused", 1, "5")
        # The bar can have the keys while a sheet is open.
        self.daemon.focus = {"tab": "flash", "action": None}
        self.daemon.publish()
        self.event("object:state-changed:focused", 1, "Flash tab")
        self.daemon.tree["children"].remove(pad)
        self.daemon.focus = None
        self.daemon.publish()
        self.wait(lambda: not has(window, "ACTIVE"))

    def publish_field(self, value, anchor=None, focus=None, role="textInput", **more):
        field = {"id": "page:home/note", "role": role, "label": "Note", "value": value, "actions": ["click"],
                 "bounds": box(20, 500, 408, 540), **more}
        if anchor is not None:
            field["textSelection"] = {"anchor": anchor, "focus": focus}
        content = self.daemon.tree["children"][0]["children"]
        content[3:] = [field]
        self.texts.clear()
        self.daemon.publish()
        return self.wait(lambda: children(children(self.window())[0])[3])

    def test_a_text_field(self):
        self.start()
        field = self.publish_field("")
        self.assertEqual((field.get_role_name(), field.get_name()), ("entry", "Note"))
        self.assertTrue(has(field, "EDITABLE") and has(field, "SINGLE_LINE") and has(field, "FOCUSABLE"))
        self.assertIn("Text", field.get_interfaces())
        self.assertIn("EditableText", field.get_interfaces())
        self.assertEqual((Atspi.Text.get_character_count(field), Atspi.Text.get_caret_offset(field)), (0, -1))
        # A press in it.
        self.publish_field("", 0, 0, focused=True)
        self.event("object:state-changed:focused", 1, "Note")
        self.assertEqual(Atspi.Text.get_caret_offset(field), 0)

        def change(value, anchor, focus, *events):
            self.publish_field(value, anchor, focus, focused=True)
            self.wait(lambda: len(self.texts) >= len(events))
            self.assertEqual(self.texts, list(events))
            self.assertEqual(Atspi.Text.get_text(field, 0, -1), value)
            self.assertEqual(Atspi.Text.get_caret_offset(field), focus)
            self.assertEqual(Atspi.Text.get_character_count(field), len(value))

        def caret(place):
            return ("caret-moved", place, 0, None)

        change("h", 1, 1, ("changed:insert", 0, 1, "h"), caret(1))
        change("hé😀 you", 7, 7, ("changed:insert", 1, 6, "é😀 you"), caret(7))
        change("h😀 you", 1, 1, ("changed:delete", 1, 1, "é"), caret(1))
        # In a row of equal letters, the caret says which one is new, or has gone.
        change("h😀 you", 0, 0, caret(0))
        change("hh😀 you", 1, 1, ("changed:insert", 0, 1, "h"), caret(1))
        change("hhh😀 you", 2, 2, ("changed:insert", 1, 1, "h"), caret(2))
        change("hh😀 you", 1, 1, ("changed:delete", 1, 1, "h"), caret(1))
        change("hh😀 you", 1, 3, caret(3), ("selection-changed", 0, 0, None))
        self.assertEqual(Atspi.Text.get_n_selections(field), 1)
        range_ = Atspi.Text.get_selection(field, 0)
        self.assertEqual((range_.start_offset, range_.end_offset), (1, 3))
        change("h it", 4, 4, ("changed:delete", 1, 6, "h😀 you"), ("changed:insert", 1, 3, " it"), caret(4),
               ("selection-changed", 0, 0, None))
        self.assertEqual(Atspi.Text.get_n_selections(field), 0)
        self.assertEqual(field.get_description(), "")
        self.assertEqual(Atspi.Text.get_character_at_offset(field, 2), ord("i"))
        word = Atspi.Text.get_string_at_offset(field, 3, Atspi.TextGranularity.WORD)
        self.assertEqual((word.content, word.start_offset, word.end_offset), ("it", 2, 4))
        line = Atspi.Text.get_string_at_offset(field, 1, Atspi.TextGranularity.LINE)
        self.assertEqual((line.content, line.start_offset, line.end_offset), ("h it", 0, 4))
        for text, start, end in (("h it", 0, 99), ("it", 2, 4), ("", 4, 9)):
            self.assertEqual(Atspi.Text.get_text(field, start, end), text)
        # Positions that are not there.
        self.publish_field("abc", 900, 900, focused=True)
        self.wait(lambda: Atspi.Text.get_caret_offset(field) == 3)
        self.publish_field("abc", disabled=True)
        self.event("object:state-changed:editable", 0, "Note")

    def test_edits(self):
        self.start()
        field = self.publish_field("héllo", 5, 5, focused=True)
        self.wait(lambda: Atspi.Text.get_caret_offset(field) == 5)
        self.assertEqual(self.request()["verb"], "subscribe")

        def request(**edit):
            found = self.request()
            self.assertEqual((found["verb"], found["name"], found["edit"]), ("edit", "page:home/note", edit))

        self.assertTrue(Atspi.EditableText.insert_text(field, 2, "ab", 2))
        request(start=2, end=2, text="ab")
        self.assertTrue(Atspi.EditableText.delete_text(field, 1, 3))
        request(start=1, end=3, text="")
        self.assertTrue(Atspi.EditableText.set_text_contents(field, "new"))
        request(start=0, end=5, text="new")
        self.assertTrue(Atspi.Text.set_caret_offset(field, 4))
        request(start=4, end=4, text=None)
        self.assertTrue(Atspi.Text.add_selection(field, 0, 5))
        request(start=0, end=5, text=None)
        self.publish_field("héllo", 0, 5, focused=True)
        self.wait(lambda: Atspi.Text.get_n_selections(field) == 1)
        self.assertFalse(Atspi.Text.add_selection(field, 1, 2))
        self.assertTrue(Atspi.Text.set_selection(field, 0, 1, 2))
        request(start=1, end=2, text=None)
        self.assertTrue(Atspi.Text.remove_selection(field, 0))
        request(start=5, end=5, text=None)
        # Positions that are not there.
        self.assertFalse(Atspi.Text.set_caret_offset(field, 6))
        self.assertFalse(Atspi.Text.set_selection(field, 0, 3, 2))
        # The text is the page's, which has not answered.
        self.assertEqual(Atspi.Text.get_text(field, 0, -1), "héllo")

    def test_a_password_is_no_text(self):
        self.start()
        field = self.publish_field("secret", 6, 6, role="passwordInput", focused=True)
        self.event("object:state-changed:focused", 1, "Note")
        self.assertEqual((field.get_role_name(), field.get_name(), field.get_description()), ("password text", "Note", ""))
        self.assertNotIn("Text", field.get_interfaces())
        self.publish_field("secrets", 7, 7, role="passwordInput", focused=True, description="PIN")
        self.event("object:property-change:accessible-description", 0, "Note")
        self.assertEqual((self.texts, field.get_description()), ([], "PIN"))

    def test_a_tab_and_its_page(self):
        self.start()

        def relations(node):
            return {(relation.get_relation_type(), relation.get_target(0).get_name()) for relation in node.get_relation_set()}

        page, tabs = children(self.window())[0], children(self.bar())
        kind = Atspi.RelationType
        self.assertEqual(relations(tabs[0]), {(kind.CONTROLLER_FOR, "Home")})
        self.assertEqual(relations(page), {(kind.CONTROLLED_BY, "Home tab")})
        for node in tabs[1:] + children(page) + [self.bar(), self.window()]:
            self.assertEqual(relations(node), set())

    def test_the_focus_in_a_menu(self):
        self.start()
        self.daemon.tree["children"][1]["disabled"] = True
        self.daemon.tree["children"].append({
            "id": "panel/menu", "role": "menu", "label": "Create", "modal": True, "children": [
                {"id": "panel/action/note", "role": "menuItem", "label": "New note", "actions": ["click"]}]})
        self.daemon.publish()
        self.event("object:children-changed:add", 2, "tabshell")
        self.event("object:state-changed:sensitive", 0, "Tab bar")
        self.daemon.focus = {"tab": "growth", "action": "note"}
        self.daemon.publish()
        self.event("object:state-changed:focused", 1, "New note")
        menu = children(self.window())[2]
        self.assertEqual([menu.get_role_name(), children(menu)[0].get_role_name()], ["menu", "menu item"])
        self.assertTrue(has(menu, "MODAL"))

    def test_a_daemon_that_restarts(self):
        self.start()
        self.daemon.close()
        self.wait(lambda: self.window() is None)
        os.unlink(self.path)
        tree = copy.deepcopy(TREE)
        tree["children"] = tree["children"][1:]
        self.daemon = FakeDaemon(self.path, tree)
        self.wait(lambda: self.window() is not None)
        self.assertEqual([node.get_name() for node in children(self.window())], ["Tab bar"])

    @unittest.skipUnless(DAEMON, "tabshelld is not built")
    def test_the_key_of_the_configuration(self):
        folder = os.path.dirname(self.path)
        programs, config = os.path.join(folder, "bin"), os.path.join(folder, "config.toml")
        os.mkdir(programs)
        os.symlink(PROGRAM, os.path.join(programs, "tabshell-atspi"))

        def configure(bridge):
            with open(config + ".new", "w") as file:
                file.write(f"[accessibility]\nbridge = {bridge}\n")
            os.rename(config + ".new", config)

        configure("true")
        daemon = subprocess.Popen([DAEMON, "--no-programs", "--config", config], env=dict(
            os.environ, PATH=programs + ":" + os.environ["PATH"], HOME=folder, XDG_STATE_HOME=folder, TABSHELL_SOCKET=self.path))
        self.addCleanup(daemon.kill)
        self.wait(lambda: self.window() is not None)
        self.assertEqual(self.window().get_name(), "tabshell")
        configure("false")
        self.wait(lambda: not self.applications())
        configure("true")
        self.wait(lambda: self.window() is not None)
        daemon.terminate()
        self.assertEqual(daemon.wait(PATIENCE), 0)
        self.wait(lambda: not self.applications())

    def test_nonsense_is_survived(self):
        self.start()
        deep = {"role": "group"}
        for _ in range(100):
            deep = {"role": "group", "children": [deep]}
        for tree in (
            None, deep, {"role": 1, "label": [], "children": {}, "bounds": 3, "actions": [1, None], "selected": "yes"},
            {"role": "window", "children": [None, 3, {"id": "a", "role": "tab"}, {"id": "a", "role": "tab"}, {}]},
            {"role": "window", "children": [{"id": "a", "role": "tab", "bounds": box(-1e300, 1e300, 1, 2)}, {"id": "a"}]},
            {"role": "window", "children": [{"id": "a", "role": "textInput", "value": 3, "focused": 1, "textSelection": []}]},
            {"role": "window", "children": [{"id": "a", "role": "textInput", "value": "é", "textSelection": {"anchor": -7}}]},
            {"role": "window", "children": [{"id": "page:", "role": "tab", "focused": True}, {"id": "panel/tab/", "role": "tab"}]},
        ):
            self.daemon.tree = tree
            self.daemon.publish()
        self.daemon.send_bytes(b"{]\n\xff\xfe\n[]\n3\n\n{\"event\":7}\n\0\n{\"event\":\"bar\",\"bar\":[]}\n{\"error\":{}}\n")
        self.daemon.tree = copy.deepcopy(TREE)
        self.daemon.publish()
        self.wait(lambda: len(children(self.bar())) == 3)


class StartTests(unittest.TestCase):
    def run_with(self, **environment):
        return subprocess.run([PROGRAM], env=dict(os.environ, **environment), capture_output=True, text=True, timeout=PATIENCE)

    def test_no_daemon(self):
        result = self.run_with(TABSHELL_SOCKET="/nonexistent/socket")
        self.assertEqual(result.returncode, 3)
        self.assertIn("/nonexistent/socket", result.stderr)

    def test_no_session_bus(self):
        result = self.run_with(TABSHELL_SOCKET="/nonexistent/socket", DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent/bus")
        self.assertEqual(result.returncode, 1)
        self.assertIn("there is no session bus", result.stderr)

    def test_another_protocol(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "socket")
            daemon = FakeDaemon(path, TREE, dict(HELLO, protocol="2.0"))
            result = self.run_with(TABSHELL_SOCKET=path)
            daemon.close()
        self.assertEqual(result.returncode, 5)


def select_pause(context):
    """Lets the loop wait for its next event, for 50 ms at most: some conditions come without one."""
    GLib.timeout_add(50, lambda: False)
    context.iteration(True)


if __name__ == "__main__":
    unittest.main(verbosity=2)
