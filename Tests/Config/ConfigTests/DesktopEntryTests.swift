import DesktopEntries
import Foundation
import Posix
import TestSupport
import Testing

@Suite struct DesktopEntryTests {
    private func entry(_ lines: String, locale: String = "") throws -> DesktopEntry {
        let text = "[Desktop Entry]\nType=Application\nName=App\n\(lines)"
        return try DesktopEntry(Array(text.utf8), locales: locale, file: "/a.desktop")
    }

    @Test func valuesOfTheFirstGroupAreRead() throws {
        let entry = try DesktopEntry(
            Array(
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
                """.utf8))
        #expect(entry.name == "Text Editor" && entry.icon == "org.gnome.TextEditor")
        #expect(entry.program == ["gnome-text-editor"] && entry.requiredProgram == "gnome-text-editor")
        #expect(entry.windowClass == "Editor")
    }

    @Test(arguments: [
        ("de_AT.UTF-8", "Österreich"), ("de_CH", "Deutsch"), ("de", "Deutsch"), ("sr_RS@latin", "Latinica"),
        ("sr", "App"),
        ("fr_FR.UTF-8", "App"), ("C", "App"), ("POSIX", "App"), ("C.UTF-8", "App"), ("", "App"), ("@", "App"),
        ("_", "App"), ("fr:de_DE:sr@latin", "Deutsch"),
    ])
    func nameIsThatOfTheLanguage(locale: String, name: String) throws {
        let lines = "Name[de]=Deutsch\nName[de_AT]=Österreich\nName[sr@latin]=Latinica\nName[C]=no\nExec=app\n"
        #expect(try entry(lines, locale: locale).name == name)
    }

    /// NoDisplay hides an entry from menus only. Keys that occur again are ignored.
    @Test func otherKeysAreIgnored() throws {
        let entry = try entry("NoDisplay=true\nExec=app\nExec=other\nExec[de]=third\nX-Any=\\q\nName=Second\n")
        #expect(entry.program == ["app"] && entry.name == "App" && !entry.isShown(on: []))
    }

    @Test(arguments: [
        ("", [], true), ("NoDisplay=1", [], false), ("NoDisplay=0", [], true), ("OnlyShowIn=GNOME;MATE;", [], false),
        ("OnlyShowIn=GNOME;MATE;", ["sway"], false), ("OnlyShowIn=GNOME;MATE;", ["sway", "MATE"], true),
        ("NotShowIn=sway;", ["sway"], false), ("NotShowIn=sway;", ["GNOME"], true), ("NotShowIn=sway;", [], true),
        ("OnlyShowIn=GNOME;\nNotShowIn=ubuntu;", ["ubuntu", "GNOME"], false),
        ("OnlyShowIn=GNOME;\nNotShowIn=ubuntu;", ["GNOME", "ubuntu"], true),
    ])
    func menusOfTheDesktopShowIt(lines: String, desktops: [String], isShown: Bool) throws {
        #expect(try entry(lines + "\nExec=app\n").isShown(on: desktops) == isShown)
    }

    /// Only line feeds end lines, and a value in another encoding costs no other value.
    @Test func otherBytesStayInTheirLines() throws {
        var bytes = Array(
            "[Desktop Entry]\nType=Application\n# a\u{B}Hidden=true\u{C}Hidden=true\nName=App\nName[de]=".utf8)
        bytes += [0xD6] + Array("\nExec=app\u{2028}x\nIcon=app.png\n".utf8)
        let entry = try DesktopEntry(bytes, locales: "de")
        #expect(entry.name == "App" && entry.program == ["app\u{2028}x"] && entry.icon == "app")
    }

    @Test func listHasTheShownEntriesOfAllFolders() throws {
        let home = try TemporaryDirectory()
        for folder in ["applications", "applications/wine"] { _ = try home.makeDirectory(folder) }
        let entry = "[Desktop Entry]\nType=Application\nName=App\nExec=app\n"
        for name in 1...4 { try home.write(entry + "NoDisplay=true\n", to: "applications/a\(name).desktop") }
        for name in ["wine/y", "z"] { try home.write(entry, to: "applications/\(name).desktop") }
        let finder = DesktopEntryFinder { ["XDG_DATA_HOME": home.path, "XDG_DATA_DIRS": "/nowhere"][$0] }
        #expect(finder.installed(limit: 3).map(\.id) == ["wine-y", "z"])
        #expect(finder.installed(limit: 1).map(\.id) == ["wine-y"])
    }

    @Test func nameIconAndPathBelongToTheProgram() throws {
        let lines = "Name[de]=Zwei Worte\nIcon=the icon\nPath=/opt/My App\nExec=./run.sh -t %c %i%U\n"
        let entry = try entry(lines, locale: "de")
        #expect(entry.program == ["./run.sh", "-t", "Zwei Worte", "--icon", "the icon"])
        #expect(entry.directory == "/opt/My App")
    }

    @Test func carriageReturnsEndLines() throws {
        #expect(try entry("Exec=app %U\r\nIcon=x\r\n").program == ["app"])
    }

    /// The entries that `Tests/Packages/check-entries` has read with GLib.
    @Test(.enabled(if: environmentVariable("TABSHELL_ENTRIES") != nil)) func entriesAreReadAsGLibDoes() throws {
        struct Judged: Decodable {
            var file, icon, directory: String
            var names: [String: String?]
            var program: [String]?
            var terminal: Bool
            var shown: [String: Bool]
        }
        let lines = try String(contentsOfFile: try #require(environmentVariable("TABSHELL_ENTRIES")), encoding: .utf8)
        for line in lines.split(separator: "\n") {
            let judged = try JSONDecoder().decode(Judged.self, from: Data(line.utf8))
            let bytes = Array(try Data(contentsOf: URL(filePath: judged.file)))
            func entry(_ locale: String) -> DesktopEntry? {
                try? DesktopEntry(bytes, locales: locale, file: judged.file)
            }
            for (locale, name) in judged.names { #expect(entry(locale)?.name == name, "\(judged.file), \(locale)") }
            let own = entry("C")
            #expect(own?.program == judged.program, "\(judged.file)")
            guard let own else { continue }
            #expect((own.icon ?? "", own.directory ?? "") == (judged.icon, judged.directory), "\(judged.file)")
            #expect(own.needsTerminal == judged.terminal, "\(judged.file)")
            for (desktops, isShown) in judged.shown {
                let names = desktops.split(separator: ":").map(String.init)
                #expect(own.isShown(on: names) == isShown, "\(judged.file) on \(desktops)")
            }
        }
    }
}
