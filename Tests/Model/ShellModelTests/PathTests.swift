import ShellModel
import Testing

@Suite struct PathTests {
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
