// SPDX-License-Identifier: MIT

import Icons
import Testing

@testable import ConfigParser

/// Each error has the file, the line, the key, the reason, and the allowed values or a suggestion.
@Suite struct ErrorTests {
    @Test func missingIcon() {
        let text = """
            [[tabs]]
            id = "notes"
            title = "Notes"
            icon = "ntoes"

            [[tabs]]
            id = "chat"
            title = "Chat"
            """
        #expect(
            errors(text) == [
                "config.toml:4: tabs[\"notes\"].icon: unknown icon \"ntoes\": it is not built in; did you mean \"notes\"?",
                "config.toml:6: tabs[\"chat\"]: the tab \"chat\" has no icon; add icon = \"…\"",
            ])
    }

    @Test func iconWithoutSuggestion() {
        let text = "[[tabs]]\nid = \"home\"\nicon = \"zzzzzzzzzz\""
        #expect(
            errors(text) == [
                "config.toml:3: tabs[\"home\"].icon: unknown icon \"zzzzzzzzzz\": it is not built in; `tabctl icons` lists those that are built in"
            ])
    }

    /// A look with a number of tabs has half of them on either side of its button.
    @Test func buttonOutOfTheMiddle() {
        let text =
            "look = \"aspire-budget\"\norder = [\"dashboard\", \"transactions\", \"accounts\", \"add\", \"settings\"]"
        #expect(
            errors(text) == [
                "config.toml:2: order: aspire-budget has 2 tabs on either side of \"add\", and here are 3 before it and "
                    + "1 after it; arrange them with order = [\"…\"]"
            ])
    }

    @Test func duplicateTab() {
        let text = """
            # mine
            [[tabs]]
            id = "notes"
            title = "Notes"
            icon = "notes"

            [[tabs]]
            title = "More notes"
            id = "notes"
            """
        #expect(
            errors(text) == [
                "config.toml:9: tabs[\"notes\"].id: there are two tabs with the id \"notes\"; the first is on line 3"
            ])
    }

    @Test func fiveTabsInAspireBudget() {
        let text = """
            look = "aspire-budget"
            inherit_tabs = true
            [[tabs]]
            id = "notes"
            title = "Notes"
            icon = "notes"
            """
        #expect(
            errors(text) == [
                "config.toml:3: tabs[\"notes\"]: aspire-budget has exactly 4 tabs beside its button, and here are 5: dashboard, "
                    + "transactions, accounts, settings, notes; select them with order = [\"…\"]"
            ])
        let chosen = "order = [\"dashboard\", \"add\", \"settings\"]\nlook = \"aspire-budget\""
        #expect(
            errors(chosen) == [
                "config.toml:1: order: aspire-budget has exactly 4 tabs beside its button, and here are 2: dashboard, "
                    + "settings; select them with order = [\"…\"]"
            ])
    }

    /// A tab that is not on the bar needs no place on it, and cannot be the only one.
    @Test func hiddenTabIsNotCounted() {
        #expect(
            errors(
                """
                look = "aspire-budget"
                inherit_tabs = true
                [[tabs]]
                id = "notes"
                title = "Notes"
                icon = "notes"
                hidden = true
                """) == [])
        #expect(
            errors("order = [\"home\"]\n[[tabs]]\nid = \"home\"\nhidden = true\n") == [
                "config.toml:1: order: a bar needs at least one tab of the role \"page\""
            ])
    }

    @Test(
        arguments: [
            (
                "corner_radius = 1",
                "corner_radius: unknown key; did you mean \"bar.corner_radius\" or \"sheet.corner_radius\"?"
            ),
            ("bar.heigth = 95", "bar.heigth: unknown key; did you mean \"bar.height\"?"),
            ("identifer = \"x\"", "identifer: unknown key; did you mean \"identifier\"?"),
            ("bar.diameter = 1", "bar.diameter: unknown key; did you mean \"button.diameter\"?"),
            (
                "haptics.qqqqqqq = 1",
                "haptics.qqqqqqq: unknown key; available: enabled, trigger, kind, strength, duration"
            ),
            (
                "bar = 3",
                "bar: expected a table with the keys: position, height, corner_radius, side_margin, bottom_margin, material, reserve, hairline, bottom_padding, compact, wide, hide, not the number 3"
            ),
            ("bar.height = \"119\"", "bar.height: expected a number, not the text \"119\""),
            ("bar.height = 5000", "bar.height: 5000 is out of range; allowed: 24 to 1000 px"),
            ("bar.height = -1.5", "bar.height: -1.5 is out of range; allowed: 24 to 1000 px"),
            ("bar.height = nan", "bar.height: nan is out of range; allowed: 24 to 1000 px"),
            ("bar.height = inf", "bar.height: inf is out of range; allowed: 24 to 1000 px"),
            ("bar.height = 1979-05-27", "bar.height: expected a number, not a date or time"),
            ("bar.height = [1]", "bar.height: expected a number, not a list"),
            ("title.weight = 450.5", "title.weight: expected a whole number, not the number 450.5"),
            ("title.weight = 1000", "title.weight: 1000 is out of range; allowed: 100 to 900"),
            ("title.shown = 1", "title.shown: expected true or false, not the number 1"),
            ("title.families = []", "title.families: this list may not be empty"),
            ("title.families = [\"Inter\", 3]", "title.families[1]: expected a text, not the number 3"),
            ("identifier = \"a\\nb\"", "identifier: line feeds, tabs and other control characters are not allowed"),
            (
                "bar.material = \"opaqe\"",
                "bar.material: \"opaqe\" is not allowed; one of: opaque, translucent; did you mean \"opaque\"?"
            ),
            ("bar.material = \"glass\"", "bar.material: \"glass\" is not allowed; one of: opaque, translucent"),
            ("bar.material = true", "bar.material: expected one of: opaque, translucent, not true"),
            ("bar.position = \"up\"", "bar.position: \"up\" is not allowed; one of: bottom, top, left, right"),
            (
                "appearance = \"drak\"",
                "appearance: \"drak\" is not allowed; one of: light, dark, auto; did you mean \"dark\"?"
            ),
            ("look = 3", "look: expected a text, not the number 3"),
            (
                "look = \"swiftkit\"",
                "look: unknown look \"swiftkit\"; available: stress-monitor, aspire-budget, lucidpal, swift-kit, better-fit; did you mean \"swift-kit\"?"
            ),
            ("panel = []", "panel: a program is missing; allowed: [\"program\", \"argument\", …]"),
            ("panel = 3", "panel: expected a list of texts, not the number 3"),
            (
                "order = [\"home\", \"hmoe\"]",
                "order[1]: unknown tab \"hmoe\"; available: flash, growth, home; did you mean \"home\"?"
            ),
            ("order = [\"home\", \"home\"]", "order[1]: the tab \"home\" is here twice"),
            ("order = []", "order: a bar needs at least one tab of the role \"page\""),
            ("accessibility = true", "accessibility: expected a table with the keys: bridge, not true"),
            ("accessibility.bridge = 1", "accessibility.bridge: expected true or false, not the number 1"),
            ("accessibility.brigde = true", "accessibility.brigde: unknown key; did you mean \"bridge\"?"),
            ("bridge = true", "bridge: unknown key; did you mean \"accessibility.bridge\"?"),
            (
                "unresponsive_timeout = \"never\"",
                "unresponsive_timeout: \"never\" is not allowed; a number of s, or \"off\""
            ),
            ("tabs = 3", "tabs: expected a list of tabs, not the number 3"),
            ("tabs = [3]", "tabs[0]: expected a table [[tabs]], not the number 3"),
        ] as [(String, String)])
    func invalidValue(_ text: String, _ message: String) {
        #expect(errors("# first\n\(text)\n") == ["config.toml:2: \(message)"])
    }

    @Test(
        arguments: [
            ("title = \"X\"", "tabs[0]: this tab has no id; it needs one like id = \"…\"", 2),
            ("id = 3", "tabs[0].id: expected a text, not the number 3", 3),
            ("id = \"\"", "tabs[0].id: this text may not be empty", 3),
            (
                "id = \"a b\"",
                "tabs[0].id: \"a b\" is not a valid name; allowed: up to 64 of the letters a–z and A–Z, digits, - _ .",
                3
            ),
            ("id = \"..\"", "tabs[0].id: \"..\" is not a valid name, since every folder has it", 3),
            ("id = \".\"", "tabs[0].id: \".\" is not a valid name, since every folder has it", 3),
            ("id = \"home\"\nicn = \"x\"", "tabs[\"home\"].icn: unknown key; did you mean \"icon\"?", 4),
            (
                "id = \"home\"\nrole = \"sheet\"",
                "tabs[\"home\"].role: \"sheet\" is not allowed; one of: page, search, compose, action", 4
            ),
            (
                "id = \"home\"\nrole = \"action\"",
                "tabs[\"home\"].role: a tab of the role \"action\" needs an action or a menu", 4
            ),
            (
                "id = \"home\"\naction = \"add\"",
                "tabs[\"home\"].action: only a tab of the role \"action\" has one, and this one is of the role \"page\"",
                4
            ),
            (
                "id = \"home\"\nmenu = [\"add\"]",
                "tabs[\"home\"].menu: a tab of the role \"page\" has `actions`, the menu of a long press; `menu` is for the role \"action\"",
                4
            ),
            (
                "id = \"home\"\nactions = [\"sub\"]",
                "tabs[\"home\"].actions: unknown action \"sub\"; available: add", 4
            ),
            (
                "id = \"home\"\nrole = \"action\"\naction = \"add\"\nactions = [\"add\"]",
                "tabs[\"home\"].actions: a tab of the role \"action\" has a menu instead, which a press opens", 6
            ),
            (
                "id = \"home\"\nrole = \"action\"\naction = \"ad\"",
                "tabs[\"home\"].action: unknown action \"ad\"; available: add; did you mean \"add\"?", 5
            ),
            (
                "id = \"home\"\nrole = \"action\"\nmenu = [\"sub\"]",
                "tabs[\"home\"].menu: unknown action \"sub\"; available: add", 5
            ),
            (
                "id = \"home\"\nrole = \"action\"\nmenu = [\"add\"]\naction = \"add\"",
                "tabs[\"home\"].menu: a tab has either an action or a menu, not both", 5
            ),
            (
                "id = \"home\"\nrole = \"action\"\naction = \"add\"\nexec = \"x\"",
                "tabs[\"home\"].exec: a tab of the role \"action\" has no page; its action may have an exec", 6
            ),
            ("id = \"home\"\nexec = [\"\"]", "tabs[\"home\"].exec[0]: this text may not be empty", 4),
            (
                "id = \"home\"\nroutes = [\"a//b\"]",
                "tabs[\"home\"].routes[0]: \"a//b\" is not a path; allowed: up to 64 words between slashes, like \"a/b\"",
                4
            ),
            (
                "id = \"home\"\nprominent = \"yes\"",
                "tabs[\"home\"].prominent: expected true or false, not the text \"yes\"",
                4
            ),
            (
                "id = \"home\"\napp_id = 1",
                "tabs[\"home\"].app_id: expected a text or a list of texts, not the number 1", 4
            ),
        ] as [(String, String, Int)])
    func invalidTab(_ text: String, _ message: String, _ line: Int) {
        let action = "\n[[actions]]\nid = \"add\"\ntitle = \"Add\"\nicon = \"plus\"\n"
        #expect(errors("inherit_tabs = true\n[[tabs]]\n\(text)\(action)") == ["config.toml:\(line): \(message)"])
    }

    @Test func twoProminentTabs() {
        let text = "[[tabs]]\nid = \"home\"\nprominent = true\n[[tabs]]\nid = \"flash\"\nprominent = true"
        #expect(
            errors(text) == [
                "config.toml:6: tabs[\"flash\"].prominent: only one tab may be prominent, and \"home\" is already"
            ])
    }

    @Test func actions() {
        let text = """
            [[actions]]
            id = "add"
            titel = "Add"
            icon = "plsu"
            exec = []
            [[actions]]
            id = "add"
            """
        #expect(
            errors(text) == [
                "config.toml:1: actions[\"add\"]: the action \"add\" has no title; add title = \"…\"",
                "config.toml:3: actions[\"add\"].titel: unknown key; did you mean \"title\"?",
                "config.toml:4: actions[\"add\"].icon: unknown icon \"plsu\": it is not built in; did you mean \"plus\"?",
                "config.toml:5: actions[\"add\"].exec: a program is missing; allowed: [\"program\", \"argument\", …]",
                "config.toml:7: actions[\"add\"].id: there are two actions with the id \"add\"; the first is on line 2",
            ])
    }

    @Test func motions() {
        let allowed =
            "allowed: \"none\", { duration = 0.2, curve = \"ease-in-out\" }, { duration = 0.35, bounce = 0.3 }"
        let text = """
            [motion]
            select = "fast"
            indicator = { duration = 11 }
            press = { duration = 0.2, bounce = 2 }
            release = { duration = 0.2, bounce = 0, curve = "linear" }
            badge = { curve = "ease-inout" }
            button = { curve = [0, 0, 1] }
            sheet = { curve = [2, 0, 1, 1] }
            page = { curve = 1 }
            minimize = { durtion = 1 }
            appearance = 0.2
            """
        #expect(
            errors(text) == [
                "config.toml:2: motion.select: the text \"fast\" is not a motion; \(allowed)",
                "config.toml:3: motion.indicator.duration: 11 is out of range; allowed: 0 to 10 s",
                "config.toml:4: motion.press.bounce: 2 is out of range; allowed: -1 to 1",
                "config.toml:5: motion.release.bounce: a motion has either a curve or a bounce, not both",
                "config.toml:6: motion.badge.curve: \"ease-inout\" is not allowed; one of: linear, ease-in, ease-out, "
                    + "ease-in-out; did you mean \"ease-in-out\"?",
                "config.toml:7: motion.button.curve: a curve has four numbers, [x1, y1, x2, y2], not 3",
                "config.toml:8: motion.sheet.curve[0]: 2 is out of range; allowed: 0 to 1",
                "config.toml:9: motion.page.curve: expected one of linear, ease-in, ease-out, ease-in-out, or four numbers "
                    + "like [0.42, 0, 0.58, 1], not the number 1",
                "config.toml:10: motion.minimize.durtion: unknown key; did you mean \"duration\"?",
                "config.toml:11: motion.appearance: the number 0.2 is not a motion; \(allowed)",
            ])
    }

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

    /// Errors of a file are reported although its look is unknown, except for those that depend on the look.
    @Test func fileWithUnknownLook() {
        let text = """
            look = "swift"
            order = ["home", "create", "notes"]
            [[tabs]]
            id = "notes"
            tilte = "Notes"
            """
        #expect(
            errors(text) == [
                "config.toml:1: look: unknown look \"swift\"; available: stress-monitor, aspire-budget, lucidpal, "
                    + "swift-kit, better-fit",
                "config.toml:5: tabs[\"notes\"].tilte: unknown key; did you mean \"title\"?",
            ])
    }

    /// The mistakes that people make in TOML, in words without its grammar.
    @Test(
        arguments: [
            ("look = \"lucidpal\nx = 1", 1, "a quotation mark is missing at the end of a text"),
            ("look = \"lucidpal", 1, "a quotation mark is missing at the end of a text"),
            ("look = 'lucidpal\nx = 1", 1, "a quotation mark is missing at the end of a text"),
            ("order = [\"home\"\nlook = \"x\"", 2, "a comma or the closing ] of a list is missing"),
            ("order = [\"home\"", 1, "a comma or the closing ] of a list is missing"),
            (
                "bar = { height = 1\nx = 2", 1,
                "a comma or the closing } of a table is missing; a table in braces is on one line"
            ),
            ("[bar\nheight = 1", 1, "the closing ] of a table is missing"),
            ("look = \"a\"\nlook = \"b\"", 2, "\"look\" is here already"),
            ("[bar]\n[light]\n[bar]", 3, "\"bar\" is here already"),
            ("text_scale = 1\ntext_scale = 2", 2, "\"text_scale\" is here already"),
            (
                "light.icon = #C24", 1,
                "a value is missing: # begins a comment; text is written in quotation marks"
            ),
            ("look =\n", 1, "a value is missing"), ("look: 3", 1, "expected a key, = and a value"),
            ("// no comment", 1, "expected a key or a table; a comment begins with #"),
            ("text_scale = 1 contrast = 2", 1, "only a comment may follow a value on its line"),
        ] as [(String, Int, String)])
    func syntaxErrorIsExplained(_ text: String, _ line: Int, _ reason: String) {
        #expect(errors(text) == ["config.toml:\(line): this is not TOML: \(reason)"])
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
