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
        let line = ConfigurationMessage.line(.success(configuration))
        #expect(try ConfigurationMessage.configuration(from: line) == configuration)
    }

    @Test func userOverridesALook() throws {
        let looks = ["mine": "look = \"stress-monitor\"\naccessibility.bridge = true"]
        #expect(try read("look = \"mine\"", looks: looks).setup.hasBridge)
        #expect(try read("look = \"mine\"\naccessibility = {}", looks: looks).setup.hasBridge)
        #expect(try !read("look = \"mine\"\naccessibility.bridge = false", looks: looks).setup.hasBridge)
    }
}
