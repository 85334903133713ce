// SPDX-License-Identifier: MIT

import ShellModel
import TabConfig
import Testing

@testable import ConfigReader

/// The table `accessibility`.
@Suite struct AccessibilityKeyTests {
    @Test func bridgeIsOffByDefault() throws {
        for text in [nil, "", "[accessibility]", "accessibility.bridge = false"] {
            let configuration = try read(text)
            #expect(configuration.programs[.bridge] == nil)
            #expect(!configuration.setup.programs.contains(.bridge))
        }
        #expect(!Configuration.default.setup.programs.contains(.bridge))
    }

    @Test func bridgeIsAProgramAfterThePages() throws {
        let configuration = try read("[accessibility]\nbridge = true")
        #expect(configuration.programs[.bridge] == ["tabshell-atspi"])
        #expect(configuration.setup.programs == [.panel, .page("home"), .page("flash"), .page("growth"), .bridge])
        #expect(configuration.setup.tabs == Configuration.default.setup.tabs)
        #expect(try received(configuration) == configuration)
    }

    @Test func userOverridesALook() throws {
        let looks = ["mine": "look = \"stress-monitor\"\naccessibility.bridge = true"]
        #expect(try read("look = \"mine\"", looks: looks).setup.hasBridge)
        #expect(try read("look = \"mine\"\naccessibility = {}", looks: looks).setup.hasBridge)
        #expect(try !read("look = \"mine\"\naccessibility.bridge = false", looks: looks).setup.hasBridge)
    }

    @Test(arguments: [
        (
            "[accessibility]\nbridge = \"yes\"",
            "config.toml:2: accessibility.bridge: expected true or false, not the text \"yes\""
        ),
        ("accessibility.bridge = 1", "config.toml:1: accessibility.bridge: expected true or false, not the number 1"),
        ("accessibility = true", "config.toml:1: accessibility: expected a table with the keys: bridge, not true"),
        (
            "[accessibility]\nbrigde = true",
            "config.toml:2: accessibility.brigde: there is no such key; did you mean \"bridge\"?"
        ),
        (
            "[accessibilty]\nbridge = true",
            "config.toml:1: accessibilty: there is no such key; did you mean \"accessibility\"?"
        ),
        ("bridge = true", "config.toml:1: bridge: there is no such key; did you mean \"accessibility.bridge\"?"),
        (
            "bar.bridge = true",
            "config.toml:1: bar.bridge: there is no such key; did you mean \"accessibility.bridge\"?"
        ),
    ])
    func mistakesAreExplained(text: String, error: String) {
        #expect(errors(text) == [error])
    }
}
