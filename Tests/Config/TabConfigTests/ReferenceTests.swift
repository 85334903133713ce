// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import ShellModel
import Testing

@testable import ConfigReader

/// The reference agrees with the code.
@Suite struct ReferenceTests {
    @Test func committedFileIsUpToDate() throws {
        let reference = try String(contentsOf: Repository.file("docs/configuration.md"), encoding: .utf8)
        #expect(reference == Reference.markdown, "run: tabshelld --reference > docs/configuration.md")
    }

    @Test func manualHasEachKey() {
        let lines = Set(Reference.manual(version: "1.2.3", date: "2026-01-02").split(separator: "\n"))
        #expect(lines.contains(#".TH "TABSHELL" "5" "2026-01-02" "tabshell 1.2.3" "File Formats""#))
        for entry in Reference.sections.flatMap(\.entries) {
            #expect(lines.contains(#"\fB\#(entry.name)\fR"#), "\(entry.name)")
        }
    }

    @Test func eachKeyHasOneEntry() {
        let paths = Reference.sections.flatMap(\.entries).map(\.name)
        #expect(Set(paths).count == paths.count)
        let fields = [
            ("", KeyDescription.topLevel), ("tabs.", KeyDescription.tab), ("actions.", KeyDescription.action),
            ("scenes.", KeyDescription.scene), ("accessibility.", KeyDescription.accessibility),
        ]
        let expected = Look.keys.map(\.path) + fields.flatMap { prefix, fields in fields.map { prefix + $0.name } }
        #expect(Set(paths) == Set(expected))
    }

    @Test func entriesAreComplete() {
        for entry in Reference.sections.flatMap(\.entries) {
            #expect(!entry.type.isEmpty && !entry.summary.isEmpty && !entry.example.isEmpty, "\(entry.name)")
            #expect(!entry.defaultValue.isEmpty && entry.defaultValue != "``", "\(entry.name)")
        }
    }

    /// Setting a key to its documented default does not change the default look.
    @Test func defaultsMatchDefaultLook() throws {
        for entry in Reference.sections.flatMap(\.entries) where Look.keys.contains(where: { $0.path == entry.name }) {
            let value = entry.defaultValue.dropFirst().dropLast()
            #expect(try read("\(entry.name) = \(value)").setup.look == Look(), "\(entry.name)")
        }
    }

    /// Each example is valid beside what it refers to.
    @Test func examplesAreValid() {
        let around = """

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
            "actions": "id = \"other\"\ntitle = \"Other\"\nicon = \"share\"", "scenes": "name = \"busy\"",
        ]
        for entry in Reference.sections.flatMap(\.entries) {
            let parts = entry.name.split(separator: ".").map(String.init)
            guard let lines = needed[parts[0]] else {
                // The number of tabs must match the look.
                let look = entry.name == "row.tabs" ? "aspire-budget" : nil
                #expect(errors("\(entry.name) = \(entry.example)", look: look) == [], "\(entry.name)")
                continue
            }
            let others = lines.split(separator: "\n").filter { !$0.hasPrefix("\(parts[1]) = ") }.joined(separator: "\n")
            let window = parts[1].hasPrefix("window_") || parts[1] == "fill" ? "app_id = \"w\"" : ""
            let role = ["action", "menu"].contains(parts[1]) && parts[0] == "tabs" ? "role = \"action\"" : ""
            let id = entry.name == "actions.id" ? "id = \"new\"" : "\(parts[1]) = \(entry.example)"
            #expect(errors("\(around)\n[[\(parts[0])]]\n\(others)\n\(role)\n\(window)\n\(id)") == [], "\(entry.name)")
        }
    }
}
