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

    /// A daemon whose helper is a script around the real one. A helper counts itself in `runs` and, once a file
    /// `slow` exists, names a file and waits until that is gone. With a file `late`, it has read everything before it waits.
    private func daemon() throws -> TestDaemon {
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
        return try TestDaemon(executable: executable, in: home)
    }

    private func waitForHelper() throws {
        try waitUntil("the helper to wait") { !home.lines("waiting").isEmpty }
    }

    @Test func othersAreAnsweredMeanwhileAndTheClientInOrder() throws {
        let daemon = try daemon()
        let (client, other) = (try daemon.client(), try daemon.client(subscribedTo: "selection"))
        try home.write("", to: "slow")
        try client.send(line: #"{"id":1,"verb":"reload"}"# + "\n" + #"{"id":2,"verb":"select","tab":"flash"}"#)
        try waitForHelper()
        // The select is behind the reload.
        for id in 1...20 { try other.request("ping", id: id) }
        #expect(try other.state().selection?.tab == "home")
        #expect(unlink(home.appending("slow")) == 0)
        #expect(try client.read()["id"] as? Int == 1)
        #expect(try client.read()["id"] as? Int == 2)
        #expect(try other.state().selection?.tab == "flash")
    }

    /// The requests of a client that has hung up are still carried out.
    @Test func requestsBehindAReloadAreCarriedOutAfterAHangup() throws {
        let daemon = try daemon()
        let other = try daemon.client()
        try home.write("", to: "slow")
        do {
            let client = try daemon.client()
            try client.send(line: #"{"verb":"reload"}"# + "\n" + #"{"verb":"select","tab":"flash"}"#)
            try waitForHelper()
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

    /// A file saved during the daemon's start.
    @Test func changeDuringTheFirstReadingIsApplied() throws {
        try home.write("", to: "late")
        let daemon = try daemon()
        try waitForHelper()
        try home.configure("[bar]\nheight = 100\n")
        #expect(unlink(home.appending("late")) == 0)
        try waitUntil("the change") { try daemon.state.look?.bar.height == 100 }
    }

    /// A client's pipeline of reloads runs one after another, with the requests of others between them.
    @Test func pipelineOfReloadsStarvesNobody() throws {
        let daemon = try daemon()
        let (client, other) = (try daemon.client(), try daemon.client())
        let count = 60
        try client.send(line: (1...count).map { #"{"id":\#($0),"verb":"reload"}"# }.joined(separator: "\n"))
        try waitUntil("the first to run") { home.lines("runs").count >= 2 }
        let before = home.lines("runs").count
        for id in 1...10 { try other.request("ping", id: id) }
        // Ten round trips take a few runs of the helper at most.
        #expect(home.lines("runs").count < before + count / 2)
        for id in 1...count { #expect(try client.read()["id"] as? Int == id) }
    }
}
