import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

@testable import TabDaemon

@Suite struct PersistenceTests {
    private let daemon: TestDaemon
    private let file: String

    init() throws {
        daemon = try TestDaemon()
        file = daemon.home.appending("state/tabshell/default.json")
    }

    @Test func reselectWritesNoStateFile() throws {
        let client = try daemon.client()
        try client.request("select", ["tab": "home"])
        #expect(access(file, F_OK) != 0)
        try client.request("select", ["tab": "flash"])
        let saved = try JSONParser.parse(Array(Data(contentsOf: URL(fileURLWithPath: file))))
        #expect(saved["selection"] == "flash")
        var facts = stat()
        #expect(stat(file, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    }

    /// A user finds the last tab on each compositor. A daemon beside another one has a separate state.
    @Test func stateBelongsToTheUser() throws {
        let home = daemon.home
        func run(_ display: String) throws -> TestDaemon {
            try TestDaemon(
                environment: ["WAYLAND_DISPLAY": display], in: home,
                socket: home.appending("run/tabshell/\(display).sock"))
        }
        try daemon.client().request("select", ["tab": "flash"])
        let beside = try run("wayland-1")
        #expect(try beside.state.selection?.tab == "home")
        try beside.client().request("select", ["tab": "growth"])
        #expect(try daemon.state.selection?.tab == "flash")
        beside.process.terminate()
        daemon.process.terminate()
        for display in ["wayland-2", "wayland-0"] {
            let next = try run(display)
            #expect(try next.state.selection?.tab == "flash")
            next.process.terminate()
        }
    }

    /// The rest is used, saved at once, and not reported again.
    @Test func oneBadBadgeLosesThatBadgeOnly() throws {
        daemon.process.kill()
        _ = try daemon.home.makeDirectory("state/tabshell")
        let text = #"{"version":2,"selection":"flash","badges":{"home":{"count":-1},"growth":{"count":2}}}"#
        try daemon.home.write(text, to: "state/tabshell/default.json")
        try daemon.restart()
        let state = try daemon.state
        #expect(state.selection?.tab == "flash")
        #expect(state.badges == ["growth": .count(2)])
        #expect(daemon.process.errorOutput.contains("badges.home.count"))
        #expect(daemon.process.errorOutput.contains("version"))
        #expect(try String(contentsOfFile: file + ".bad", encoding: .utf8) == text)
        try waitUntil("the rest to be saved") { try String(contentsOfFile: file, encoding: .utf8) != text }
        try daemon.restart()
        #expect(try daemon.state.badges == ["growth": .count(2)])
        #expect(!daemon.process.errorOutput.contains("default.json"))
    }

    /// With anything at the names of the state files, the daemon serves, reports it, and saves.
    @Test(
        arguments: [
            "mkdir default.json", "mkfifo default.json", "mkfifo default.json.new default.json.synced.new",
            "mkfifo default.json.synced", "ln -s gone default.json", "ln -s default.json default.json",
            "truncate -s 1G default.json", "printf '\\377\\376{}' > default.json", "touch default.json",
            "echo { > default.json", "echo [] > default.json", "printf '\\0\\0\\0' > default.json",
            "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"default.json\")'",
        ])
    func whateverLiesAtTheStateFilesIsSurvived(script: String) throws {
        daemon.process.kill()
        let folder = try daemon.home.makeDirectory("state/tabshell")
        try #require(try ChildProcess("sh", ["-c", script], directory: folder).waitForExit() == .code(0))
        let content = try script.hasSuffix("> default.json") ? Data(contentsOf: URL(fileURLWithPath: file)) : nil
        try daemon.restart()
        let client = try daemon.client()
        try client.request("select", ["tab": "flash"])
        // Dangling links count as missing files, and so do overwritten ones.
        let isSilent = ["ln -s gone", "json.new"].contains { script.contains($0) }
        #expect(daemon.process.errorOutput.contains("default.json") == !isSilent)
        if let content { #expect(try Data(contentsOf: URL(fileURLWithPath: file + ".bad")) == content) }
        try daemon.restart()
        #expect(try daemon.state.selection?.tab == "flash")
    }

    /// The folder of the state cannot be had at all: only saving fails.
    @Test func fileInPlaceOfTheStateFolderIsSurvived() throws {
        daemon.process.kill()
        try daemon.home.write("", to: "state/tabshell")
        try daemon.restart()
        let client = try daemon.client()
        #expect(try client.refusal(of: #"{"verb":"select","tab":"flash"}"#)?.code == "not_saved")
        #expect(try client.state().selection?.tab == "flash")
        #expect(daemon.process.errorOutput.contains("state/tabshell"))
    }

    /// The generation in the file is the number of saves.
    @Test(.measurement) func burstOfChangesIsSavedOncePerWakeUp() throws {
        let client = try daemon.client()
        let lines = (1...1000).map { #"{"id":\#($0),"verb":"badge","tab":"home","badge":{"count":\#($0)}}"# }
        try client.send(line: lines.joined(separator: "\n"))
        for id in 1...1000 {
            let reply = try client.read()
            #expect(reply["id"] as? Int == id && reply["ok"] != nil)
        }
        let saved = try JSONParser.parse(Array(Data(contentsOf: URL(fileURLWithPath: file))))
        #expect(saved["badges"]?["home"]?["count"] == 1000)
        guard case .integer(let saves)? = saved["generation"] else { return #expect(Bool(false), "\(saved)") }
        #expect(saves < 200)
    }

    /// The daemon's end does not lose unsynchronized state.
    @Test func bothGenerationsAreThereAfterTheEnd() throws {
        try daemon.client().request("select", ["tab": "flash"])
        #expect(daemon.process.terminate() == .code(0))
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: file)) == Data(contentsOf: URL(fileURLWithPath: file + ".synced"))
        )
        #expect(unlink(file) == 0)
        try daemon.restart()
        #expect(try daemon.state.selection?.tab == "flash")
        #expect(daemon.process.errorOutput.contains("\(file) is missing"))
    }

    @Test func stateFileDefaultsToHomeDirectory() {
        let path = Persistence.defaultPath(name: "x") { ["XDG_STATE_HOME": "", "HOME": "/h"][$0] }
        #expect(path == "/h/.local/state/tabshell/x.json")
    }

    @Test func unsavedChangeTakesEffectAndOnlyRequesterGetsError() throws {
        _ = try daemon.home.makeDirectory("state/tabshell")
        _ = try daemon.home.makeDirectory("state/tabshell/default.json.new")
        let client = try daemon.client()
        let watcher = try daemon.client(subscribedTo: "selection")

        let refusal = try client.refusal(of: #"{"verb":"select","tab":"flash"}"#)
        #expect(refusal?.code == "not_saved")
        #expect(refusal?.data?["errno"] == JSON(EEXIST))
        #expect(refusal?.message.contains("is in force") == true)
        #expect(try client.state().selection?.tab == "flash")
        #expect((try watcher.read()["selection"] as? [String: Any])?["tab"] as? String == "flash")

        rmdir(daemon.home.appending("state/tabshell/default.json.new"))
        try client.request("next")
        try daemon.restart()
        #expect(try daemon.state.selection?.tab == "growth")
    }
}
