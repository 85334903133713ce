import CommandLineKit
import TestSupport
import Testing

@Suite struct ExitCodeTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
    }

    /// The command lines of `Golden/usage.txt`, each with its error.
    @Test func usageErrorExitsWithTwo() throws {
        let (reviewed, played) = try playScript("usage") { line in
            if line.isEmpty { return [] }
            let result = try tabctl.bash("$tabctl \(line)")
            #expect(result.exit == .code(2) && result.output.isEmpty && result.errors.contains("Usage: tabctl"))
            return result.errors.split(separator: "\n").prefix(1).map(String.init)
        }
        #expect(played == reviewed)
    }

    /// A PIN that the pad cannot enter locks its owner out.
    @Test(arguments: ["abc", "12 34", " 1234", "１２３４", "-1234", "1.55", "1234\r", "1", "123", "", digits(65)])
    func onlyDigitsHaveAHash(number: String) throws {
        try tabctl.home.write("\(number)\n", to: "number")
        let result = try tabctl.bash("$tabctl lock hash <'\(tabctl.home.path)/number'")
        #expect(result.exit == .code(2) && result.output.isEmpty)
        #expect(result.errors.contains("expected a PIN of "), "\(result.errors)")
    }

    @Test(arguments: ["0000", digits(64)])
    func digitsHaveAHash(number: String) throws {
        let result = try tabctl.bash("echo \(number) | $tabctl lock hash")
        #expect(result.exit == .code(0) && result.output.hasPrefix("$y$"))
        let check = try tabctl.bash("printf '%s\n' '\(result.output.dropLast())' \(number) | $tabctl lock verify")
        #expect(check.exit == .code(0))
    }

    private static func digits(_ count: Int) -> String { String(repeating: "7", count: count) }

    @Test func missingDaemonExitsWithThree() throws {
        for command in ["ping", "status", "next", "watch", "tabs", "looks", "look", "appearance", "reload", "pop"] {
            let result = try tabctl.run(command)
            #expect(result.exit == .code(3))
            #expect(result.output.isEmpty)
            #expect(result.errors.hasPrefix("tabctl: no daemon answers; start one with tabshelld\n"))
        }
        // The socket of a killed daemon.
        let server = try tabctl.startServer(saying: [])
        server.kill()
        #expect(try tabctl.run("ping").exit == .code(3))
    }

    @Test func missingSocketPathExitsWithThree() throws {
        let result = try tabctl.bash("unset XDG_RUNTIME_DIR; $tabctl ping")
        #expect(result.exit == .code(3))
        #expect(result.errors.contains("XDG_RUNTIME_DIR is not set"))
        #expect(try tabctl.bash("unset XDG_RUNTIME_DIR; $tabctl socket").exit == .code(3))
        let path = "/" + String(repeating: "s", count: 200)
        let long = try tabctl.bash("TABSHELL_SOCKET=\(path) $tabctl ping")
        #expect(long.exit == .code(3))
        #expect(long.errors.contains("at most 107"))
    }

    /// Only root can start a server as another user.
    @Test func serverOfAnotherUserExitsWithThreeAndReceivesNothing() throws {
        guard let user = Privilege.user else {
            print("not run: the refusal of another user's server needs root")
            return
        }
        let server = try tabctl.startServer(saying: [Tabctl.hello], asRoot: true)
        for arguments in [["ping"], ["watch"], ["ping", "--wait"]] {
            let process = try tabctl.start(arguments)
            #expect(try process.waitForExit() == .code(3))
            #expect(process.output.isEmpty)
            #expect(
                process.errorOutput == "tabctl: the socket \(tabctl.socket) is served by user 0, expected user \(user);"
                    + " nothing was sent to it\n")
        }
        #expect(tabctl.requests.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [[], [Tabctl.hello]]) func silentServerExitsWithFour(lines: [String]) throws {
        try tabctl.startServer(saying: lines)
        for command in ["ping", "watch"] {
            let result = try tabctl.run(command, "--timeout", "0.3")
            #expect(result.exit == .code(4))
            #expect(result.errors == "tabctl: the daemon did not answer within 0.3 s\n")
        }
    }

    @Test(arguments: [
        ["SSH-2.0-OpenSSH"], [#"{"event":"ready","revision":1}"#], [#"{"event":"hello"}"#],
        [Tabctl.hello, "what?"], [Tabctl.hello, #"{"id":1,"ok":{}}"#],
        [Tabctl.hello, #"{"id":1,"ok":{"revision":true,"tabs":[]}}"#],
        [#"{"event":"hello","protocol":"1.1","version":"9","pid":1,"features":[]}"#, "{}"],
    ])
    func invalidReplyExitsWithFour(lines: [String]) throws {
        try tabctl.startServer(saying: lines)
        let result = try tabctl.onTerminal("status")
        #expect(result.exit == .code(4))
        #expect(result.output.contains("invalid reply"))
        #expect(result.output.contains("does the daemon need a restart?") == lines[0].contains(#""version":"9""#))
    }

    @Test(arguments: ["2.0", "1.2", "nonsense"]) func otherVersionExitsWithFive(version: String) throws {
        try tabctl.startServer(
            saying: [Tabctl.hello.replacing(#""protocol":"1.1""#, with: #""protocol":"\#(version)""#)])
        let result = try tabctl.run("ping")
        #expect(result.exit == .code(5))
        #expect(
            result.errors.hasPrefix(
                "tabctl: the daemon (version \(tabshellVersion)) speaks protocol \(version), this program 1.1: "))
    }

    /// The end of the connection, an unknown event before the reply, and a refusal in place of the hello.
    @Test(
        arguments: [
            ([Tabctl.hello], true, 4, "tabctl: the daemon closed the connection\n"),
            (
                [Tabctl.hello, #"{"event":"weather","revision":1,"weather":{}}"#, #"{"id":1,"ok":{"later":true}}"#],
                false, 0, ""
            ),
            (
                [#"{"id":null,"error":{"code":"too_many_clients","message":"too many clients are connected"}}"#],
                false, 1, "tabctl: too many clients are connected\n"
            ),
        ] as [([String], Bool, Int32, String)])
    func whatTheServerSaysDeterminesTheExitCode(lines: [String], hangsUp: Bool, code: Int32, errors: String) throws {
        try tabctl.startServer(saying: lines, hangsUp: hangsUp)
        let result = try tabctl.run("ping")
        #expect(result.exit == .code(code) && result.errors == errors)
    }

    @Test func waitConnectsToDaemonThatStartsLater() throws {
        let early = try tabctl.start(["ping", "--wait", "--timeout", "20"])
        // It has tried, and sleeps until the next try.
        try waitUntil("its first try") { try ProcessFacts(pid: early.pid).switches.voluntary > 1 }
        #expect(early.isRunning)
        try tabctl.startDaemon()
        #expect(try early.waitForExit() == .code(0))
    }

    @Test func waitTimesOutWithThree() throws {
        #expect(try tabctl.run("ping", "--wait", "--timeout", "0.3").exit == .code(3))
    }
}
