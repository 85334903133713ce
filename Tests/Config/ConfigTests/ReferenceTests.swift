// SPDX-License-Identifier: MIT

import CommandLineKit
import ShellModel
import ShellConfig
import Testing

@testable import ConfigParser

/// The reference agrees with the code.
@Suite struct ReferenceTests {
    private let keys = Reference.sections.flatMap(\.keys)

    @Test func manualHasEachKey() {
        let lines = Set(Reference.manual.split(separator: "\n"))
        #expect(
            lines.contains(
                #".TH "TABSHELL" "5" "\#(tabshellVersionDate)" "tabshell \#(tabshellVersion)" "File Formats""#))
        for key in keys {
            #expect(lines.contains(#"\fB\#(key.path)\fR"#), "\(key.path)")
        }
    }

    @Test func eachKeyHasOneEntry() {
        let paths = keys.map(\.path)
        #expect(Set(paths).count == paths.count)
        let names = [
            ("", KeyNames.topLevel), ("tabs.", KeyNames.tab), ("actions.", KeyNames.action), ("on.", KeyNames.on),
            ("accessibility.", KeyNames.accessibility),
            ("idle.", KeyNames.idle), ("rotation.", KeyNames.rotation),
            ("schedule.", KeyNames.schedule), ("lock.", KeyNames.lock),
        ]
        let expected = Look.keys.map(\.path) + names.flatMap { prefix, names in names.map { prefix + $0 } }
        #expect(Set(paths) == Set(expected))
    }

    /// The types, units, bounds and words of a look's keys are those of their declarations.
    @Test func kindsAreThoseOfTheKeys() throws {
        for declaration in Look.keys {
            let key = try #require(keys.first { $0.path == declaration.path })
            let (type, allowed): (String, String) =
                switch declaration.kind {
                case .number(_, let range): ("number", "\(range.lowerBound.formatted) to \(range.upperBound.formatted)")
                case .integer(_, let range): ("whole number", "\(range.lowerBound) to \(range.upperBound)")
                case .flag: ("true or false", "")
                case .text: ("text", "")
                case .texts: ("list of texts", "")
                case .choice(let choice): ("text", choice.cases.map { "`\($0)`" }.joined(separator: ", "))
                case .transition: ("motion", "")
                case .color: ("colour", "")
                }
            let unit = declaration.unit.isEmpty || declaration.unit.contains("–") ? "" : ", \(declaration.unit)"
            #expect(key.kind == type + unit + (allowed.isEmpty ? "" : ": \(allowed)"), "\(key.path)")
        }
    }

    /// The words of the tabs' keys are those of their types.
    @Test func wordsAreThoseOfTheTypes() throws {
        func check<Word: RawRepresentable<String> & CaseIterable>(_ path: String, _: Word.Type) throws {
            let key = try #require(keys.first { $0.path == path })
            #expect(key.kind == "text: " + Word.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "), "\(path)")
        }
        try check("tabs.icon_style", IconRendering.self)
        try check("actions.icon_style", IconRendering.self)
        try check("tabs.role", TabRole.self)
        try check("tabs.entrance", PageEntrance.self)
        try check("tabs.window_title", WindowBinding.TitlePolicy.self)
        try check("tabs.window_badge", WindowBinding.BadgePolicy.self)
        let browsers = try #require(keys.first { $0.path == "browsers" })
        #expect(Browser.allCases.flatMap(\.names).allSatisfy { browsers.kind.contains("`\($0)`") })
        #expect(browsers.defaultValue == "`[\(WebPage.defaultBrowsers.map { "\"\($0)\"" }.joined(separator: ", "))]`")
        let timeout = try #require(keys.first { $0.path == "unresponsive_timeout" })
        #expect(timeout.defaultValue == "`\(Configuration.defaultUnresponsiveTimeout.formatted)`")
    }

    @Test func entriesAreComplete() {
        for key in keys {
            #expect(!key.kind.isEmpty && key.summary.hasSuffix(".") && !key.example.isEmpty, "\(key.path)")
            #expect(!key.defaultValue.isEmpty && key.defaultValue != "``", "\(key.path)")
        }
    }

    /// Setting a key to its documented default does not change the default look.
    @Test func defaultsMatchDefaultLook() throws {
        for key in keys where Look.keys.contains(where: { $0.path == key.path }) {
            let value = key.defaultValue.dropFirst().dropLast()
            #expect(try read("\(key.path) = \(value)").setup.look == Look(), "\(key.path)")
        }
    }

    /// Each example is valid beside what it refers to.
    @Test func examplesAreValid() {
        let around = """
            inherit_tabs = true

            [[actions]]
            id = "new-note"
            title = "New note"
            icon = "compose"

            [[tabs]]
            id = "search"
            title = "Search"
            icon = "search"
            role = "search"

            [[tabs]]
            id = "create"
            title = "Create"
            icon = "plus"
            role = "action"
            menu = ["new-note"]

            """
        let needed = [
            "tabs": "id = \"notes\"\ntitle = \"Notes\"\nicon = \"notes\"",
            "actions": "id = \"other\"\ntitle = \"Other\"\nicon = \"share\"",
            "schedule": "brightness = 0.5", "on": "event = \"selection\"\nrun = [\"true\"]",
            "lock": "pin = \"$y$j9T$abcdefghijklmnop$012345678901234567890123456789\"",
        ]
        for key in keys {
            let parts = key.path.split(separator: ".").map(String.init)
            guard let lines = needed[parts[0]] else {
                // The number of tabs must match the look.
                let look = key.path == "row.tabs" ? "aspire-budget" : nil
                #expect(errors("\(key.path) = \(key.example)", look: look) == [], "\(key.path)")
                continue
            }
            let others = lines.split(separator: "\n").filter { !$0.hasPrefix("\(parts[1]) = ") }.joined(separator: "\n")
            let window =
                parts[1].hasPrefix("window_") || ["fill", "keep_open"].contains(parts[1])
                ? "app_id = \"w\"" : parts[1] == "every" ? "command = \"w\"" : ""
            let role = ["action", "menu"].contains(parts[1]) && parts[0] == "tabs" ? "role = \"action\"" : ""
            let id = key.path == "actions.id" ? "id = \"new\"" : "\(parts[1]) = \(key.example)"
            let table = parts[0] == "lock" ? "[lock]" : "[[\(parts[0])]]"
            #expect(errors("\(around)\n\(table)\n\(others)\n\(role)\n\(window)\n\(id)") == [], "\(key.path)")
        }
    }
}
