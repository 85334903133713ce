// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// The daemon while its helper reads the configuration.
@Suite struct ConfigurationReadingTests {
    private let home: TemporaryDirectory

    init() throws {
        home = try .home("bin")
        try home.write("", to: ".config/tabshell/config.toml")
    }

    /// A daemon whose helper is a script around the real one. A helper counts itself in `runs` and, once there is a file
    /// `slow`, names a file and waits until that is gone. With a file `late`, it has read everything before it waits.
    private func daemon(_ arguments: [String] = ["--no-programs"]) throws -> TestDaemon {
        let helper = try BuiltProducts.url("tabshell-config").path
        let script = """
            #!/bin/sh
            echo run >> '\(home.appending("runs"))'
            if [ -e '\(home.appending("slow"))' ]; then
                echo '{"reading":"/mnt/hung/x.svg"}'
                echo $$ >> '\(home.appending("waiting"))'
                while [ -e '\(home.appending("slow"))' ]; do sleep 0.02; done
            fi
            result=$('\(helper)' "$@")
            status=$?
            if [ -e '\(home.appending("late"))' ]; then
                echo $$ >> '\(home.appending("waiting"))'
                while [ -e '\(home.appending("late"))' ]; do sleep 0.02; done
            fi
            printf '%s\n' "$result"
            exit $status
            """
        try home.write(script, to: "bin/tabshell-config", mode: 0o755)
        // The helper is looked for beside the daemon first.
        let executable = try home.copy(BuiltProducts.url("tabshelld").path, to: "bin/tabshelld")
        return try TestDaemon(arguments, executable: executable, in: home)
    }

    /// Waits until a helper waits.
    private func wait(for what: String = "the helper to wait") throws {
        try waitUntil(what) { !home.lines("waiting").isEmpty }
    }

