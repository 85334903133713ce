import ShellModel
import Testing

@Suite struct PathTests {
    @Test func pushingAndPopping() throws {
        let state = try Sample.full()
        let (pushed, effects) = try state.reduce(.push("c", ["x", "y"]))
        #expect(pushed.paths == ["c": ["x", "y"]])
        #expect(pushed.path(of: "c") == ["x", "y"] && pushed.path(of: "a").isEmpty)
        #expect(effects == [.persist, .publish(StateEvent(revision: 2, .paths, of: pushed))])
        #expect(try pushed.after(.push("c", ["z"])).path(of: "c") == ["x", "y", "z"])
        #expect(try pushed.after(.pop("c")).path(of: "c") == ["x"])
        #expect(try pushed.after(.pop("c"), .pop("c")).paths.isEmpty)
        #expect(try pushed.after(.popToRoot("c")).paths.isEmpty)
        #expect(try state.ignores(.pop("c")))
        #expect(try state.ignores(.popToRoot("c")))
        #expect(try state.ignores(.push("c", [])))
    }

    /// An absent tab stands for the page with the input: the sheet's, else the selected one.
    @Test func absentTabIsTheOneWithInput() throws {
        let state = try Sample.full()
        #expect(try state.after(.push(nil, ["x"])).paths == ["a": ["x"]])
        let sheet = try state.after(.push("a", ["x"]), .setSheet("find"), at: 1).after(.push(nil, ["y"]))
        #expect(sheet.paths == ["a": ["x"], "find": ["y"]])
        #expect(try sheet.after(.pop(nil)).paths == ["a": ["x"]])
        #expect(try sheet.after(.popToRoot(nil)).paths == ["a": ["x"]])
    }

    @Test func eachTabKeepsItsPath() throws {
        let state = try Sample.full().after(
            .push(nil, ["x"]), .select("c"), at: 1
        ).after(.push(nil, ["y"]), .select("a"), at: 2)
        #expect(state.paths == ["a": ["x"], "c": ["y"]])
    }

