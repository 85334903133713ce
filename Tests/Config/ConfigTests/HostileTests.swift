import ShellConfig
import TestSupport
import Testing

@testable import ConfigParser

/// Reading ends with a configuration or with errors, for any text.
@Suite struct HostileTests {
    private func endsProperly(_ text: String) -> Bool {
        do throws(ConfigurationErrors) {
            _ = try read(text)
            return true
        } catch {
            // Each error is one line of limited length.
            return !error.errors.isEmpty && error.lines.allSatisfy { !$0.contains("\n") && $0.utf8.count < 4000 }
        }
    }

    @Test func tooManyElements() {
        let tabs = (0..<5000).map { "[[tabs]]\nid = \"t\($0)\"\ntitle = \"T\"\nicon = \"chat\"" }
        #expect(
            errors(tabs.joined(separator: "\n")) == ["config.toml:1: tabs: this list has 5000 tabs; allowed: 64"])
        let fitting = tabs.prefix(64).joined(separator: "\n")
        #expect(errors(fitting) == [])
        let tooMany = errors("inherit_tabs = true\n" + fitting)
        #expect(tooMany == ["config.toml:254: tabs[\"t63\"]: there are 67 tabs; allowed: 64"])
        let keys = (0..<2000).map { "k\($0) = 1" }.joined(separator: "\n")
        let found = errors(keys)
        #expect(found.count == 1001)
        #expect(found.last == "config.toml: and 1000 more errors")
    }

    @Test func longTexts() {
        let long = String(repeating: "x", count: 5000)
        for text in [
            "identifier = \"\(long)\"", "bar.material = \"\(long)\"", "\(long) = 1", "light.icon = \"\(long)\"",
            "look = \"\(long)\"", "order = [\"\(long)\"]", "[[tabs]]\nid = \"\(long)\"",
            "[[tabs]]\nid = \"home\"\nicon = \"\(long)\"", "motion.select = \"\(long)\"",
        ] {
            #expect(endsProperly(text))
        }
    }

    /// Each key with each type of value.
    @Test func wrongTypesEverywhere() {
        let paths = Reference.sections.flatMap(\.keys).map(\.path)
        let arrays = ["tabs", "actions"]
        for value in ["\"?\"", "-0.5e9", "true", "[[]]", "{}", "1979-05-27"] {
            let keys = paths.filter { path in !arrays.contains { path.hasPrefix("\($0).") } }
            let text = keys.map { "\($0) = \(value)" }.joined(separator: "\n")
            #expect(endsProperly(text))
            #expect(errors(text).count > keys.count / 2, "\(value)")
            for array in arrays {
                for path in paths where path.hasPrefix("\(array).") {
                    #expect(endsProperly("[[\(array)]]\n\(path.dropFirst(array.count + 1)) = \(value)"))
                }
            }
        }
    }
}
