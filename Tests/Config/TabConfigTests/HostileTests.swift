// SPDX-License-Identifier: MIT

import TabConfig
import TestSupport
import Testing

@testable import ConfigReader

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

    @Test func garbage() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            let bytes = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(endsProperly(String(decoding: bytes, as: UTF8.self)))
        }
        #expect(endsProperly(String(repeating: "a", count: 1_000_000)))
        #expect(endsProperly(String(repeating: "\n", count: 1_000_000)))
        #expect(endsProperly(String(repeating: "é = 1\n", count: 1000)))
    }

    @Test(arguments: ["[", "{", "{a=", "[[", "a.", "[a", "\"", "a=[", "a={b="])
    func nesting(_ text: String) {
        let many = String(repeating: text, count: 20_000)
        #expect(endsProperly(many))
        #expect(endsProperly("a = " + many))
    }

    @Test func longKeys() {
        let long = String(repeating: "a.", count: 200_000) + "a"
        for text in ["[\(long)]\nb = 1", "[[\(long)]]", "\(long) = 1", "a = { \(long) = 1 }"] {
            #expect(errors(text) == ["config.toml:1: this is not TOML: a key has at most 32 names"])
        }
    }

    /// Closed properly, so that the text is TOML.
    @Test func properNesting() {
        for depth in [10, 32, 33, 100, 10_000] {
            let lists = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            #expect(endsProperly("bar = \(lists)"))
            let tables = String(repeating: "{a=", count: depth) + "1" + String(repeating: "}", count: depth)
            #expect(endsProperly("bar = \(tables)"))
        }
    }

    @Test func tooManyElements() {
        let tabs = (0..<5000).map { "[[tabs]]\nid = \"t\($0)\"\ntitle = \"T\"\nicon = \"chat\"" }
        #expect(
            errors(tabs.joined(separator: "\n")) == ["config.toml:1: tabs: this list has 5000 tabs; allowed are 64"])
        let fitting = tabs.prefix(64).joined(separator: "\n")
        #expect(errors(fitting) == ["config.toml:253: tabs[63]: there are 67 tabs; allowed are 64"])
        let keys = (0..<2000).map { "k\($0) = 1" }.joined(separator: "\n")
        let found = errors(keys)
        #expect(found.count == 1001)
        #expect(found.last == "config.toml: and 1000 more errors")
    }

    @Test(arguments: [
        "bar.height = 9223372036854775807", "bar.height = -9223372036854775808", "bar.height = 99999999999999999999999",
        "bar.height = 1e308", "bar.height = 1e999", "bar.height = -nan", "bar.height = 0x7FFFFFFFFFFFFFFF",
        "row.tabs = 9223372036854775807", "motion.select = { duration = 1e300 }", "motion.select = { duration = inf }",
        "motion.select = { duration = 1, bounce = nan }", "motion.select = { curve = [nan, 0, 1, 1] }",
        "badge.maximum = -1", "bar.height = 07:32:00", "text_scale = 1979-05-27T07:32:00Z", "\"\" = 1", "\"\".\"\" = 1",
        "\"bar.height\" = 1", "bar.\"\\n\" = 1", "\"\\uFFFF\" = 1",
        "[[scenes]]\nname=\"x\"\nbadges = {home = 9223372036854775807}",
    ])
    func extremeValues(_ text: String) {
        #expect(errors(text).count == 1, "\(errors(text))")
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
        let arrays = ["tabs", "actions", "scenes"]
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

    /// Valid files with some bytes changed, removed, duplicated or moved.
    @Test(arguments: ConfigurationLoader.builtInLooks)
    func mutations(_ look: String) throws {
        var random = SeededGenerator(seed: 7)
        let good = Array(try #require(BuiltInLooks.text(of: look)).text.utf8)
        let alphabet = Array("[]{}=.,\"'#\n\\ -_09azAZ%\u{1}é".utf8)
        for _ in 0..<40 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let end = min(place + Int.random(in: 1...40, using: &random), bytes.count)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = alphabet.randomElement(using: &random) ?? 0x20
                case 1: bytes.removeSubrange(place..<end)
                case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
                case 3: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
                default: bytes.insert(alphabet.randomElement(using: &random) ?? 0x20, at: place)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(endsProperly(text), "\(text)")
        }
    }

    /// Valid files with some lines changed, so that most of them still are TOML.
    @Test(arguments: ConfigurationLoader.builtInLooks)
    func shuffledLines(_ look: String) throws {
        var random = SeededGenerator(seed: 11)
        let good = try #require(BuiltInLooks.text(of: look)).text.split(separator: "\n").map(String.init)
        let values = [
            "1", "-1", "\"x\"", "true", "[]", "{}", "[1, \"a\"]", "{ a = 1 }", "1e9", "nan", "\"accent 50%\"",
        ]
        for _ in 0..<25 {
            var lines = good
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<lines.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: lines.remove(at: place)
                case 1: lines.swapAt(place, Int.random(in: 0..<lines.count, using: &random))
                default:
                    guard let equals = lines[place].firstIndex(of: "=") else { continue }
                    lines[place] = lines[place][...equals] + " " + (values.randomElement(using: &random) ?? "1")
                }
            }
            #expect(endsProperly(lines.joined(separator: "\n")))
        }
    }
}
