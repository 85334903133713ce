import CommandLineKit
import ShellModel
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

    @Test func entriesAreComplete() {
        for key in keys {
            #expect(!key.kind.isEmpty && key.summary.hasSuffix(".") && !key.example.isEmpty, "\(key.path)")
            #expect(!key.defaultValue.isEmpty && key.defaultValue != "``", "\(key.path)")
        }
    }

    /// Each example is valid beside its references.
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
                ? "app_id = \"w\"" : ["every", "directory"].contains(parts[1]) ? "command = \"w\"" : ""
            let role = ["action", "menu"].contains(parts[1]) && parts[0] == "tabs" ? "role = \"action\"" : ""
            let id = key.path == "actions.id" ? "id = \"new\"" : "\(parts[1]) = \(key.example)"
            let table = parts[0] == "lock" ? "[lock]" : "[[\(parts[0])]]"
            #expect(errors("\(around)\n\(table)\n\(others)\n\(role)\n\(window)\n\(id)") == [], "\(key.path)")
        }
    }
}
