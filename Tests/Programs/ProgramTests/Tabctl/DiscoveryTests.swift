import Foundation
import Testing
import TestSupport

/// A daemon that listens elsewhere than in the terminal's environment.
@Suite struct DiscoveryTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
    }

    private func path(_ name: String) -> String { tabctl.home.appending("run/tabshell/\(name).sock") }

    private func daemon(_ display: String?) throws -> ChildProcess {
        let environment = tabctl.environment.merging(display.map { ["WAYLAND_DISPLAY": $0] } ?? [:]) { $1 }
        let process = try ChildProcess(BuiltProducts.url("tabshelld").path, ["--no-programs"], environment: environment)
        _ = try SocketClient.waiting(for: path(display ?? "default")).read()
        return process
    }

    /// The process that answers.
    private func pid(_ prefix: String) throws -> pid_t? {
        let result = try tabctl.bash("\(prefix) $tabctl version --json")
        #expect(result.exit == .code(0), "\(result.errors)")
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        return json?["pid"] as? pid_t
    }

    @Test func daemonOfDisplayComesFirstThenTheServiceManagersThenAnyOther() throws {
        let one = try daemon("wayland-1")
        #expect(try pid("") == one.pid)
        #expect(try pid("WAYLAND_DISPLAY=wayland-9") == one.pid)
        #expect(try tabctl.run("socket").output == path("wayland-1") + "\n")
        #expect(try tabctl.run("--complete-words", "select", "").output.contains("growth"))
        let other = try daemon(nil)
        #expect(try pid("WAYLAND_DISPLAY=wayland-1") == one.pid)
        #expect(try pid("WAYLAND_DISPLAY=wayland-2") == other.pid)
        #expect(try tabctl.bash("WAYLAND_DISPLAY=wayland-2 $tabctl socket").output == path("default") + "\n")
        #expect(try pid("TABSHELL_SOCKET=\(path("wayland-1"))") == one.pid)
        // A chosen socket is the only one.
        let result = try tabctl.bash("TABSHELL_SOCKET=/nonexistent/s $tabctl ping")
        #expect(result.exit == .code(3))
        #expect(result.errors.contains("Reason: connecting to /nonexistent/s: No such file"))
    }

    @Test func severalDaemonsAreListed() throws {
        let daemons = [try daemon("wayland-1"), try daemon("wayland-2")]
        let result = try tabctl.run("ping")
        #expect(result.exit == .code(3))
        #expect(
            result.errors == """
                tabctl: several daemons are running, none of them for this terminal; choose one by its socket:
                TABSHELL_SOCKET=\(path("wayland-1")) tabctl …
                TABSHELL_SOCKET=\(path("wayland-2")) tabctl …

                """)
        withExtendedLifetime(daemons) {}
    }

    @Test func allTriedPathsAreNamed() throws {
        // The socket of a killed daemon is not one that answers.
        let killed = try daemon("wayland-1")
        killed.kill()
        let result = try tabctl.bash("WAYLAND_DISPLAY=wayland-2 $tabctl ping")
        #expect(result.exit == .code(3))
        #expect(
            result.errors == """
                tabctl: no daemon answers; start one with tabshelld
                If one runs elsewhere, set TABSHELL_SOCKET to the path of its socket. Reason: \
                connecting to \(path("wayland-2")): No such file or directory; \
                connecting to \(path("default")): No such file or directory

                """)
        #expect(try tabctl.bash("WAYLAND_DISPLAY=wayland-2 $tabctl socket").output == path("wayland-2") + "\n")
    }
}

