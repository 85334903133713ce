import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

private let tabs = [(id: "notes", role: "page"), (id: "other", role: "page")]

@Suite("Documents of tabshell-page", .serialized)
struct DocumentProgramTests {
    @Test func fileIsShownAgainWhenItChanges() throws {
        let stage = try Stage(tabs: tabs)
        let file = try stage.compositor.folder.write("# One\n\nSome text.", to: "notes.md")
        try stage.start("tabshell-page", ["--tab", "notes", "--file", file])
        _ = try stage.shown("tabshell-page-notes")
        try stage.wait(forText: "Some text.")
        try stage.compositor.folder.write("# Two\n\nOther text.", to: "notes.md")
        try stage.wait(forText: "Other text.")
        // Changes while another page is in front are visible on its return.
        try stage.request("select", ["tab": "other"])
        try stage.compositor.folder.write("# Three\n\nLast text.", to: "notes.md")
        try stage.request("select", ["tab": "notes"])
        try stage.wait(forText: "Last text.")
    }

    /// What a run has left behind ends before the next one, also in a session of its own.
    @Test func commandIsRepeated() throws {
        let stage = try Stage(tabs: tabs)
        let runs = stage.compositor.folder.appending("runs")
        try stage.start(
            "tabshell-page", ["--command", "setsid tail -f /dev/null & echo $! >> \(runs)", "--every", "0.5"],
            environment: ["TABSHELL_TAB": "notes"])
        _ = try stage.shown("tabshell-page-notes")
        var pids: [pid_t] = []
        try stage.compositor.waitUntil("more than two runs") {
            let text = try? String(contentsOfFile: runs, encoding: .utf8)
            pids = text?.split(separator: "\n").compactMap { pid_t($0) } ?? []
            return pids.count > 2
        }
        #expect(pids.dropLast().allSatisfy { kill($0, 0) != 0 })
    }

