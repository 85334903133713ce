import ShellModel
import Testing

@Suite struct ShellConfigurationTests {
    @Test func configurationRequiresAPageAndUniqueIdentifiers() throws {
        #expect(throws: CommandError.noTabs) { try Sample.state([]) }
        #expect(throws: CommandError.noTabs) {
            try ShellConfiguration(
                tabs: [Sample.tab("find", role: .search), Sample.tab("idle", role: .action)], look: Look())
        }
        #expect(throws: CommandError.noTabs) {
            try ShellConfiguration(tabs: [Sample.tab("a", isHidden: true)], look: Look())
        }
        #expect(throws: CommandError.duplicateTab("b")) { try Sample.state(["a", "b", "c", "b"]) }
        #expect(throws: CommandError.duplicateAction("ring")) {
            try ShellConfiguration(tabs: [Sample.tab("a")], actions: [Sample.ring, Sample.ring], look: Look())
        }
    }

    @Test func tabsReferToConfiguredActions() throws {
        let named = Sample.tab("x", role: .action, action: "fly")
        let listed = Sample.tab("x", role: .action, menu: ["ring", "fly"])
        for tab in [named, listed] {
            #expect(throws: CommandError.unknownAction("fly", known: ["ring"])) {
                try ShellConfiguration(tabs: [Sample.tab("a"), tab], actions: [Sample.ring], look: Look())
            }
        }
    }

    @Test func lookMayRequireANumberOfTabs() throws {
        var look = Look()
        look.name = "pair"
        look.row.tabs = 2
        let button = Sample.tab("new", role: .compose, isProminent: true)
        let two = [Sample.tab("a"), button, Sample.tab("b")]
        #expect(try ShellConfiguration(tabs: two, look: look).tabs == two)
        let hidden = Sample.tab("h", isHidden: true)
        #expect(try ShellConfiguration(tabs: two + [hidden], look: look).tabs == two + [hidden])
        for (tabs, count) in [([Sample.tab("a"), button], 1), (two + [Sample.tab("c")], 3)] {
            #expect(throws: CommandError.wrongTabCount(count, expected: 2, look: "pair")) {
                try ShellConfiguration(tabs: tabs, look: look)
            }
        }
    }
}