/// `tabctl --host`, with a replacement of ssh that runs the command here, by a shell as sshd does.
@Suite struct RemoteHostTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
        _ = try tabctl.home.makeDirectory("bin")
        let products = try BuiltProducts.url("tabctl").deletingLastPathComponent().path
        // The arguments, one a line; then the command, unless the file `down` makes it fail.
        try write(
            """
            for word; do printf '%s\\n' "$word"; last=$word; done >>'\(tabctl.home.path)/words'
            if [ -e '\(tabctl.home.path)/down' ]; then rm '\(tabctl.home.path)/down'; exit 255; fi
            PATH='\(products)':$PATH exec sh -c "$last"
            """)
    }

    private func write(_ script: String) throws {
        _ = try tabctl.home.write("#!/bin/sh\n" + script + "\n", to: "bin/ssh", mode: 0o755)
    }

    private func run(_ arguments: String) throws -> (exit: ChildProcess.Exit, output: String, errors: String) {
        try tabctl.bash("PATH='\(tabctl.home.path)/bin':$PATH; \(arguments)")
    }

    private var words: [String] {
        let text = (try? String(contentsOfFile: tabctl.home.appending("words"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Programs that read a command line, as their arguments; the last one is a forced command.
    static let shells = [
        "sh": "-c", "dash": "-c", "bash": "-c", "rbash": "-c", "zsh": "-c", "fish": "-c", "ksh": "-c", "mksh": "-c",
        "tcsh": "-c", "busybox sh": "-c", "env": "split",
    ]
    static let texts = [
        #"C:\\Temp\\a\"#, #"quote ' and \' "end""#, #"hello\'; touch INJ; echo \'"#, "-x", "%self", "%20", "=ls", "~",
        "  a  b  ",
        "$HOME ${HOME} $(id) `id` !! ^a^b", "{a,b} [a-z] * ? <x >y |z &", "ü 🐟", "#a",
    ]

    static func isInstalled(_ shell: String) -> Bool {
        if Environment.find(String(shell.prefix { $0 != " " })) != nil { return true }
        print("not run: no \(shell)")
        return false
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }

    @Test(arguments: shells.keys.sorted()) func shellsReadTheWordsAlike(shell: String) throws {
        guard Self.isInstalled(shell) else { return }
        try tabctl.startDaemon()
        let products = try BuiltProducts.url("tabctl").deletingLastPathComponent().path
        let reader = Self.shells[shell] == "split" ? "set -f; exec $last" : "exec \(shell) -c \"$last\""
        try write("for word; do last=$word; done\nPATH='\(products)':$PATH\n\(reader)")
        var random = SplitMix64(seed: 7)
        let signs = Array(" '\"`$()[]{}<>|&;*?!#~=^%\\,:@+-aZü")
        let others = (0..<5).map { _ in String((0..<12).map { _ in signs.randomElement(using: &random) ?? " " }) }
        for text in Self.texts + others {
            let sent = try run("$tabctl --host kiosk message -- \(Self.quoted(text))")
            #expect(sent.exit == .code(0), "\(text): \(sent.errors)")
            let status = try JSONSerialization.jsonObject(with: Data(try tabctl.run("status", "--json").output.utf8))
            let message = (status as? [String: Any])?["message"] as? [String: Any]
            #expect(message?["text"] as? String == text)
        }
        #expect(try run("$tabctl --host=kiosk message ''").exit == .code(1))
    }

    @Test func inputAndStatusPass() throws {
        try tabctl.startDaemon()
        #expect(try run("$tabctl --host me@kiosk message a --for 60").exit == .code(0))
        #expect(words.prefix(3) == ["-T", "--", "me@kiosk"])
        let shown = try run("echo '# Tea' | $tabctl --host kiosk show nowhere -")
        #expect(shown.exit == .code(1) && shown.errors.contains("unknown tab \"nowhere\""))
        #expect(try run("echo '# Tea' | $tabctl --host kiosk show home -").exit == .code(0))
        #expect(try tabctl.run("status", "--json").output.contains(##""text":"# Tea\n""##))
        try tabctl.home.write("", to: "down")
        #expect(try run("$tabctl --host kiosk ping").exit == .code(255))
    }

    @Test func watchStartsAgain() throws {
        try tabctl.startDaemon()
        try tabctl.home.write("", to: "down")
        let watched = try run("$tabctl --host kiosk watch --json selection | head -n 1")
        #expect(watched.output.contains(#""event":"selection""#))
        #expect(watched.errors.contains("the connection to kiosk is lost; trying again"))
        #expect(words.filter { $0 == "ServerAliveInterval=15" }.count == 2)
        // A permanent failure ends it.
        #expect(try run("$tabctl --host kiosk watch weather").exit == .code(2))
    }

    /// A picture of bytes that a terminal would change, by a program in the place of the panel.
    @Test func pictureArrivesAsItIs() throws {
        for folder in [".config", ".config/tabshell"] { _ = try tabctl.home.makeDirectory(folder) }
        try tabctl.home.write("screenshots = true\n", to: ".config/tabshell/config.toml", mode: 0o644)
        try tabctl.startDaemon()
        let bin = tabctl.home.appending("bin")
        _ = try tabctl.home.copy(BuiltProducts.url("tabctl").path, to: "bin/tabctl")
        try tabctl.home.write(
            #"""
            #!/bin/sh
            grep -q '"look"' && [ "$1" = --screenshot=X-1 ] && printf '\211PNG\r\n\032\n\0\377\n\r'

            """#, to: "bin/tabshell-panel", mode: 0o755)
        try tabctl.home.write(
            "#!/bin/sh\nfor word; do last=$word; done\nPATH='\(bin)':$PATH exec sh -c \"$last\"\n", to: "bin/ssh",
            mode: 0o755)
        let remote = "$tabctl --host kiosk screenshot --output X-1 -"
        let picture = try run("\(remote) | od -An -tx1")
        #expect(picture.output == " 89 50 4e 47 0d 0a 1a 0a 00 ff 0a 0d\n", "\(picture.errors)")
        let fromTerminal = try run(
            "script -qec \"\(remote) >'\(bin)/picture'\" /dev/null; od -An -tx1 '\(bin)/picture'")
        #expect(fromTerminal.output == picture.output, "\(fromTerminal.errors)")
        let toTerminal = try tabctl.onTerminal("screenshot -")
        #expect(toTerminal.exit == .code(2) && toTerminal.output.contains("cannot write a picture to a terminal"))
        let failed = try run("$tabctl --host kiosk screenshot --output X-2 - | od -An -tx1")
        #expect(failed.output.isEmpty)
    }

    @Test(arguments: ["--host", "--host=", "--host -oProxyCommand=true ping", "ping --host kiosk"])
    func wrongHostIsRefused(arguments: String) throws {
        #expect(try run("$tabctl \(arguments)").exit == .code(2))
        #expect(words.isEmpty)
    }

    @Test func missingSSHIsNamed() throws {
        let process = try tabctl.bash("PATH='\(tabctl.home.path)'; $tabctl --host kiosk ping")
        #expect(process.exit == .code(1) && process.errors.contains("ssh"))
    }

    // MARK: The recipes of docs/remote.md

    /// The text between two others in the guide.
    private func guide(from start: String, to end: String) throws -> String {
        let text = try String(contentsOf: Repository.file("docs/remote.md"), encoding: .utf8)
        let begin = try #require(text.range(of: start)?.upperBound)
        return String(text[begin..<(try #require(text.range(of: end, range: begin..<text.endIndex)?.lowerBound))])
    }

    /// Lets the programs that a recipe runs note their arguments, and runs it.
    private func calls(ofRecipe script: String, by shell: String = "sh", _ variables: String = "") throws -> [String] {
        let (bin, log) = (tabctl.home.appending("bin"), tabctl.home.appending("calls"))
        try? FileManager.default.removeItem(atPath: log)
        try write("")
        let line = "line=${0##*/}\nfor word; do line=\"$line<$word>\"; done\n"
        let note = "#!/bin/sh\n\(line)printf '%s\\n' \"$line\" >>'\(log)'\n"
        let programs = [
            "tabctl": note + "[ \"$1\" != watch ] || cat '\(bin)/event'\n", "mosquitto_pub": note,
            // A loop ends after its first round.
            "sleep": "#!/bin/sh\nmkdir '\(bin)/slept' 2>/dev/null\n",
            "mosquitto_sub": "#!/bin/sh\ncat '\(bin)/topics'\n",
        ]
        for (name, text) in programs { try tabctl.home.write(text, to: "bin/\(name)", mode: 0o755) }
        try tabctl.home.write(script, to: "bin/recipe")
        let result = try run("\(variables) \(shell) '\(bin)/recipe'")
        #expect(result.errors.isEmpty, "\(result.errors)")
        try? FileManager.default.removeItem(atPath: "\(bin)/slept")
        return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init).sorted()
    }

    @Test(arguments: ["sh", "dash", "bash --posix", "busybox sh", "mksh"])
    func messagesOfMQTTAreTexts(shell: String) throws {
        guard Self.isInstalled(shell) else { return }
        let recipe = try guide(from: "```sh\n#!/bin/sh\n", to: "```")
        try tabctl.startDaemon()
        #expect(try run("$tabctl watch --json selection | head -n 1 >'\(tabctl.home.path)/bin/event'").exit == .code(0))
        let texts = Self.texts.map { $0.trimmingCharacters(in: .whitespaces) }
        let topics = texts.map { "message \($0)" } + ["select a b;c", "appearance dark", "x y"]
        try tabctl.home.write(topics.map { "kiosk/\($0)\n" }.joined(), to: "bin/topics")
        let expected =
            texts.map { "tabctl<message><--for><60><--><\($0)>" } + [
                "tabctl<select><--for><60><--><a b;c>", "tabctl<appearance><--><dark>",
                "tabctl<watch><--json><selection>", "mosquitto_pub<-h><broker><-t><kiosk/tab><-r><-m><home>",
            ]
        #expect(try calls(ofRecipe: recipe + "wait\n", by: shell) == expected.sorted())
    }

    /// cron runs a line with sh, up to a % sign.
    @Test func linesOfCronAreCommands() throws {
        let lines = try guide(from: "`crontab -e`", to: "cron then").split(separator: "\n").filter { $0.contains("* ") }
        #expect(lines.count == 2 && !lines.contains { $0.contains("%") })
        let commands = lines.map { $0.split(separator: " ", maxSplits: 5)[5] }.joined(separator: "\n")
        #expect(
            try calls(ofRecipe: commands) == ["tabctl<message><Closing at six><--for><600>", "tabctl<select><growth>"])
    }

    /// sshd runs the command of a key with the login shell.
    @Test(arguments: shells.filter { $0.value == "-c" }.keys.sorted()) func keyPassesOneWord(shell: String) throws {
        guard Self.isInstalled(shell) else { return }
        let command = try guide(from: "restrict,command=\"", to: "\" ssh-").replacing("\\\"", with: "\"")
        for text in Self.texts {
            let made = try calls(ofRecipe: command, by: shell, "SSH_ORIGINAL_COMMAND=\(Self.quoted(text))")
            #expect(made == ["tabctl<select><--><\(text)>"])
        }
    }
}
