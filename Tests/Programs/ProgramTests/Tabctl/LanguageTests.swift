import Foundation
import TestSupport
import Testing

/// A German session: the screen is German, command lines are English.
@Suite struct LanguageTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl(isGerman: true)
    }

    /// The initial state that tabshelld prints.
    private func state(_ arguments: [String] = [], _ variables: [String: String] = [:]) throws -> String {
        let process = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--print-state"] + arguments,
            environment: tabctl.environment.merging(variables) { $1 })
        #expect(try process.waitForExit() == .code(0))
        return process.output
    }

    @Test func commandLinesAreEnglish() throws {
        #expect(try tabctl.run("select", "--help").output.contains("Usage: tabctl select"))
        #expect(try tabctl.run("slect").errors.hasPrefix("tabctl: unknown command \"slect\""))
        let file = try tabctl.home.write("[bar]\nheigth = 3\n", to: "config.toml")
        let check = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--check", file], environment: tabctl.environment)
        #expect(try check.waitForExit() == .code(1))
        #expect(check.output == "\(file):2: bar.heigth: unknown key; did you mean \"bar.height\"?\n")
    }

    /// The words of the built-in look and the errors that the screen shows are translated; ids, codes and refusals are not.
    @Test func screenIsGerman() throws {
        try tabctl.startDaemon()
        let client = try SocketClient(path: tabctl.socket)
        try client.expect(event: "hello")
        let tabs = try client.request("tabs")["tabs"] as? [[String: Any]]
        #expect(tabs?.map { $0["id"] as? String } == ["home", "flash", "growth"])
        #expect(tabs?.map { $0["title"] as? String } == ["Start", "Akut", "Verlauf"])
        #expect(try tabctl.run("select", "hmoe").errors.hasPrefix("tabctl: unknown tab \"hmoe\"; available: home"))
        for folder in [".config", ".config/tabshell"] { _ = try tabctl.home.makeDirectory(folder) }
        let file = try tabctl.home.write("[bar]\nheigth = 3\n", to: ".config/tabshell/config.toml")
        #expect(
            try tabctl.run("reload").errors.contains(
                "\(file):2: bar.heigth: diesen Schlüssel gibt es nicht; ist \"bar.height\" gemeint?"))
    }

    /// Its strings lie beyond the file's end.
    @Test func damagedCatalogueEndsNoProgram() throws {
        let file = tabctl.home.appending("catalogues/de/LC_MESSAGES/tabshell.mo")
        var content = try Data(contentsOf: URL(fileURLWithPath: file))
        let table = content[16..<20].enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        for offset in stride(from: table + 4, to: content.count / 4, by: 8) { content[offset + 3] = 0x7F }
        try content.write(to: URL(fileURLWithPath: file))
        #expect(try state().contains(#""title":"Flash""#))
    }

    /// A user's text is shown unchanged, though the look has the same words.
    @Test func ownTitleIsNotTranslated() throws {
        let file = try tabctl.home.write(
            "inherit_tabs = true\n[[tabs]]\nid = \"home\"\ntitle = \"Home\"\n", to: "config.toml")
        let state = try state(["--config", file])
        #expect(state.contains(#""title":"Home""#) && state.contains(#""title":"Akut""#))
        #expect(state.contains(#""hint":"Doppeltippen, um zum Tab {title} zu wechseln""#))
    }

    /// A locale that is not installed counts as C, for all of a program. To make one takes a second.
    @Test func missingLocaleIsEnglish() throws {
        for variables in [
            ["LANG": "xx_YY.UTF-8"], ["LANG": "C.UTF-8"], ["LC_ALL": "C"], ["TABSHELL_LOCALE_DIR": "/nonexistent"],
        ] { #expect(try state([], variables).contains(#""title":"Flash""#), "\(variables)") }
    }
}
