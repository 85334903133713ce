import CommandLineKit
import Foundation
import Testing
import TestSupport

@Suite struct CommandTests {
    private let tabctl: Tabctl
    private let pid: pid_t

    init() throws {
        tabctl = try Tabctl()
        pid = try tabctl.startDaemon()
    }

    private func object(_ text: String) throws -> [String: Any] {
        #expect(text.hasSuffix("\n") && text.split(separator: "\n").count == 1)
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func selecting() throws {
        let selected = try tabctl.run("select", "flash")
        #expect(selected.exit == .code(0))
        #expect(selected.output == #"{"tab":"flash","revision":2}"# + "\n")
        #expect(try tabctl.onTerminal("next") == (.code(0), "growth\n"))
        #expect(try tabctl.onTerminal("next") == (.code(0), "home\n"))
        #expect(try tabctl.onTerminal("previous") == (.code(0), "growth\n"))
        #expect(try tabctl.onTerminal("select growth --json") == (.code(0), #"{"tab":"growth","revision":6}"# + "\n"))
    }

    /// A terminal shows the prompts, but no PIN, and asks for a new one twice.
    @Test(arguments: [("2580", 0), ("2581", 1)] as [(String, Int32)])
    func terminalShowsNoPIN(second: String, code: Int32) throws {
        let (exit, output, _) = try tabctl.bash(
            """
            coproc script -qec "$tabctl lock hash" /dev/null
            exec {answers}<&${COPROC[0]} {keys}>&${COPROC[1]}; pid=$COPROC_PID
            await() { while IFS= read -r -N 1 -u $answers c; do text+=$c; [[ $text != *"$1" ]] || return; done; }
            await 'PIN: '; echo 2580 >&$keys; await 'Again: '; echo \(second) >&$keys
            echo "$text"; cat <&$answers; wait $pid
            """)
        #expect(exit == .code(code) && output.contains("$y$") == (code == 0))
        #expect(!output.contains("258") && output.contains("the two PINs differ") == (code == 1))
    }

    @Test func statusIsTextOnTerminalAndJSONElsewhere() throws {
        let (exit, text) = try tabctl.onTerminal("status")
        #expect(exit == .code(0))
        #expect(text.contains("* home    absent\n  flash   absent\n  growth  absent\n"))
        #expect(
            text.contains(
                """
                panel       absent
                look        stress-monitor
                appearance  light
                daemon      \(tabshellVersion), protocol 1.1, pid \(pid)

                """))
        let state = try object(try tabctl.run("status").output)
        #expect((state["selection"] as? [String: Any])?["tab"] as? String == "home")
        #expect(try object(try tabctl.onTerminal("status --json").output)["revision"] as? Int == 1)
    }

    @Test func iconsAreListed() throws {
        let listing = try object(try tabctl.run("icons").output)
        let icons = try #require(listing["icons"] as? [[String: Any]])
        #expect(icons.count >= 120)
        let globe = try #require(icons.first { $0["name"] as? String == "globe" })
        #expect(globe["filled"] as? String == "globe.fill")
        #expect(globe["summary"] as? String == "A globe with its meridians and equator.")
        #expect(icons.allSatisfy { $0["filled"] is String })
        let text = try tabctl.onTerminal("icons").output
        #expect(text.split(separator: "\n").count == icons.count)
        #expect(text.contains("\nactivity") && text.contains("  activity.fill") && text.contains("  A bell.\n"))
        #expect(try tabctl.onTerminal("icons --json").output == tabctl.run("icons").output)
    }

