// SPDX-License-Identifier: MIT

import Testing

@testable import ConfigParser

/// Errors of several files, and of texts that are not TOML. ``ErrorFileTests`` has most of the others.
@Suite struct ErrorTests {
    @Test func invalidTOML() {
        let found = errors("[bar]\nheight = 1\nheight = 2\n")
        #expect(found.count == 1 && found[0].hasPrefix("config.toml:3: this is not TOML: "), "\(found)")
        let cut = errors("a = \"x")
        #expect(cut.count == 1 && cut[0].hasPrefix("config.toml:1: this is not TOML: "), "\(cut)")
        for header in ["[=]", "[[", "[[[tabs]]]", "[ , ]", "[[\n", "[.a]", "[é]", "[[ = ]]", "[#"] {
            let found = errors("bar.height = 90\n\(header)")
            #expect(found.count == 1 && found[0].hasPrefix("config.toml:2: this is not TOML: "), "\(found)")
        }
        #expect(errors("bar.height = \n[=]")[0].hasPrefix("config.toml:1: this is not TOML: "))
        #expect(
            errors("bar.height = 90\nbar.material = opaque # or not") == [
                "config.toml:2: this is not TOML: \"opaque\" is neither a number nor true or false; text is written in quotation marks"
            ])
        #expect(errors("a = [\n1,\n}]") == ["config.toml:3: this is not TOML: expected a value"])
        #expect(errors("a = 1\n\0b = 2").first?.hasPrefix("config.toml:2: this is not TOML: ") == true)
        #expect(
            errors("\n\nidentifier = \"a\\u0000b\"") == [
                "config.toml:3: identifier: line feeds, tabs and other control characters are not allowed"
            ])
    }

    @Test func unknownLook() {
        let there = "available: stress-monitor, aspire-budget, lucidpal, swift-kit, better-fit, mine"
        let looks = ["mine": "look = \"yours\""]
        #expect(
            errors("bar.heigth = 3", look: "mnie", looks: looks) == [
                "--look: unknown look \"mnie\"; \(there); did you mean \"mine\"?",
                "config.toml:1: bar.heigth: unknown key; did you mean \"bar.height\"?",
            ])
        #expect(errors("look = \"mine\"", looks: looks) == ["mine.toml:1: look: unknown look \"yours\"; \(there)"])
        let circle = ["mine": "look = \"other\"", "other": "look = \"mine\""]
        #expect(
            errors("\nlook = \"mine\"", looks: circle) == [
                "other.toml:1: look: this look extends itself: mine → other → mine"
            ])
    }

    @Test func refusedValueIsNotMissing() {
        let text = "[[tabs]]\nid = \"a\"\ntitle = 3\nicon = \"home\"\n"
        let lines = errors(text)
        #expect(lines.count == 1 && lines[0].hasPrefix("config.toml:3: tabs[\"a\"].title: "), "\(lines)")
    }

    @Test func lookWithoutTabsIsBlamedOnItself() {
        let lines = errors("look = \"mine\"\n", looks: ["mine": "bar.height = 90\norder = []\n"])
        #expect(!lines.isEmpty && lines.allSatisfy { !$0.contains("stress-monitor") }, "\(lines)")
    }
}
