// SPDX-License-Identifier: MIT

import DesktopEntries
import Testing

@Suite struct DesktopEntryTests {
    private func entry(_ lines: String, locale: String = "") throws -> DesktopEntry {
        try DesktopEntry("[Desktop Entry]\nType=Application\nName=App\n\(lines)", locale: locale)
    }

    private func refusal(_ text: String) -> String? {
        do throws(DesktopEntryError) {
            _ = try DesktopEntry(text)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func valuesOfTheFirstGroupAreRead() throws {
        let entry = try DesktopEntry(
            """
            # A comment
            [Desktop Entry]
            Type = Application
            Name = Text Editor
            Icon=org.gnome.TextEditor
            Exec=gnome-text-editor %U
            TryExec=gnome-text-editor
            StartupWMClass=Editor
            [Desktop Action new-window]
            Name=New Window
            Exec=other
            """)
        #expect(entry.name == "Text Editor" && entry.icon == "org.gnome.TextEditor")
        #expect(entry.program == ["gnome-text-editor"] && entry.requiredProgram == "gnome-text-editor")
        #expect(entry.windowClass == "Editor")
    }

    @Test(arguments: [
        ("app", ["app"]), ("app  --new\t%f", ["app", "--new"]), (#"app "a b" c"#, ["app", "a b", "c"]),
        (#"app "" %U"#, ["app", ""]), (#"app "a\\"b\\$c\\`d\\\\\\\\e""#, [#"app"#, #"a"b$c`d\\e"#]),
        (#"app "a\\\\b""#, ["app", #"a\b"#]), ("app --url=%u --icon %i %c %k", ["app", "--url=", "--icon"]),
        ("app 100%% %m", ["app", "100%"]), (#""/opt/my app/run" %F"#, ["/opt/my app/run"]),
        (#"env A=b\sc app"#, ["env", "A=b", "c", "app"]), ("app @@u %U @@", ["app", "@@u", "@@"]),
    ])
    func commandIsSplit(command: String, program: [String]) throws {
        #expect(try entry("Exec=\(command)").program == program)
    }

    @Test(arguments: [
        ("Exec=app %x", "unknown field code"), ("Exec=app %", "unknown field code"), (#"Exec=app "a"#, "not closed"),
        (#"Exec=app "a\\"#, "ends in a backslash"), ("Exec=%U", "is empty"), (#"Exec="" a"#, "is empty"),
        ("Exec=", "no Exec"),
        ("", "no Exec"), ("DBusActivatable=true", "D-Bus only"), ("Terminal=true\nExec=top", "in a terminal"),
        ("Hidden=true\nExec=app", "deleted"),
    ])
    func unusableEntryIsRefused(lines: String, reason: String) {
        #expect(refusal("[Desktop Entry]\nType=Application\nName=App\n\(lines)")?.contains(reason) == true)
    }

    @Test(arguments: [
        ("", "begin"), ("Type=Application", "begin"), ("[Other]\n[Desktop Entry]\nType=Application", "begin"),
        ("[Desktop Entry]\nType=Link\nName=a\nURL=b", "not an application"),
        ("[Desktop Entry]\nName=a\nExec=b", "not an application"),
        ("[Desktop Entry]\nType=Application\nExec=b", "no Name"), ("[Desktop Entry]\n=\n]\n[", "not an application"),
    ])
    func whatIsNoEntryIsRefused(text: String, reason: String) {
        #expect(refusal(text)?.contains(reason) == true)
    }

    @Test(arguments: [
        ("de_AT.UTF-8", "Österreich"), ("de_CH", "Deutsch"), ("de", "Deutsch"), ("sr_RS@latin", "Latinica"),
        ("sr", "App"),
        ("fr_FR.UTF-8", "App"), ("C", "App"), ("POSIX", "App"), ("C.UTF-8", "App"), ("", "App"), ("@", "App"),
        ("_", "App"),
    ])
    func nameIsThatOfTheLanguage(locale: String, name: String) throws {
        let lines = "Name[de]=Deutsch\nName[de_AT]=Österreich\nName[sr@latin]=Latinica\nName[C]=no\nExec=app\n"
        #expect(try entry(lines, locale: locale).name == name)
    }

    /// NoDisplay hides an entry from menus only. Keys that occur again are ignored.
    @Test func otherKeysAreIgnored() throws {
        let entry = try entry("NoDisplay=true\nExec=app\nExec=other\nExec[de]=third\nX-Any=\\q\nName=Second\n")
        #expect(entry.program == ["app"] && entry.name == "App")
    }

    @Test func carriageReturnsEndLines() throws {
        #expect(try entry("Exec=app %U\r\nIcon=x\r\n").program == ["app"])
    }
}
