import ShellModel
import Testing

@Suite struct TabChangeTests {
    private static let tabs: [TabID] = ["a", "b", "c"]

    @Test(arguments: [
        (TabPosition.last, ["a", "b", "c", "x"] as [TabID]), (.at(1), ["x", "a", "b", "c"]),
        (.at(3), ["a", "b", "x", "c"]),
        (.at(4), ["a", "b", "c", "x"]), (.at(99), ["a", "b", "c", "x"]), (.at(Int.min), ["x", "a", "b", "c"]),
        (.before("b"), ["a", "x", "b", "c"]), (.after("c"), ["a", "b", "c", "x"]), (.replacing("b"), ["a", "x", "c"]),
    ])
    func newTabGetsItsPlace(position: TabPosition, order: [TabID]) throws {
        #expect(try TabChange.add(NewTab(id: "x"), position).order(of: Self.tabs) == order)
    }

    @Test(arguments: [
        (TabPosition.last, ["b", "c", "a"] as [TabID]), (.at(1), ["a", "b", "c"]), (.at(2), ["b", "a", "c"]),
        (.before("c"), ["b", "a", "c"]), (.after("b"), ["b", "a", "c"]), (.before("a"), ["a", "b", "c"]),
        (.after("a"), ["a", "b", "c"]), (.replacing("c"), ["b", "a"]), (.replacing("a"), ["a", "b", "c"]),
    ])
    func movedTabGetsItsPlaceAmongTheOthers(position: TabPosition, order: [TabID]) throws {
        #expect(try TabChange.move("a", position).order(of: Self.tabs) == order)
    }

    @Test func unknownAndDuplicateTabsAreRefused() throws {
        #expect(try TabChange.remove("b").order(of: Self.tabs) == ["a", "c"])
        for change in [
            TabChange.remove("x"), .move("x", .last), .move("a", .after("x")), .add(NewTab(id: "y"), .before("x")),
            .add(NewTab(appIDs: ["y"]), .before("x")),
        ] {
            #expect(
                throws: CommandError.unknownTab("x", known: change == .move("a", .after("x")) ? ["b", "c"] : Self.tabs)
            ) {
                try change.order(of: Self.tabs)
            }
        }
        #expect(throws: CommandError.duplicateTab("a")) {
            try TabChange.add(NewTab(id: "a"), .last).order(of: Self.tabs)
        }
    }

    /// The page that followed the removed one, else the one before it, else the first of new ones.
    @Test(arguments: [
        ("a" as TabID, ["b", "c"] as [TabID], "b" as TabID), ("b", ["a", "c"], "c"), ("c", ["a", "b"], "b"),
        ("b", ["a"], "a"), ("c", ["x", "a"], "a"), ("b", ["x", "y"], "x"),
    ])
    func removedTabIsFollowedByItsNeighbor(selected: TabID, rest: [TabID], next: TabID) throws {
        let state = try Sample.state(Self.tabs).after(.select(selected), at: 6)
        let after = try state.after(.configure(Sample.setup(rest.map { Sample.tab($0) }, look: Look())), at: 7)
        #expect(after.selection?.tab == next)
    }
}
