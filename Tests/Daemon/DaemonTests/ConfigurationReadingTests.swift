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

    /// A daemon whose helper is a script around the real one. Once a file `slow` exists, a helper
    /// names a file and waits until that is gone. With a file `late`, it has read everything before it waits.
    private func daemon() throws -> TestDaemon {
        let helper = try BuiltProducts.url("tabshell-config").path
        let script = """
            #!/bin/sh
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
}