    /// Whatever a page shows, it cannot take all memory; its command may.
    @Test(.measurement) func memoryOfThePageIsLimited() throws {
        let stage = try Stage(tabs: tabs)
        let output = stage.compositor.folder.appending("limits")
        let command = "cat /proc/self/limits > \(output).new && mv \(output).new \(output)"
        let program = try stage.start("tabshell-page", ["--tab", "notes", "--command", command])
        _ = try stage.shown("tabshell-page-notes")
        func limit(in file: String) throws -> String? {
            try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").first {
                $0.hasPrefix("Max data size")
            }
            .map { $0.split(separator: " ")[3] }.map(String.init)
        }
        try stage.compositor.waitUntil("the command") { FileManager.default.fileExists(atPath: output) }
        #expect(try limit(in: "/proc/\(program.pid)/limits") == "\(1 << 30)")
        #expect(try limit(in: output) == limit(in: "/proc/self/limits"))
    }

    /// A tab without a program: its page has a button that opens the daemon's file.
    @Test func emptyTabOpensTheConfiguration() throws {
        let stage = try Stage(tabs: tabs)
        let folder = stage.compositor.folder
        let bin = try folder.makeDirectory("bin")
        try folder.write("#!/bin/sh\necho \"$1\" > '\(folder.path)/opened'\n", to: "bin/xdg-open", mode: 0o755)
        let file = folder.appending("config.toml")
        try stage.startPage("notes")
        try stage.start(
            "tabshell-page", ["--tab", "other"],
            environment: ["TABSHELL_CONFIG": file, "PATH": "\(bin):/usr/bin:/bin"])
        let items = try stage.shown("tabshell-page-notes")
        try stage.rest(items)
        try stage.request("select", ["tab": "other"])
        let guide = try stage.shown("tabshell-page-other")
        try stage.rest(guide)
        #expect(guide.pixels != items.pixels)
        let opened = folder.appending("opened")
        for name in ["By Hand", "Open the Configuration"] { try stage.press(name) }
        try stage.compositor.waitUntil("the file to be opened") {
            (try? String(contentsOfFile: opened, encoding: .utf8)) == "\(file)\n"
        }
    }

    /// A document of the verb `show` replaces the page's own, also before its program starts; its buttons send events.
    @Test func shownDocumentTakesThePlaceOfThePage() throws {
        let stage = try Stage(tabs: tabs)
        func show(_ text: Any) throws { try stage.request("show", ["tab": "notes", "text": text]) }
        let listener = try SocketClient(path: stage.compositor.daemonSocket)
        try listener.request("subscribe", ["topics": ["followed"]])
        try listener.expect(event: "ready")
        let text = "# Tea\n\nNone.\n\n[One more](event:more)"
        try show(text)
        try stage.start("tabshell-page", ["--tab", "notes"])
        let page = try stage.shown("tabshell-page-notes")
        try stage.rest(page)
        let shown = page.pixels
        try show(NSNull())
        try stage.compositor.waitUntil("the page's own document") { page.pixels != shown }
        try stage.rest(page)
        try show(text)
        try stage.compositor.waitUntil("the document") { page.pixels == shown }
        try stage.request("press", ["name": "One more"])
        let followed = try listener.expect(event: "followed")["followed"] as? [String: Any]
        #expect(followed?["tab"] as? String == "notes" && followed?["name"] as? String == "more")
    }

    /// Beside a program that draws nothing, another one shows the document.
    @Test func viewerShowsTheDocumentOfAProgramWithoutASurface() throws {
        let tables = tabs.map { "[[tabs]]\nid = \"\($0.id)\"\ntitle = \"T\"\nicon = \"home\"\nexec = [\"tea\"]\n" }
        let stage = try Stage(daemonWith: tables.joined())
        let program = try SocketClient(path: stage.compositor.daemonSocket)
        try program.request("register", ["program": "page:notes"])
        try program.request("show", ["tab": "notes", "text": "# Tea"])
        try stage.start("tabshell-page", ["--tab", "notes", "--shown"])
        let page = try stage.shown("tabshell-page-notes")
        try stage.rest(page)
        let first = page.pixels
        try program.request("show", ["tab": "notes", "text": "# Coffee"])
        try stage.compositor.waitUntil("the next document") { page.pixels != first }
    }

    /// A choice on an empty tab's page becomes its content and names it, and is saved.
    @Test func emptyTabIsFilledAndSaved() throws {
        let stage = try Stage(tabs: tabs)
        let folder = stage.compositor.folder
        let home = try folder.makeDirectory("home")
        try folder.write("# Plan", to: "home/plan.md")
        try stage.start("tabshell-page", ["--tab", "notes"], environment: ["HOME": home])
        _ = try stage.shown("tabshell-page-notes")
        for name in ["Web Page", "Back", "File", "plan.md"] { try stage.press(name) }
        let saved = folder.appending("tabs.toml")
        try stage.compositor.waitUntil("the tab to be saved") {
            let text = (try? String(contentsOfFile: saved, encoding: .utf8)) ?? ""
            let lines = ["id = \"notes\"", "title = \"Plan\"", "icon = \"document\"", "file = \"~/plan.md\""]
            return lines.allSatisfy { text.contains($0) }
        }
    }

    /// Links are opened by xdg-open(1), kept from the shell by a lock; a failure is shown, and the page continues.
    @Test(arguments: [false, true]) func linksAreOpenedByOtherPrograms(isLocked: Bool) throws {
        let lock = "\n[lock]\npin = \"$6$abcdefgh$\(String(repeating: "a", count: 86))\"\ntabs = [\"other\"]\n"
        let stage = try Stage(tabs: tabs, look: Stage.look + (isLocked ? lock : ""))
        let folder = stage.compositor.folder
        let bin = try folder.makeDirectory("bin")
        let program = "case $1 in mailto:*) exit 4;; esac; echo \"$1 ${TABSHELL_SOCKET+s}\" >> '\(folder.path)/opened'"
        try folder.write("#!/bin/sh\n\(program)\n", to: "bin/xdg-open", mode: 0o755)
        let file = try folder.write(
            "[web](https://a.b/?c=d&amp;e) [file](<sub/a b.md>) [mail](mailto:me@a.b) [no](evil.desktop)",
            to: "notes.md")
        try stage.start(
            "tabshell-page", ["--tab", "notes", "--file", file], environment: ["PATH": "\(bin):/usr/bin:/bin"])
        let page = try stage.shown("tabshell-page-notes")
        try stage.rest(page)
        let before = page.pixels
        // The file is read beside the loop.
        for name in ["web", "file"] { try stage.press(name) }
        try stage.compositor.waitUntil("two programs to run") {
            let lines = try? String(contentsOfFile: folder.appending("opened"), encoding: .utf8)
            let socket = isLocked ? "" : "s"
            return lines?.split(separator: "\n").sorted()
                == ["\(folder.path)/sub/a b.md \(socket)", "https://a.b/?c=d&e \(socket)"]
        }
        try stage.rest(page)
        #expect(page.pixels == before)
        try stage.press("mail")
        try stage.compositor.waitUntil("the failure to be shown") { page.pixels != before }
        #expect(throws: SystemError.self) { try stage.request("press", ["name": "no"]) }
    }

    @Test(arguments: [
        ["--file", "a", "--command", "b"], ["--file", "a", "--every", "3"], ["--every", "3"], ["--format", "text"],
        ["--file", "a", "--format", "pdf"], ["--command", "a", "--every", "0"], ["--file", ""],
        ["--url", "javascript:1"],
    ])
    func contradictoryOptionsAreRefused(arguments: [String]) throws {
        let program = try ChildProcess(
            BuiltProducts.url("tabshell-page").path, ["--tab", "notes"] + arguments, environment: Environment.plain)
        #expect(try program.waitForExit() == .code(2))
        #expect(program.errorOutput.contains("--"))
    }
}