    @Test func routes() throws {
        let state = try Sample.full()
        let known = ["day", "day/*/edit", "night"]
        #expect(try state.after(.push("b", ["day"])).path(of: "b") == ["day"])
        #expect(try state.after(.push("b", ["day", "7", "edit"])).path(of: "b") == ["day", "7", "edit"])
        for route in [["week"], ["day", "7"], ["day", "7", "show"], ["day", "7", "edit", "x"], ["*"]] {
            #expect(throws: CommandError.unknownRoute("b", route, known: known)) { try state.reduce(.push("b", route)) }
        }
        // The whole path is checked, not its last part.
        #expect(throws: CommandError.unknownRoute("b", ["day", "night"], known: known)) {
            try state.after(.push("b", ["day"]), .push("b", ["night"]))
        }
    }

    /// `day/7` is not a route, so `day/7/edit` pops to `day`, and that to the root.
    @Test func popEndsAtAKnownRoute() throws {
        let state = try Sample.full().after(.push("b", ["day", "7", "edit"]))
        let popped = try state.after(.pop("b"))
        #expect(popped.path(of: "b") == ["day"])
        #expect(try popped.after(.pop("b")).paths.isEmpty)
    }

    @Test func pathLengthIsLimited() throws {
        let longest = Array(repeating: "x", count: ShellState.maximumPathComponents)
        let state = try Sample.full().after(.push("a", longest))
        #expect(state.path(of: "a").count == ShellState.maximumPathComponents)
        #expect(throws: CommandError.pathTooLong("a")) { try state.reduce(.push("a", ["x"])) }
        let word = String(repeating: "w", count: ShellState.maximumComponentBytes)
        #expect(try state.after(.push("c", [word])).path(of: "c") == [word])
        #expect(throws: CommandError.pathTooLong("c")) { try state.reduce(.push("c", [word + "w"])) }
        #expect(throws: CommandError.pathTooLong("c")) { try state.reduce(.open("c", longest + ["x"]), at: 1) }
    }

    @Test func actionTabHasNoPath() throws {
        let state = try Sample.full()
        let commands: [Command] = [.push("bell", ["x"]), .pop("bell"), .popToRoot("bell"), .open("bell", [])]
        for command in commands { #expect(throws: CommandError.noPath("bell")) { try state.reduce(command) } }
    }

    /// The page gets its path before it comes to the front.
    @Test func openingARouteSetsPathBeforeSelection() throws {
        let state = try Sample.full()
        #expect(try state.topics(of: .open("b", ["day"]), at: 9) == [.paths, .selection])
        let opened = try state.after(.open("b", ["day"]), at: 9)
        #expect(opened.selection?.tab == "b" && opened.selection?.previous == "a")
        #expect(opened.path(of: "b") == ["day"])
        #expect(try opened.ignores(.open("b", ["day"]), at: 10))
        #expect(try opened.after(.open("b", []), at: 10).paths.isEmpty)
        #expect(try opened.after(.open("b", []), at: 10).reselect == .none)
        #expect(throws: CommandError.unknownRoute("b", ["week"], known: ["day", "day/*/edit", "night"])) {
            try state.reduce(.open("b", ["week"]), at: 9)
        }
    }

    @Test func openingARouteRemovesSheetAndMenu() throws {
        let sheet = try Sample.full().after(.setSheet("find"), at: 1)
        #expect(try sheet.after(.open("a", ["x"]), at: 2).sheet == PresentedTab(tab: nil, acceptedAt: 2))
        #expect(try sheet.after(.open("c", ["x"]), at: 2).sheet.tab == nil)
        let menu = try Sample.full().after(.setMenu("fan"), at: 1)
        #expect(try menu.after(.open("a", ["x"]), at: 2).menu.tab == nil)
    }

    @Test func openingARouteInASheetPresentsIt() throws {
        let state = try Sample.full().after(.setMenu("fan"), at: 1).after(.open("find", ["x"]), at: 2)
        #expect(state.selection?.tab == "a")
        #expect(state.sheet == PresentedTab(tab: "find", acceptedAt: 2))
        #expect(state.menu.tab == nil)
        #expect(state.path(of: "find") == ["x"])
    }

    @Test func reselectingPopsAndThenScrolls() throws {
        let state = try Sample.full().after(.push("a", ["x", "y"]))
        #expect(try state.topics(of: .select("a"), at: 1) == [.paths])
        let popped = try state.after(.select("a"), at: 1)
        #expect(popped.paths.isEmpty && popped.reselect == .none)
        #expect(try popped.topics(of: .select("a"), at: 2) == [.reselect])
        #expect(try popped.after(.select("a"), at: 2).reselect.count == 1)
    }

    @Test func allPathsTogetherAreBounded() throws {
        let most = Array(repeating: String(repeating: "w", count: 1024), count: 64)
        let ids = (0..<12).map { TabID(rawValue: "t\($0)") }
        var state = try Sample.state(ids)
        var accepted = 0
        for id in ids {
            do {
                state = try state.reduce(.open(id, most)).state
                accepted += 1
            } catch {
                #expect(error == .pathsTooLong(id))
            }
        }
        #expect(accepted == ShellState.maximumBytesOfAllPaths / (64 * 1024))
        // A path that replaces one of its own tab counts once, and a shorter one always fits.
        state = try state.after(.open(ids[0], most), .pop(ids[0]), .push(ids[0], ["w"]))
        #expect(state.paths.count == accepted)

        // A saved state that exceeds the bound loses the last paths, not all of them.
        let paths = Dictionary(uniqueKeysWithValues: ids.map { ($0, most) })
        let restored = try Sample.state(ids, restoring: PersistentState(paths: paths))
        #expect(Set(restored.paths.keys) == Set(ids.prefix(accepted)))
    }

    @Test func pathsHaveNoControlCharacters() throws {
        for text in ["\u{0}", "a\u{1B}[2J", "\n", "\u{7F}", "\u{9B}"] {
            let state = try Sample.state()
            #expect(throws: CommandError.pathTooLong("a")) { try state.reduce(.push("a", [text])) }
            let memory = PersistentState(paths: ["a": [text], "b": ["day"]])
            #expect(try Sample.state(restoring: memory).paths == ["b": ["day"]])
        }
    }

    /// Comparing such texts by canonical equivalence takes seconds.
    @Test func identifiersAndRoutesAreComparedByTheirBytes() throws {
        #expect(TabID(rawValue: "é") != TabID(rawValue: "e\u{301}"))
        #expect(Set<TabID>(["é", "e\u{301}", "é"]).count == 2)
        let tab = Sample.tab("a", routes: ["é/*"])
        #expect(tab.accepts(route: ["é", "x"]))
        #expect(!tab.accepts(route: ["e\u{301}", "x"]))
        #expect(Program(name: "page:\u{301}") == .page("\u{301}"))
    }
}
