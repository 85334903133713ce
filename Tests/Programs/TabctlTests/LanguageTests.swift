// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// tabctl and the daemon in German.
@Suite struct LanguageTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl(isGerman: true)
    }

    @Test func helpAndUsageErrorsAreGerman() throws {
        let help = try tabctl.run("select", "--help")
        #expect(help.exit == .code(0))
        #expect(
            help.output.contains("Tut dasselbe wie ein Druck auf einen Tab.\n\nAufruf: tabctl select"), "\(help.output)"
        )
        #expect(help.output.contains("Argumente:\n") && help.output.contains("Diese Hilfe zeigen."))
        let error = try tabctl.run("slect")
        #expect(error.exit == .code(2))
        #expect(
            error.errors.hasPrefix("tabctl: es gibt keinen Befehl „slect“; ist „select“ gemeint?\n"), "\(error.errors)")
    }

    /// Its strings lie beyond the file's end.
    @Test func damagedCatalogueEndsNoProgram() throws {
        let file = tabctl.home.appending("catalogues/de/LC_MESSAGES/tabshell.mo")
        var content = try Data(contentsOf: URL(fileURLWithPath: file))
        let table = content[16..<20].enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        for offset in stride(from: table + 4, to: content.count / 4, by: 8) { content[offset + 3] = 0x7F }
        try content.write(to: URL(fileURLWithPath: file))
        let help = try tabctl.run("select", "--help")
        #expect(help.exit == .code(0) && help.output.contains("Usage: tabctl select"), "\(help.exit): \(help.output)")
        try tabctl.startDaemon()
        #expect(try tabctl.run("ping").exit == .code(0))
    }

    @Test func manualStaysEnglish() throws {
        #expect(try tabctl.run("--generate-manual").output.contains("Select a tab, as a press on it does."))
    }

    /// The words of the built-in look are translated, ids, keys and codes are not.
    @Test func daemonSpeaksGerman() throws {
        try tabctl.startDaemon()
        let tabs = try tabctl.run("tabs", "--json")
        let list =
            try #require(
                try JSONSerialization.jsonObject(with: Data(tabs.output.utf8)) as? [String: Any])["tabs"]
            as? [[String: Any]]
        #expect(list?.map { $0["id"] as? String } == ["home", "flash", "growth"])
        #expect(list?.map { $0["title"] as? String } == ["Start", "Akut", "Verlauf"])
        let client = try SocketClient(path: tabctl.socket)
        try client.expect(event: "hello")
        try client.send(["id": 1, "verb": "select", "tab": "hmoe"])
        let reply = try client.expect(reply: 1)
        let error = try #require(reply["error"] as? [String: Any])
        #expect(error["code"] as? String == "unknown_tab")
        #expect(
            error["message"] as? String
                == "es gibt keinen Tab „hmoe“; es gibt: home, flash, growth; ist „home“ gemeint?")
        #expect(try tabctl.run("select", "hmoe").errors.contains("es gibt keinen Tab „hmoe“"))
    }

    @Test func configurationErrorsAreGerman() throws {
        let file = try tabctl.home.write("[bar]\nheigth = 3\nheight = \"x\"\n", to: "config.toml")
        let check = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--check", file], environment: tabctl.environment)
        #expect(try check.waitForExit() == .code(1))
        #expect(
            check.output == """
                \(file):2: bar.heigth: diesen Schlüssel gibt es nicht; ist "bar.height" gemeint?
                \(file):3: bar.height: erwartet: eine Zahl, nicht der Text "x"

                """, "\(check.output)")
    }

    @Test func screenIsInTheWordsOfScreenReaders() throws {
        try tabctl.startServer(saying: [Tabctl.hello, Tabctl.screenReply])
        let result = try tabctl.onTerminal("accessibility")
        #expect(
            result.output == """
                Fenster "tabshell"
                  Warnung
                  Schaltfläche
                  Kontrollkästchen
                  Code
                  Dialogfeld
                  Abbildung
                  Gruppe
                  Überschrift
                  Text
                  Link
                  Liste
                  Listeneintrag
                  Menü
                  Menüpunkt
                  Messanzeige
                  Absatz
                  Suchfeld
                  Status
                  Registerkarte
                  Registerkartenleiste
                  Registerkarteninhalt
                  Eingabefeld
                  tooltip
                  Registerkarte "Flash" Wert „3 new“ ausgewählt, erweitert, 2 von 3, klicken, Kontextmenü, blur, bei 131,724 124×88: Double tap
                  Überschrift "Today" Ebene 1, reduziert, nicht verfügbar, modal

                """)
        let json = try tabctl.run("accessibility", "--json").output
        #expect(json.contains(#""role":"tabList""#) && json.contains(#""actions":["click","showContextMenu","blur"]"#))
    }

    @Test func phasesAreGerman() throws {
        let state = try Tabctl.state(with: [
            "programs": """
            [{"program":"panel","phase":"alive","pid":11,"restarts":0,"reason":null},\
            {"program":"page:home","phase":"absent","pid":null,"restarts":0,"reason":null},\
            {"program":"page:flash","phase":"starting","pid":12,"restarts":0,"reason":null},\
            {"program":"page:growth","phase":"restarting","pid":null,"restarts":2,"reason":"es ist zu Ende"},\
            {"program":"bridge","phase":"failed","pid":null,"restarts":0,"reason":"es fehlt"}]
            """
        ])
        try tabctl.startServer(saying: [Tabctl.hello, state])
        let lines = try tabctl.onTerminal("status").output.split(separator: "\n").map {
            $0.drop { $0 == "*" }.split(separator: " ").joined(separator: " ")
        }
        #expect(
            lines.prefix(5) == [
                "home nicht gestartet", "flash startet, PID 12",
                "growth startet neu, 2× neu gestartet: es ist zu Ende",
                "Panel läuft, PID 11", "Brücke fehlgeschlagen: es fehlt",
            ])
        let json = try tabctl.run("status", "--json").output
        for phase in ["alive", "absent", "starting", "restarting", "failed"] {
            #expect(json.contains(#""phase":"\#(phase)""#))
        }
    }

    /// A text of the user's is shown as it is, though the look has the same words.
    @Test func ownTitleIsNotTranslated() throws {
        let file = try tabctl.home.write(
            "inherit_tabs = true\n[[tabs]]\nid = \"home\"\ntitle = \"Home\"\n", to: "config.toml")
        let print = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--print-state", "--config", file], environment: tabctl.environment)
        #expect(try print.waitForExit() == .code(0))
        #expect(print.output.contains(#""title":"Home""#) && print.output.contains(#""title":"Akut""#))
        #expect(print.output.contains(#""hint":"Doppeltippen, um zum Tab {title} zu wechseln""#))
    }

    /// A locale that is not installed is that of C, for all of a program.
    @Test func missingLocaleIsEnglish() throws {
        for variables in [
            ["LANG": "xx_YY.UTF-8"], ["LANG": "C.UTF-8"], ["LC_ALL": "C"], ["TABSHELL_LOCALE_DIR": "/nonexistent"],
        ] {
            let process = try ChildProcess(
                BuiltProducts.url("tabctl").path, ["slect"], environment: tabctl.environment.merging(variables) { $1 })
            #expect(try process.waitForExit() == .code(2))
            #expect(process.errorOutput.hasPrefix("tabctl: unknown command \"slect\""), "\(variables)")
        }
    }
}