    @Test func pingVersionAndSocket() throws {
        #expect(try object(try tabctl.run("ping").output)["round_trip"] is Int)
        #expect(try tabctl.onTerminal("ping").output.hasPrefix("the daemon answered in "))
        let version = try object(try tabctl.run("version").output)
        #expect(version["tabctl"] as? String == version["daemon"] as? String)
        #expect(version["protocol"] as? String == "1.1")
        #expect(version["pid"] as? Int32 == pid)
        #expect(
            try tabctl.onTerminal("version").output
                == "tabctl \(tabshellVersion), daemon \(tabshellVersion), protocol 1.1\n")
        #expect(try tabctl.run("--version").output == "\(tabshellVersion)\n")
        #expect(try tabctl.run("socket").output == tabctl.socket + "\n")
    }

    @Test func unknownTabIsRefusedWithList() throws {
        let result = try tabctl.run("select", "nowhere")
        #expect(result.exit == .code(1))
        #expect(result.output.isEmpty)
        #expect(result.errors == "tabctl: unknown tab \"nowhere\"; available: home, flash, growth\n")
    }

    @Test(arguments: ["flash", "GROWTH"]) func tabThatIsNoCommandIsSuggested(word: String) throws {
        let result = try tabctl.run(word)
        #expect(result.exit == .code(2))
        let meant = "tabctl: unknown command \"\(word)\"; did you mean \"tabctl select \(word.lowercased())\"?\n"
        #expect(result.errors.hasPrefix(meant), "\(result.errors)")
        #expect(try tabctl.run("nothing").errors.hasPrefix("tabctl: unknown command \"nothing\"\n"))
    }

    @Test func documents() throws {
        // Standard input that may not be opened again.
        let tea = try tabctl.bash("f=$(mktemp); echo '# Tea' >$f; exec <$f; chmod 0 $f; $tabctl show home -; rm -f $f")
        #expect(tea.output == #"{"revision":2}"# + "\n", "\(tea.errors)")
        #expect(try tabctl.onTerminal("status").output.contains("* home    absent; shows a document of 6 bytes\n"))
        #expect(try tabctl.run("show", "home", "/dev/null", "--format", "text").output == #"{"revision":3}"# + "\n")
        #expect(try tabctl.run("show", "home", "--clear").output == #"{"revision":4}"# + "\n")
        let long = try tabctl.bash("head -c 32769 /dev/zero | tr '\\0' a | $tabctl show home -")
        #expect(long.exit == .code(1) && long.errors == "tabctl: -: a document has at most 32768 bytes\n")
        #expect(try tabctl.bash("printf '\\377' | $tabctl show home -").errors == "tabctl: - is not text in UTF-8\n")
        #expect(try tabctl.run("show", "home", "/nowhere").exit == .code(1))
        // The longest text arrives, however much longer the client's JSON is.
        let quotes = try tabctl.bash("head -c 32768 /dev/zero | tr '\\0' '\"' | $tabctl show home -")
        #expect(quotes.output == #"{"revision":5}"# + "\n")
        let controls = #"{"verb":"show","tab":"home","text":"\#(String(repeating: #"\u0001"#, count: 32_768))"}"#
        let client = try SocketClient(path: tabctl.socket)
        try client.send(line: controls)
        #expect(try client.read()["event"] as? String == "hello" && client.read()["ok"] != nil)
    }

    @Test(arguments: [
        ("contrast", "seed", "more"), ("motion", "standard", "reduced"), ("transparency", "standard", "reduced"),
        ("text-scale", "1.0", "1.3"), ("speech", "off", "on"),
    ])
    func preferences(name: String, usual: String, other: String) throws {
        #expect(try tabctl.onTerminal(name) == (.code(0), usual + "\n"))
        let isSpeech = name == "speech"
        #expect(try tabctl.onTerminal("\(name) \(isSpeech ? "toggle" : other)") == (.code(0), ""))
        #expect(try tabctl.onTerminal(name) == (.code(0), other + "\n"))
        #expect(try tabctl.run(name, isSpeech ? "toggle" : "--default").exit == .code(0))
        #expect(try tabctl.onTerminal(name) == (.code(0), usual + "\n"))
    }

    @Test func watchPrintsEachChangeAtOnce() throws {
        let watch = try tabctl.start(["watch", "selection", "reselect", "--json"])
        try waitUntil("the snapshot") { watch.output.contains("\"ready\"") }
        _ = try tabctl.run("select", "flash")
        try waitUntil("the selection") { watch.output.contains("\"commit\"") }
        _ = try tabctl.run("select", "flash")
        try waitUntil("the reselect") {
            watch.output.components(separatedBy: "\"commit\"").count == 3 && watch.output.hasSuffix("}\n")
        }
        let events = try watch.output.split(separator: "\n").map { try object($0 + "\n")["event"] as? String }
        #expect(events == ["selection", "reselect", "ready", "selection", "commit", "reselect", "commit"])
        #expect(watch.errorOutput.isEmpty)
        // What has already happened is not repeated to a script that acts on it.
        let news = try tabctl.start(["watch", "--changes", "selection", "reselect", "--json"])
        try waitUntil("the snapshot") { news.output.contains("\"ready\"") }
        _ = try tabctl.run("select", "home")
        try waitUntil("the selection") { news.output.contains("\"commit\"") }
        #expect(
            try news.output.split(separator: "\n").map { try object($0 + "\n")["event"] as? String } == [
                "ready", "selection", "commit",
            ])
        let waiting = try tabctl.start(["watch", "--wait", "selection", "--json"])
        try waitUntil("the snapshot") { waiting.output.contains("\"ready\"") }
        // It prints the reason for its end, unless it waits for the next daemon.
        tabctl.stopDaemon()
        #expect(try watch.waitForExit() == .code(4))
        #expect(watch.errorOutput == "tabctl: the daemon closed the connection\n")
        try tabctl.startDaemon()
        try waitUntil("its snapshot") { waiting.output.components(separatedBy: "\"ready\"").count == 3 }
    }

    @Test(arguments: ["watch --json | head -1", "watch | head -1"])
    func closedPipeEndsWatchQuietly(line: String) throws {
        let result = try tabctl.bash("$tabctl \(line); echo \"${PIPESTATUS[0]}\"")
        #expect(result.errors.isEmpty)
        #expect(result.output.split(separator: "\n").count == 2)
        #expect(result.output.hasSuffix("}\n0\n"))
    }

    /// The reader leaves while no event arrives.
    @Test func closedPipeIsNoticedWithoutEvent() throws {
        let result = try tabctl.bash(
            """
            exec 3< <($tabctl watch selection)
            pid=$!
            read -r -u 3 line && read -r -u 3 line
            exec 3<&-
            wait $pid
            echo $?
            """)
        #expect(result.exit == .code(0))
        #expect(result.output == "0\n")
        #expect(result.errors.isEmpty)
    }

    @Test func closedPipeIsNoErrorForSingleLine() throws {
        let result = try tabctl.bash("exec 3>&1; ($tabctl status; echo $? >&3) | exec true")
        #expect(result.errors.isEmpty)
        #expect(result.output == "0\n")
    }
}

/// The single executable of three programs, by its name at the start.
@Suite struct NameTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func run(_ name: String, _ arguments: String...) throws -> ChildProcess {
        let link = folder.appending(name)
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: BuiltProducts.url("tabctl").path)
        return try ChildProcess(link, arguments)
    }

    @Test(arguments: ["tabctl", "tabshell-config", "tabshell-session"])
    func linkRunsTheProgramOfItsName(name: String) throws {
        let program = try run(name, "--help")
        #expect(try program.waitForExit() == .code(0))
        #expect(program.output.contains("Usage: \(name) "))
        let wrong = try ChildProcess(folder.appending(name), ["--wrong"])
        #expect(try wrong.waitForExit() == .code(2))
        #expect(wrong.errorOutput.hasPrefix("\(name): unknown option \"--wrong\""))
    }

    @Test func otherNamesAreRefused() throws {
        let program = try run("tabshell", "--help")
        #expect(try program.waitForExit() == .code(2))
        #expect(
            program.errorOutput
                == "unknown program name \"tabshell\": expected tabctl, tabshell-config, tabshell-session\n")
    }
}
