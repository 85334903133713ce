import Glibc
import IconTheme
import Icons
import TestSupport
import Testing

@Suite struct IconLookupTests {
    private let folder: TemporaryDirectory
    private let home: String
    private let shared: String
    private let config: String

    init() throws {
        folder = try TemporaryDirectory()
        home = try folder.makeDirectory("home")
        shared = try folder.makeDirectory("share")
        config = try folder.makeDirectory("config")
        try index(
            "share", "hicolor", "", ["48x48/apps": "Size=48\nType=Fixed", "scalable/apps": "Size=128\nType=Scalable"])
    }

    private func lookup(theme: String = "hicolor", size: Int = 48, _ changes: [String: String?] = [:]) -> IconLookup {
        var environment: [String: String] = ["HOME": home, "XDG_DATA_DIRS": "relative:\(shared)/"]
        for (name, value) in changes { environment[name] = value }
        return IconLookup(configFolder: config, theme: theme, size: size, environment: { environment[$0] })
    }

    /// Writes a file and creates its folders; returns its path.
    @discardableResult
    private func put(_ name: String, _ text: String = "picture") throws -> String {
        var above = ""
        for part in name.split(separator: "/").dropLast() {
            above += above.isEmpty ? String(part) : "/\(part)"
            if access(folder.appending(above), F_OK) != 0 { _ = try folder.makeDirectory(above) }
        }
        return try folder.write(text, to: name)
    }

    private func index(_ place: String, _ theme: String, _ head: String, _ folders: KeyValuePairs<String, String>)
        throws
    {
        let list = folders.map(\.key).joined(separator: ",")
        let groups = folders.map { "[\($0.key)]\n\($0.value)\n" }.joined(separator: "\n")
        try put(
            "\(place)/icons/\(theme)/index.theme",
            "[Icon Theme]\nName=\(theme)\n\(head)\nDirectories=\(list)\n\n\(groups)")
    }

    private func error(_ icon: String, _ lookup: IconLookup? = nil) -> IconError? {
        do throws(IconError) {
            _ = try (lookup ?? self.lookup()).resolve(icon)
            return nil
        } catch {
            return error
        }
    }

    @Test func builtInIconHasPriority() throws {
        try put("share/icons/hicolor/scalable/apps/home.svg")
        for name in Icons.names { #expect(try lookup().resolve(name) == name) }
    }

    @Test func pathsAreRelativeToConfigurationOrHome() throws {
        let picture = try put("config/own.svg")
        let photo = try put("home/pictures/me.PNG")
        #expect(try lookup().resolve("own.svg") == picture)
        #expect(try lookup().resolve("./own.svg") == "\(config)/./own.svg")
        #expect(try lookup().resolve(picture) == picture)
        #expect(try lookup().resolve("~/pictures/me.PNG") == photo)
        #expect(try lookup(["HOME": "\(home)/"]).resolve("~/pictures/me.PNG") == photo)
        #expect(try lookup().resolve("../home/pictures/me.PNG") == "\(config)/../home/pictures/me.PNG")
    }

    @Test func invalidPaths() throws {
        try put("config/notes.txt")
        _ = try folder.makeDirectory("config/folder.svg")
        #expect(error("hme.svg")?.reason == "\(config)/hme.svg: No such file or directory")
        #expect(error("hme.svg")?.suggestions.first == "home")
        #expect(error("icons/x.png")?.reason == "\(config)/icons/x.png: No such file or directory")
        #expect(error("./notes.txt")?.reason == "\(config)/./notes.txt is neither an .svg nor a .png file")
        #expect(error("folder.svg")?.reason == "\(config)/folder.svg: not a regular file")
        #expect(error("~/a.svg", lookup(["HOME": nil]))?.reason == "HOME is not set")
        for odd in [
            "/", ".svg", "~/", "a/", "//.png", "\0.svg", "a\nb.svg", String(repeating: "x", count: 9999) + ".svg",
        ] {
            #expect(error(odd) != nil)
        }
    }

    @Test func scalableFilesThenSizes() throws {
        try index(
            "share", "Ours", "",
            [
                "16": "Size=16\nType=Fixed", "32": "Size=32", "64": "Size=64\nType=Threshold", "256": "Size=256",
                "32@2": "Size=32\nScale=2", "any": "Size=16\nMinSize=8\nMaxSize=512\nType=Scalable",
            ])
        let ours = lookup(theme: "Ours")
        let places = ["16/a.png", "32/a.png", "256/a.png", "64/a.png", "16/a.svg", "64/a.svg", "any/a.svg"]
        for place in places {
            let path = try put("share/icons/Ours/\(place)")
            #expect(try ours.resolve("a") == path)
        }
        #expect(try lookup(theme: "Ours", size: 200).resolve("a").hasSuffix("any/a.svg"))
        // A PNG file in a folder of twice the scale has twice the pixels.
        try put("share/icons/Ours/32/b.png")
        let double = try put("share/icons/Ours/32@2/b.png")
        #expect(try ours.resolve("b") == double)
        #expect(try lookup(theme: "Ours", size: 20).resolve("b").hasSuffix("/32/b.png"))
    }

    @Test func userFoldersHavePriority() throws {
        try put("share/icons/hicolor/48x48/apps/a.png")
        let own = try put("home/.local/share/icons/hicolor/48x48/apps/a.png")
        #expect(try lookup().resolve("a") == own)
        let older = try put("home/.icons/hicolor/48x48/apps/a.png")
        #expect(try lookup().resolve("a") == older)
        let data = try put("data/icons/hicolor/48x48/apps/b.png")
        #expect(try lookup(["XDG_DATA_HOME": folder.appending("data")]).resolve("b") == data)
        #expect(error("b", lookup(["XDG_DATA_HOME": "data"])) != nil)
        // Outside of all themes.
        let loose = try put("share/icons/loose.svg")
        #expect(try lookup().resolve("loose") == loose)
    }

    @Test func inheritedThemesThenHicolor() throws {
        try index("share", "Ours", "Inherits=Parent, Other", ["a": "Size=48"])
        try index("share", "Parent", "Inherits=Grand,Ours", ["a": "Size=48"])
        try index("share", "Other", "Inherits=Other", ["a": "Size=48"])
        try index("share", "Grand", "", ["a": "Size=48"])
        for name in ["hicolor/scalable/apps", "Other/a", "Grand/a", "Parent/a", "Ours/a"] {
            let path = try put("share/icons/\(name)/x.svg")
            #expect(try lookup(theme: "Ours").resolve("x") == path)
        }
        #expect(try lookup().resolve("x").hasSuffix("/hicolor/scalable/apps/x.svg"))
        #expect(
            error("y", lookup(theme: "Ours"))?.reason.contains("icon themes Ours, Parent, Grand, Other, hicolor in ")
                == true)
    }

