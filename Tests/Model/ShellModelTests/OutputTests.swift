import ShellModel
import Testing

@Suite struct OutputTests {
    @Test(
        arguments: [
            ("*", true), ("DP-1", true), ("dp-1", true), ("DP-2", false), ("DP", false), ("", false),
            ("Dell Inc. U2720Q 8KBN (DP-1)", true), ("Dell Inc. U2720Q 8KBN", true), ("dell inc. u2720q 8kbn", true),
            ("Dell Inc. U2720Q", false), ("(DP-1)", false),
        ])
    func patternIsNameOrDescription(pattern: String, matches: Bool) {
        #expect(
            OutputPattern.matches(pattern, name: "DP-1", description: "Dell Inc. U2720Q 8KBN (DP-1)") == matches)
    }

    @Test func descriptionMayBeMissingOrOdd() {
        #expect(!OutputPattern.matches("Dell", name: "DP-1", description: nil))
        for description in ["", "(", ")", "()", " ()", "x)"] {
            #expect(!OutputPattern.matches("Dell", name: "DP-1", description: description))
            #expect(OutputPattern.matches("DP-1", name: "DP-1", description: description))
        }
    }

    @Test func lookNamesTheOutputsWithABar() {
        var look = Look()
        #expect(look.hasBar(onOutput: "DP-1", description: nil))
        look.outputs = ["eDP-1", "Dell 1"]
        #expect(look.hasBar(onOutput: "eDP-1", description: nil))
        #expect(look.hasBar(onOutput: "HDMI-A-1", description: "Dell 1 (HDMI-A-1)"))
        #expect(!look.hasBar(onOutput: "DP-1", description: "Dell 2 (DP-1)"))
    }

    @Test func selectingOnAnotherOutputMovesThePagesAndSelects() throws {
        let next = try Sample.full().after(.select("b", output: "DP-2"))
        #expect(next.bar.output == "DP-2")
        #expect(next.selection?.tab == "b")
        #expect(try next.after(.select("a")).bar.output == "DP-2")
    }

    @Test func selectingThePageInFrontOnAnotherOutputOnlyMovesIt() throws {
        let start = try Sample.full().after(.push("a", ["x"]))
        let next = try start.after(.select("a", output: "DP-2"))
        #expect(next.bar.output == "DP-2")
        #expect(next.path(of: "a") == ["x"])
        #expect(next.reselect == start.reselect)
        // There it is a press as any other.
        #expect(try next.after(.select("a", output: "DP-2")).path(of: "a") == [])
    }

    @Test func openSheetAndMenuMoveToTheOtherOutput() throws {
        for (tab, isOpen) in [("find", \ShellState.sheet.tab), ("fan", \ShellState.menu.tab)] as [(TabID, KeyPath)] {
            let next = try Sample.full().after(.select(tab), .select(tab, output: "DP-2"))
            #expect(next[keyPath: isOpen] == tab)
            #expect(next.bar.output == "DP-2")
        }
    }

    @Test func actionAndRefusedSelectionMoveNothing() throws {
        let start = try Sample.full()
        #expect(try start.after(.select("bell", output: "DP-2")).bar.output == nil)
        #expect(throws: CommandError.self) { try start.reduce(.select("nowhere", output: "DP-2")) }
    }

    private typealias KeyPath = Swift.KeyPath<ShellState, TabID?>
}
