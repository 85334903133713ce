import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Changes of the tabs in the running shell, and the file that keeps them.
@Suite struct TabChangeTests {
    private let home: TemporaryDirectory
    private let daemon: TestDaemon

    init() throws {
        home = try .home(".local", ".local/share", "share", "share/applications", "share/applications/kde")
        let environment = ["XDG_DATA_DIRS": home.appending("share"), "LC_ALL": "de_AT.UTF-8"]
        daemon = try TestDaemon(environment: environment, in: home)
        try install("Name=Editor\nName[de]=Texteditor\nIcon=pencil\nExec=edit %U\n", as: "org.example.Editor")
        try install("Name=Shell\nTerminal=true\nExec=sh\n", as: "shell")
        try install("Name=Nested\nExec=nested\n", as: "kde/Nested")
        try install("Name=Missing\nTryExec=/nowhere/missing\nExec=missing\n", as: "missing")
    }

    private func install(_ entry: String, as id: String, in folder: String = "share/applications") throws {
        try home.write("[Desktop Entry]\nType=Application\n\(entry)", to: "\(folder)/\(id).desktop")
    }

    private var client: SocketClient { get throws { try daemon.client() } }

    private var tabsFile: String { home.appending(".config/tabshell/tabs.toml") }

    private var tabsText: String? { try? String(contentsOfFile: tabsFile, encoding: .utf8) }

    private var ids: [TabID] { get throws { try client.state().tabs.map(\.id) } }

    private func succeed(_ request: String, by client: SocketClient? = nil) throws {
        let error = try (client ?? daemon.client()).refusal(of: "{\(request)}")
        #expect(error == nil, "\(request): \(error?.message ?? "")")
    }

    private static let addEditor = #""verb":"tab_add","desktop":"org.example.Editor""#