    @Test func symbolicIconIsFallback() throws {
        let symbolic = try put("share/icons/hicolor/scalable/apps/x-symbolic.svg")
        #expect(try lookup().resolve("x") == symbolic)
        #expect(try lookup().resolve("x-symbolic") == symbolic)
        let plain = try put("share/icons/hicolor/48x48/apps/x.png")
        #expect(try lookup().resolve("x") == plain)
    }

    @Test func missingIcon() throws {
        let places = "\(home)/.icons, \(home)/.local/share/icons, \(shared)/icons, /usr/share/pixmaps"
        #expect(
            error("hoem")
                == IconError(
                    "it is not built in, and it is not in the icon theme hicolor in \(places)", suggestions: ["home"]))
        #expect(
            error("zzzzzzzzzzzz", lookup(theme: "None"))?.reason
                == "it is not built in, and icon theme \"None\" is not installed, and it is not in the "
                + "icon theme hicolor in \(places)")
        #expect(
            error("zzzzzzzzzzzz", lookup(["XDG_DATA_DIRS": "/nowhere", "HOME": nil]))?.reason
                == "it is not built in, and icon theme \"hicolor\" is not installed, and it is not in /nowhere/icons, "
                + "/usr/share/pixmaps")
        #expect(error("")?.reason == "the name is empty")
    }

    @Test func malformedIndexIsIgnored() throws {
        let texts = [
            "", "[Icon Theme", "Directories=a",
            "[Icon Theme]\nDirectories=a,,b,\n[a]\nSize=9999999999999999999\n[b]\nSize=x",
            "[Icon Theme]\nInherits=../share,/etc,,Ours\nDirectories=a\n[a]\nSize=-1", "\u{0}\u{FFFD}=[=]\n=\n[]\n",
            "[Icon Theme]\r\nDirectories = a \r\n# Size=1\r\n[a]\r\n Size = 48 \r\nScale=4096\r\n",
        ]
        try put("share/icons/Ours/a/x.png")
        for (number, text) in texts.enumerated() {
            try put("share/icons/Ours/index.theme", text)
            #expect((error("x", lookup(theme: "Ours")) == nil) == (number == texts.count - 1), "\(text)")
        }
    }
}

@Suite struct IconSuggestionsTests {
    @Test(arguments: [
        ("calender", ["calendar"]), ("hme", ["home"]), ("moon2", ["moon"]), ("mail.fil", ["mail.fill"]),
        ("bell", ["activity"]), ("utilities-terminal", ["terminal"]), ("microphone", ["record"]),
        ("envelope", ["mail"]), ("zzzzzzzzzz", []), ("", []), ("a-x-y", []),
    ])
    func nearIcons(name: String, expected: [String]) {
        let suggestions = Icons.suggestions(for: name)
        #expect(Array(suggestions.prefix(expected.count)) == expected, "\(suggestions)")
        #expect(suggestions.count <= 3 && Set(suggestions).count == suggestions.count)
        #expect(expected.isEmpty == suggestions.isEmpty, "\(suggestions)")
    }

    @Test func nameOfAnIconSuggestsItself() {
        for name in Icons.names { #expect(Icons.suggestions(for: name).first == name) }
    }
}
