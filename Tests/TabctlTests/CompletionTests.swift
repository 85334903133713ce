// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct CompletionTests {
    private static let commands = ["status", "select", "next", "previous", "watch", "ping", "version", "socket"]

    @Test(arguments: ["bash", "zsh", "fish"]) func completionsKnowEveryCommand(shell: String) throws {
        let tabctl = try Tabctl()
        let result = try tabctl.run("--generate-completion-script", shell)
        #expect(result.exit == .code(0))
        for word in Self.commands + ["json", "wait", "timeout"] { #expect(result.output.contains(word), "\(word)") }
        // Checked by the shell itself where there is one.
        guard Environment.find(shell) != nil else {
            print("the completions for \(shell) were not parsed: there is no \(shell)")
            return
        }
        let file = try tabctl.home.write(result.output, to: "completions")
        let check = try ChildProcess(shell, ["-n", file])
        #expect(try check.waitForExit() == .code(0))
        #expect(check.errorOutput.isEmpty)
    }

    @Test func bashCompletesACommand() throws {
        let tabctl = try Tabctl()
        let script = """
            eval "$($tabctl --generate-completion-script bash)"
            COMP_WORDS=(tabctl pre) COMP_CWORD=1 COMP_LINE='tabctl pre' COMP_POINT=10
            $(complete -p tabctl | sed 's/.*-F \\([^ ]*\\).*/\\1/') tabctl pre tabctl
            echo "${COMPREPLY[@]}"
            """
        #expect(try tabctl.bash(script).output == "previous\n")
    }

    @Test func bashCompletesTheTabsOfTheRunningDaemon() throws {
        let tabctl = try Tabctl()
        let script = """
            PATH=$(dirname "$tabctl"):$PATH
            eval "$(tabctl --generate-completion-script bash)"
            COMP_WORDS=(tabctl select '') COMP_CWORD=2 COMP_LINE='tabctl select ' COMP_POINT=14
            $(complete -p tabctl | sed 's/.*-F \\([^ ]*\\).*/\\1/') tabctl '' select
            echo "${COMPREPLY[@]}"
            """
        #expect(try tabctl.bash(script).output == "\n")
        try tabctl.startDaemon()
        #expect(try tabctl.bash(script).output == "home flash growth\n")
    }
}
