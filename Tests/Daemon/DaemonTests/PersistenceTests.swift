// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

@Suite struct PersistenceTests {
    private let daemon: TestDaemon
    private let file: String

    init() throws {
        daemon = try TestDaemon()
        file = daemon.home.appending("state/tabshell/default.json")
    }

    @Test func acknowledgedChangesSurviveKill() throws {
        for tab in ["growth", "flash", "home", "flash"] {
            try daemon.client().request("select", ["tab": tab])
            daemon.process.kill()
            try daemon.restart()
            let state = try daemon.state
            #expect(state.selection?.tab.rawValue == tab)
            #expect(state.selection?.previous == nil)
            #expect(state.revision == 1)
        }
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

    @Test(arguments: ["", "{", "[]", "{\"selection\":3}", "{\"selection\":\"gone\"}", "\0\0\0"])
    func anIllegibleFileGivesTheFirstTab(content: String) throws {
        try daemon.client().request("select", ["tab": "flash"])
        daemon.process.kill()
        try daemon.home.write(content, to: "state/tabshell/default.json")
        try daemon.restart()
        #expect(try daemon.state.selection?.tab == "home")
    }

    @Test func stateFileDefaultsToHomeDirectory() throws {
        let daemon = try TestDaemon(environment: ["XDG_STATE_HOME": ""])
        try daemon.client().request("select", ["tab": "flash"])
        #expect(access(daemon.home.appending(".local/state/tabshell/default.json"), F_OK) == 0)
    }

    @Test func unsavedChangeTakesEffectAndOnlyRequesterGetsError() throws {
        _ = try daemon.home.makeDirectory("state/tabshell")
        _ = try daemon.home.makeDirectory("state/tabshell/default.json.new")
        let client = try daemon.client()
        let watcher = try daemon.client()
        try watcher.request("subscribe", ["topics": ["selection"]])
        try watcher.expect(event: "ready")

        let refusal = try client.refusal(of: #"{"verb":"select","tab":"flash"}"#)
        #expect(refusal?.code == "not_saved")
        #expect(refusal?.data?["errno"] == JSON(EISDIR))
        #expect(refusal?.message.contains("is in force") == true)
        #expect(try client.state().selection?.tab == "flash")
        #expect((try watcher.read()["selection"] as? [String: Any])?["tab"] as? String == "flash")

        rmdir(daemon.home.appending("state/tabshell/default.json.new"))
        try client.request("next")
        daemon.process.kill()
        try daemon.restart()
        #expect(try daemon.state.selection?.tab == "growth")
    }

    /// Only root can mount a file system to fill.
    @Test func fullDiskIsReportedAndEarlierStateIsKept() throws {
        let folder = try daemon.home.makeDirectory("state/tabshell")
        let owner = "uid=\(Privilege.user ?? getuid()),gid=\(Privilege.user ?? getgid())"
        let mount = try? ChildProcess(
            "mount", ["-t", "tmpfs", "-o", "size=8k,mode=700,\(owner)", "tabshell-test", folder], asRoot: true)
        guard let mount, try mount.waitForExit() == .code(0) else {
            print("not run: a full disk needs the right to mount; a folder in the file's way stands for it elsewhere")
            return
        }
        defer { _ = try? ChildProcess("umount", [folder], asRoot: true).waitForExit() }
        let client = try daemon.client()
        try client.request("select", ["tab": "flash"])
        var filler = Data(repeating: 0x78, count: 16384)
        let target = open(folder + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        while !filler.isEmpty {
            let count = filler.withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            filler = filler.dropFirst(count)
        }
        close(target)
        let refusal = try client.refusal(of: #"{"verb":"select","tab":"growth"}"#)
        #expect(refusal?.code == "not_saved")
        #expect(refusal?.data?["errno"] == JSON(ENOSPC))
        #expect(try client.state().selection?.tab == "growth")
        daemon.process.kill()
        try daemon.restart()
        #expect(try daemon.state.selection?.tab == "flash")
        daemon.process.kill()
    }
}