    @Test func othersAreAnsweredMeanwhileAndTheClientInOrder() throws {
        let daemon = try daemon()
        let (client, other) = (try daemon.client(), try daemon.client(subscribedTo: "selection"))
        try home.write("", to: "slow")
        try client.send(line: #"{"id":1,"verb":"reload"}"# + "\n" + #"{"id":2,"verb":"select","tab":"flash"}"#)
        try wait()
        // The select is behind the reload.
        for id in 1...20 { try other.request("ping", id: id) }
        #expect(try other.state().selection?.tab == "home")
        #expect(unlink(home.appending("slow")) == 0)
        #expect(try client.read()["id"] as? Int == 1)
        #expect(try client.read()["id"] as? Int == 2)
        #expect(try other.state().selection?.tab == "flash")
    }

    /// A client that has hung up gets its requests carried out nevertheless.
    @Test func requestsBehindAReloadAreCarriedOutAfterAHangup() throws {
        let daemon = try daemon()
        let other = try daemon.client()
        try home.write("", to: "slow")
        do {
            let client = try daemon.client()
            try client.send(line: #"{"verb":"reload"}"# + "\n" + #"{"verb":"select","tab":"flash"}"#)
            try wait()
        }
        for id in 1...20 { try other.request("ping", id: id) }
        #expect(unlink(home.appending("slow")) == 0)
        try waitUntil("the select: \(daemon.process.errorOutput)") { try other.state().selection?.tab == "flash" }
    }

    /// Takes the 10 s that reading may take.
    @Test func helperThatHangsIsEndedAtTheDeadlineTheFileNamedAndReadAgain() throws {
        let daemon = try daemon()
        let client = try daemon.client()
        try home.write("", to: "slow")
        let refusal = try #require(try client.refusal(of: #"{"verb":"reload"}"#))
        #expect(refusal.code == "invalid_configuration")
        #expect(refusal.message.contains("/mnt/hung/x.svg: reading it took longer than 10 s"))
        let pid = try #require(home.lines("waiting").first.flatMap { pid_t($0) })
        try waitUntil("the helper to be gone") { kill(pid, 0) != 0 }
        // The files are read again without a request.
        #expect(try daemon.state.configuration.errors.isEmpty == false)
        #expect(unlink(home.appending("slow")) == 0)
        try waitUntil("the second reading") { try daemon.state.configuration.errors.isEmpty }
    }

    /// Takes the 10 s that reading may take.
    @Test func pageOfTheFirstStartComesAfterAHelperThatHangs() throws {
        #expect(unlink(home.appending(".config/tabshell/config.toml")) == 0)
        try home.write("", to: "slow")
        let daemon = try daemon(["--no-programs", "--welcome"])
        let client = try daemon.client()
        try waitUntil("the error of the first reading") { daemon.process.errorOutput.contains("took longer than 10 s") }
        #expect(try client.state().selection?.tab == "home")
        #expect(unlink(home.appending("slow")) == 0)
        try waitUntil("the page of the first start") { try client.state().selection?.tab == "welcome" }
    }

    /// Reloads that wait for the helper share its next run.
    @Test func reloadsOfManyClientsShareARun() throws {
        let daemon = try daemon()
        let clients = try (0..<20).map { _ in try daemon.client() }
        try home.write("", to: "slow")
        try clients[0].send(line: #"{"id":1,"verb":"reload"}"#)
        try wait()
        let before = home.lines("runs").count
        for client in clients.dropFirst() { try client.send(line: #"{"id":1,"verb":"reload"}"#) }
        // Once this is answered, the daemon has read what was sent before.
        let other = try daemon.client()
        for id in 1...20 { try other.request("ping", id: id) }
        #expect(unlink(home.appending("slow")) == 0)
        for client in clients { try client.expect(reply: 1) }
        #expect(home.lines("runs").count == before + 1)
    }

    /// A file that is written in place is empty for a moment. What was read then ends no program, nor does it become an event.
    @Test func halfWrittenFileIsNotApplied() throws {
        let whole = "order = [\"home\", \"flash\"]\n"
        try home.write(whole, to: ".config/tabshell/config.toml")
        let daemon = try daemon()
        let (client, other) = (try daemon.client(), try daemon.client(subscribedTo: "tabs"))
        try home.write("", to: "late")
        try home.write("", to: ".config/tabshell/config.toml")
        try client.send(line: #"{"id":1,"verb":"reload"}"#)
        try wait(for: "the empty file to be read")
        try home.write(whole, to: ".config/tabshell/config.toml")
        let later = try daemon.client()
        try later.send(line: #"{"id":1,"verb":"reload"}"#)
        for id in 1...20 { try other.request("ping", id: id) }
        #expect(unlink(home.appending("late")) == 0)
        #expect(try client.expect(reply: 1)["ok"] != nil)
        #expect(try later.expect(reply: 1)["ok"] != nil)
        try other.send(line: #"{"id":30,"verb":"ping"}"#)
        // Nothing has been sent before.
        #expect(try other.read()["id"] as? Int == 30)
    }

    /// A file that is saved while the daemon starts.
    @Test func changeDuringTheFirstReadingIsApplied() throws {
        try home.write("", to: "late")
        let daemon = try daemon()
        try wait()
        try home.configure("[bar]\nheight = 100\n")
        #expect(unlink(home.appending("late")) == 0)
        try waitUntil("the change") { try daemon.state.look?.bar.height == 100 }
    }

    /// A client's pipeline of reloads runs one after another, with the requests of others between them.
    @Test func pipelineOfReloadsStarvesNobody() throws {
        let daemon = try daemon()
        let (client, other) = (try daemon.client(), try daemon.client())
        let count = 200
        try client.send(line: (1...count).map { #"{"id":\#($0),"verb":"reload"}"# }.joined(separator: "\n"))
        try waitUntil("the first to run") { home.lines("runs").count >= 2 }
        let before = home.lines("runs").count
        for id in 1...10 { try other.request("ping", id: id) }
        // Ten round trips take a few runs of the helper at most.
        #expect(home.lines("runs").count < before + count / 2)
        for id in 1...count { #expect(try client.read()["id"] as? Int == id) }
    }
}