    @Test func desktopEntryBecomesATab() throws {
        try succeed(#"\#(Self.addEditor),"position":{"before":"flash"},"select":true"#)
        let state = try client.state()
        #expect(state.tabs.map(\.id) == ["home", "texteditor", "flash", "growth"])
        #expect(state.selection?.tab == "texteditor" && state.configuration.hasUnsavedTabs)
        let tab = try #require(state.tab("texteditor"))
        #expect(tab.title == "Texteditor" && tab.icon == "pencil" && tab.window?.appIDs == ["org.example.Editor"])
        let change: [String: Any] = ["tab": "texteditor", "title": "T", "position": ["replace": "texteditor"]]
        #expect(try client.request("tab_add", change)["tab"] as? String == "texteditor")
    }

    /// The first-start tab goes with the first saved changes, and is not among them.
    @Test func firstStartIsNotSaved() throws {
        try daemon.restart(["--no-programs", "--welcome"])
        try waitUntil("the tab of the first start") { try client.state().selection?.tab == "welcome" }
        try succeed("\(Self.addEditor),\"select\":true")
        try succeed(#""verb":"look","look":"lucidpal""#)
        #expect(try ids.contains("welcome"))
        try succeed(#""verb":"save""#)
        #expect(tabsText?.contains("lucidpal") == true && tabsText?.contains("texteditor") == true)
        #expect(tabsText?.contains("welcome") == false)
        let state = try client.state()
        #expect(state.tab("welcome") == nil && state.selection?.tab == "texteditor")
        #expect(!state.configuration.hasUnsavedTabs)
        // It can be had again.
        try succeed(#""verb":"select","tab":"welcome""#)
        #expect(try client.state().selection?.tab == "welcome" && ids.contains("welcome"))
        try succeed(#""verb":"tab_remove","tab":"welcome""#)
        // A tab of that name is one like any other.
        try succeed(#""verb":"tab_add","tab":"welcome""#)
        try succeed(#""verb":"save""#)
        #expect(try ids.contains("welcome"))
    }

    /// The menu of a tab changes it, saves that and says what it has done; the sheet for another title is not saved.
    @Test func menuChangesATab() throws {
        func choose(_ action: String, of tab: String) throws {
            try succeed(#""verb":"menu","tab":"\#(tab)""#)
            try succeed(#""verb":"action","action":"tab:\#(action)""#)
        }
        try choose("move-on", of: "home")
        try waitUntil("the order to be saved") {
            tabsText?.contains(#"["flash", "home", "growth"]"#) == true
        }
        for _ in 0..<2 {
            try choose("rename", of: "home")
            try waitUntil("the sheet") { try client.state().sheet.tab == "rename" }
        }
        #expect(try client.state().tab("rename")?.isHidden == true)
        try succeed(#""verb":"tab_add","tab":"home","title":"Start","position":{"replace":"home"}"#)
        try succeed(#""verb":"save""#)
        #expect(tabsText?.contains("rename") == false && tabsText?.contains("Start") == true)
        #expect(try client.state().tab("rename") == nil && client.state().tab("home")?.title == "Start")
        for tab in ["home", "flash"] {
            try choose("remove", of: tab)
            try waitUntil("\(tab) to go") { try !ids.contains(TabID(rawValue: tab)) }
        }
        try waitUntil("the message") { try client.state().message?.text.contains("Flash") == true }
        #expect(try client.state().message?.endsAt != nil)
        try choose("remove", of: "growth")
        try waitUntil("the reason") { try client.state().message?.text.contains("Growth") == true }
        #expect(try ids == ["growth"])
        try waitUntil("the removals to be saved: \(tabsText ?? "")") { tabsText?.contains("flash") == false }
    }

    @Test func refusalsChangeNothing() throws {
        let before = try client.state()
        for (request, code, fragment) in [
            (#""verb":"tab_add","desktop":"../shell""#, "unknown_desktop_entry", "not found in"),
            (#""verb":"tab_add","desktop":"missing""#, "unknown_desktop_entry", "/nowhere/missing"),
            (#""verb":"tab_add","tab":"home""#, "invalid_request", "home"),
            (#""verb":"tab_add""#, "not_applicable", "needs"),
            (#""verb":"tab_add","tab":"x","icon":"nowhere""#, "not_applicable", "unknown icon"),
            (#""verb":"tab_move","tab":"home","position":{"after":"x"}"#, "unknown_tab", "\"x\""),
        ] {
            let refusal = try client.refusal(of: "{\(request)}")
            #expect(
                refusal?.code == code && refusal?.message.contains(fragment) == true, "\(request): \(refusal as Any)")
        }
        #expect(try client.state() == before)
    }

    /// The user's own folder comes first, and a dash stands for a folder.
    @Test func desktopEntriesAreSearchedInOrder() throws {
        try succeed(#""verb":"tab_add","desktop":"kde-Nested""#)
        #expect(try client.state().tabs.last?.window?.appIDs == ["kde-Nested"])
        try succeed(#""verb":"tab_add","desktop":"shell.desktop""#)
        #expect(try client.state().tabs.last?.window?.appIDs == ["shell"], "in a terminal")
        _ = try home.makeDirectory(".local/share/applications")
        try install("Name=Mine\nExec=mine\n", as: "org.example.Editor", in: ".local/share/applications")
        try succeed(Self.addEditor)
        #expect(try client.state().tabs.last?.title == "Mine")
        try install("Hidden=true\n", as: "shell", in: ".local/share/applications")
        #expect(try client.refusal(of: #"{"verb":"tab_add","desktop":"shell"}"#)?.message.contains("deleted") == true)
    }

    @Test func savedChangesOutliveTheDaemon() throws {
        try succeed(Self.addEditor)
        try succeed(#""verb":"tab_remove","tab":"flash""#)
        try succeed(#""verb":"look","look":"lucidpal""#)
        try succeed(#""verb":"look","look":"stress-monitor""#)
        #expect(try client.state().configuration.hasUnsavedTabs)
        try succeed(#""verb":"save""#)
        #expect(try !client.state().configuration.hasUnsavedTabs)
        let text = try #require(tabsText)
        #expect(text.contains("order = [\"home\", \"growth\", \"texteditor\"]") && !text.contains("look"))
        // Nothing is left to save, and the file is not touched.
        let reply = try client.request("save")
        #expect(reply["changed"] as? Bool == false && reply["file"] as? String == tabsFile)
        try succeed(#""verb":"reload""#)
        #expect(try ids == ["home", "growth", "texteditor"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.appending(".config/tabshell")) == ["tabs.toml"])
        #expect(daemon.process.terminate() == .code(0))
        try daemon.restart()
        #expect(try ids == ["home", "growth", "texteditor"])
    }

    @Test func editedFileIsMergedWithUnsavedChanges() throws {
        try succeed(Self.addEditor)
        try home.configure("order = [\"growth\", \"home\"]\n", "tabs.toml")
        try waitUntil("the tabs of both") { try ids == ["growth", "home", "texteditor"] }
        #expect(try client.state().configuration.hasUnsavedTabs)
        try succeed(#""verb":"save""#)
        #expect(tabsText?.contains("\"growth\", \"home\", \"texteditor\"") == true)
        try home.configure("ordre = [\"growth\"]\n", "tabs.toml")
        try waitUntil("its error") { try !client.state().configuration.errors.isEmpty }
        #expect(try client.state().configuration.errors.first?.hasPrefix("\(tabsFile):1: ordre: ") == true)
        // The files have to be valid for a change.
        let refusal = try client.refusal(of: "{\(Self.addEditor)}")
        #expect(refusal?.code == "invalid_configuration" && refusal?.message.contains(":1: ordre") == true)
    }

    /// Neither of two changes of a tab is lost: the file stays, and so does the configuration in force.
    @Test func conflictOfAnEditIsNamed() throws {
        try succeed(Self.addEditor)
        let edited = "[[tabs]]\nid = \"texteditor\"\ntitle = \"Mine\"\nicon = \"home\"\nexec = [\"true\"]\n"
        try home.configure(edited, "tabs.toml")
        let reason = "the tab \"texteditor\" was changed in the running shell and in the file"
        try waitUntil("the conflict") {
            try client.state().configuration.errors.contains { $0.contains(reason) }
        }
        #expect(daemon.process.errorOutput.contains(reason))
        #expect(try client.state().tab("texteditor")?.title == "Texteditor")
        let refusal = try client.refusal(of: #"{"verb":"save"}"#)
        #expect(refusal?.code == "not_applicable" && refusal?.message.hasPrefix(reason) == true)
        #expect(daemon.process.errorOutput.contains("the tabs are not saved: \(reason)"))
        #expect(tabsText == edited)
        // The file's, on demand.
        try succeed(#""verb":"reload""#)
        #expect(try client.state().tab("texteditor")?.title == "Mine")
        #expect(try client.state().configuration.errors.isEmpty)
    }

    /// The file need not have been read again before.
    @Test func saveKeepsAnEditThatComesWithIt() throws {
        try succeed(Self.addEditor)
        try home.write("[[tabs]]\nid = \"own\"\ntitle = \"Own\"\nicon = \"home\"\nexec = [\"true\"]\n", to: "edit")
        let client = try daemon.client()
        try client.send(line: #"{"id":1,"verb":"save"}"#)
        rename(home.appending("edit"), tabsFile)
        try client.expect(reply: 1)
        try waitUntil("both tabs in the shell") { try Set(ids).isSuperset(of: ["own", "texteditor"]) }
        try succeed(#""verb":"save""#)
        #expect(tabsText?.contains("\"own\"") == true && tabsText?.contains("\"texteditor\"") == true)
    }

    /// More than an argument of a program may have.
    @Test func longFileIsChangedAndSaved() throws {
        let words = Array(repeating: "\"\(String(repeating: "x", count: 1000))\"", count: 60).joined(separator: ", ")
        let tables = ["own", "second", "third"].map {
            "[[tabs]]\nid = \"\($0)\"\ntitle = \"Own\"\nicon = \"home\"\nexec = [\"true\", \(words)]\n"
        }
        try home.configure(tables.joined(), "tabs.toml")
        try waitUntil("the tab") { try ids.contains("own") }
        try succeed(Self.addEditor)
        try succeed(#""verb":"tab_move","tab":"own","position":{"at":1}"#)
        try succeed(#""verb":"save""#)
        #expect(tabsText?.utf8.count ?? 0 > 3 * words.utf8.count && tabsText?.contains("texteditor") == true)
    }

    @Test func whatIsNoRegularFileIsNotReplaced() throws {
        mkfifo(home.appending("pipe"), 0o600)
        if let user = Privilege.user { chown(home.appending("pipe"), user, user) }
        for target in ["/dev/null", home.appending("pipe")] {
            unlink(tabsFile)
            try succeed(#""verb":"reload""#)
            try succeed(Self.addEditor)
            try FileManager.default.createSymbolicLink(atPath: tabsFile, withDestinationPath: target)
            let refusal = try client.refusal(of: #"{"verb":"save"}"#)
            #expect(refusal != nil, "\(target)")
            var facts = stat()
            #expect(stat(target, &facts) == 0 && [S_IFCHR, S_IFIFO].contains(facts.st_mode & S_IFMT))
        }
    }

    /// A link stays a link.
    @Test func linkedFileIsReplacedWhereItIs() throws {
        try home.write("", to: "dotfiles.toml")
        try FileManager.default.createSymbolicLink(
            atPath: tabsFile, withDestinationPath: home.appending("dotfiles.toml"))
        try succeed(Self.addEditor)
        try succeed(#""verb":"save""#)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: tabsFile) == home.appending("dotfiles.toml"))
        #expect(tabsText?.contains("org.example.Editor") == true)
    }

    @Test func failedSaveNamesThePath() throws {
        try succeed(Self.addEditor)
        // In place of the temporary file: it cannot be removed.
        _ = try home.makeDirectory(".config/tabshell/tabs.toml.new")
        let refusal = try client.refusal(of: #"{"verb":"save"}"#)
        #expect(refusal?.code == "not_saved" && refusal?.message.contains("\(tabsFile).new") == true)
        let error = try client.state().configuration.errors.first
        #expect(error?.hasPrefix("\(tabsFile): ") == true && error?.contains("\(tabsFile).new") == true)
        #expect(tabsText == nil)
    }

    @Test func fileOfAnotherConfigurationHasItsName() throws {
        try home.write("", to: "kiosk.toml")
        try daemon.restart(["--no-programs", "--config", home.appending("kiosk.toml")])
        try succeed(Self.addEditor)
        #expect(try client.request("save")["file"] as? String == home.appending("kiosk.tabs.toml"))
    }
}
