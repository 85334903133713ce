@testable import ShellModel
import TOML
@testable import TabshellIPC
import TestSupport
import ShellConfig
import Testing

@testable import ConfigParser

/// The five looks have the values of their designs.
@Suite struct LookTests {
    @Test func defaultFileMatchesDefaultConfiguration() throws {
        let file = try read(nil)
        #expect(file.setup.look == Configuration.default.setup.look && file.setup.look == Look())
        #expect(file.setup.tabs == Configuration.default.setup.tabs)
        #expect(file == Configuration.default)
        #expect(try read("", look: "stress-monitor") == Configuration.default)
    }

    /// No look depends on the values of another.
    @Test(arguments: ConfigurationLoader.builtInLooks)
    func lookHasAllKeys(_ look: String) throws {
        let values = try #require(BuiltInLooks.text(of: look)).parse()
        for key in Look.keys {
            var value: TOMLValue? = .table(values)
            for name in key.path.split(separator: ".") {
                guard case .table(let members)? = value else { break }
                value = members[String(name)]?.value
            }
            #expect(value != nil, "\(look) lacks \(key.path)")
        }
    }

    @Test(arguments: ConfigurationLoader.builtInLooks)
    func configurationSurvivesMessage(_ look: String) throws {
        let configuration = try read(nil, look: look)
        #expect(try received(configuration) == configuration)
        #expect(configuration.setup.look.name == look)
    }

    /// TabBarTests measures the bar's drawing of each look.
    @Test(arguments: ConfigurationLoader.builtInLooks)
    func valuesAreAsReviewed(_ look: String) throws {
        let setup = try read(nil, look: look).setup
        let parts = [WireFormat.look.encode(setup.look)] + setup.tabs.map { WireFormat.tab.encode($0) }
        let text = parts.map { $0.encodedText.replacing(",\"", with: ",\n\"") + "\n" }.joined()
        #expect(text == (try goldenText(look, now: text)))
    }

    @Test func looksCanBeChanged() throws {
        let tab = "inherit_tabs = true\n[[tabs]]\nid = \"photos\"\ntitle = \"Photos\"\nicon = \"photo\""
        #expect(try read("look = \"lucidpal\"\n\(tab)").setup.tabs.count == 7)
        let unfolding = "look = \"better-fit\"\nminimize.policy = \"never\""
        #expect(try read(unfolding).setup.look.minimized.policy == .never)
    }

    /// A bar in another colour has pages in it, unless their text is not legible there, or they have their own.
    @Test(
        arguments: [
            ("[dark]\nbackground = \"teal\"", 0x008080), ("[dark]\nbackground = \"#00808080\"", 0),
            ("[dark]\nbackground = \"white\"", 0), ("[dark]\nbackground = \"teal\"\npage = \"navy\"", 0x000080),
        ] as [(String, UInt32)])
    func backgroundReachesThePages(lines: String, page: UInt32) throws {
        #expect(try read("look = \"lucidpal\"\n\(lines)").setup.look.dark[.page] == RGBA(page))
    }
}
