import TestSupport
import Testing

@Suite struct CompletionTests {
    private let tabctl: Tabctl

    init() throws { tabctl = try Tabctl() }

    private static let commands = [
        "status", "tabs", "looks", "icons", "accessibility", "screenshot", "watch", "select", "next", "previous",
        "open", "push", "pop", "root", "rotation", "badge", "show", "message", "action", "sheet", "menu", "bar",
        "focus", "press", "appearance", "contrast", "motion", "transparency", "text-scale", "speech", "haptic", "look",
        "tab", "adopt", "save", "lock", "unlock", "doctor", "reload", "restart", "ping", "version", "socket",
    ]

    /// The candidates that the program prints for a command line, which all shells' scripts show.
    @Test func everyCommandIsOffered() throws {
        let commands = try tabctl.run("--complete-words", "").output
        #expect(commands.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == Self.commands.map { $0[...] })
        let options = try tabctl.run("--complete-words", "status", "--").output
        for option in ["json", "wait", "timeout", "help"] { #expect(options.contains("--\(option)\t"), "\(option)") }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func scriptsAreValid(shell: String) throws {
        let result = try tabctl.run("--generate-completion-script", shell)
        #expect(result.exit == .code(0))
        guard Environment.find(shell) != nil else {
            print("the script for \(shell) was not checked: there is no \(shell)")
            return
        }
        let file = try tabctl.home.write(result.output, to: "completions")
        // fish refuses to start in a directory that its user cannot read.
        let check = try ChildProcess(shell, ["-n", file], directory: "/")
        #expect(try check.waitForExit() == .code(0))
        #expect(check.errorOutput.isEmpty)
    }

    @Test(.measurement) func fishShowsCandidatesWithDescriptions() throws {
        guard Environment.find("fish") != nil else { return print("not run: there is no fish") }
        try tabctl.startDaemon()
        let script = """
            PATH=$(dirname "$tabctl"):$PATH
            tabctl --generate-completion-script fish >"$HOME/script.fish"
            fish -N -c 'source $HOME/script.fish; complete -C "tabctl sele"; complete -C "tabctl select h"'
            """
        let output = try tabctl.bash(script).output
        #expect(output == "select\tSelect a tab, as a press on it does.\nhome\n")
    }

    /// The function of the script beside a stub of the completion system.
    @Test func zshAddsCandidates() throws {
        guard Environment.find("zsh") != nil else { return print("not run: there is no zsh") }
        try tabctl.startDaemon()
        let script = """
            PATH=$(dirname "$tabctl"):$PATH
            tabctl --generate-completion-script zsh >"$HOME/script.zsh"
            zsh -f -c 'compdef() { print -- $@ }; compadd() { print -l -- $candidates $descriptions }
                source $HOME/script.zsh; words=(tabctl select fl); CURRENT=3; _tabctl
                words=(tabctl sele); CURRENT=2; _tabctl'
            """
        let output = try tabctl.bash(script).output
        #expect(
            output == "_tabctl tabctl\nflash\nflash  -- \nselect\nselect  -- Select a tab, as a press on it does.\n")
    }

    /// The candidates that bash shows after some words, for the beginning of another one.
    private func offers(_ words: [String], _ word: String = "''", data: String = "") throws -> String {
        let script = """
            export XDG_DATA_DIRS=\(data)
            PATH=$(dirname "$tabctl"):$PATH
            eval "$(tabctl --generate-completion-script bash)"
            COMP_WORDS=(tabctl \(words.joined(separator: " ")) \(word)) COMP_CWORD=\(words.count + 1)
            COMP_LINE='tabctl \((words + [word == "''" ? "" : word]).joined(separator: " "))'
            COMP_POINT=${#COMP_LINE}
            $(complete -p tabctl | sed 's/.*-F \\([^ ]*\\).*/\\1/') tabctl \(word) \(words.last ?? "tabctl")
            echo "${COMPREPLY[@]}"
            """
        return try tabctl.bash(script).output
    }

    @Test func namesAreThoseOfTheDaemon() throws {
        #expect(try offers(["look"]) == "\n" && offers([], "prev") == "previous\n")
        try tabctl.startDaemon()
        #expect(try offers(["badge"]) == "home flash growth\n")
        #expect(try offers(["look"]).contains("stress-monitor"))
    }

    /// With tabs and actions of roles that the default configuration lacks.
    @Test func candidatesFitTheArgument() throws {
        try tabctl.startServer(saying: [Tabctl.hello, try Tabctl.state(with: Self.topics)])
        #expect(try offers(["select"]) == "home search create lamp\n")
        #expect(try offers(["sheet", "show"]) == "search\n")
        #expect(try offers(["menu", "open"]) == "home create\n")
        #expect(try offers(["push", "--tab"]) == "home search\n")
        #expect(try offers(["open"]) == "home search search/help\n")
        #expect(try offers(["action"]) == "note toggle\n")
    }

    /// The names of windows, of what is on the screen, and of installed applications.
    @Test(
        arguments: [
            (["adopt"], #"{"id":1,"ok":{"windows":[{"app_id":"org.Edit","title":"","focused":false}]}}"#, "org.Edit"),
            (
                ["press"],
                #"{"id":1,"ok":{"tree":{"role":"button","label":"Start","id":"start","actions":["click"]}}}"#, "Start"
            ),
            (["tab", "add", "--desktop"], "", "mine"),
        ] as [([String], String, String)])
    func candidatesOfTheSessionFitTheArgument(words: [String], reply: String, candidates: String) throws {
        try tabctl.startServer(saying: [Tabctl.hello, reply])
        for folder in ["share", "share/applications"] { _ = try tabctl.home.makeDirectory(folder) }
        for file in ["mine.desktop", "mine.txt"] { try tabctl.home.write("", to: "share/applications/\(file)") }
        #expect(try offers(words, data: "$HOME/share") == candidates + "\n")
    }

    private static let topics = [
        "tabs": """
        [\(Tabctl.tab("home")),\(Tabctl.tab("search", role: "search", routes: ["help", "results/*"])),\
        \(Tabctl.tab("create", role: "action", menu: ["note"])),\(Tabctl.tab("lamp", role: "action", action: "toggle"))]
        """,
        "actions": #"[{"id":"note","title":"Note","icon":"note"},{"id":"toggle","title":"Lamp","icon":"lamp"}]"#,
    ]
}
