import Testing

@testable import Sway

@Suite struct SwayReturnTests {
    private typealias Level = SwayTree.Level

    private func level(_ layout: String, _ own: Int64, _ children: [(Int64, Int64)]) -> Level {
        Level(layout: layout, children: children.map { .init(id: $0.0, length: $0.1) }, own: own)
    }

    private func window(_ id: Int64, on workspace: String = "1", _ levels: Level...) -> SwayTree.Window {
        var window = SwayTree.Window(id: id, workspace: workspace)
        window.levels = levels
        return window
    }

    private func places(_ windows: [SwayTree.Window], in tree: [SwayTree.Window]) -> [String] {
        let returning = windows.map { SwayReturn.Window(id: $0.id, levels: $0.levels, home: "1") }
        return SwayReturn.places(of: returning, in: SwayTree(windows: tree)).commands
            .filter { !$0.contains("mark --add") && !$0.contains("unmark") }
    }

    @Test func markKeepsThePlace() throws {
        var seven = window(7, level("splitv", 7, [(8, 600), (7, 200)]), level("tabbed", 10, [(10, 1280)]))
        let original = SwayOriginal(seven, fills: true)
        #expect(original.mark(of: 7) == "_tabshell:7:fill:tile:none:0 0 0 0 0;v 8=600 *7=200;t *10=1280:1")
        seven.marks = [original.mark(of: 7)]
        #expect(SwayOriginal(markOf: seven) == original)
        // An older shell's, and one that was changed.
        seven.marks = ["_tabshell:7:fill:tile:none:0 0 0 0 0:1"]
        #expect(SwayOriginal(markOf: seven)?.levels == [])
        let many = "v *7=1" + String(repeating: " 8=1000000", count: 32)
        for text in ["v 8=600", "x *7=1", "v *7=-1", "v *7=1 8", "v *7=99999999999", many] {
            seven.marks = ["_tabshell:7:fill:tile:none:0 0 0 0 0;\(text):1"]
            #expect(SwayOriginal(markOf: seven)?.levels == [], "\(text)")
        }
    }

    @Test func windowComesToItsNeighbours() {
        let row = [(1, 300), (2, 500), (3, 200)] as [(Int64, Int64)]
        let two = window(2, level("splith", 2, [(2, 1000)]))
        #expect(
            places(
                [window(1, on: "t", level("splith", 1, row)), window(3, on: "t", level("splith", 3, row))], in: [two])
                == [
                    "[con_id=1] move container to mark \"_tabshell-place\"",
                    "[con_id=1] swap container with con_id 2",
                    "[con_id=3] move container to mark \"_tabshell-place\"",
                ])
        #expect(places([window(1, on: "t", level("splith", 1, row))], in: []) == [])
        // Beside a container, and in a removed one.
        let inner = window(2, level("splitv", 2, [(2, 800)]), level("splith", 9, [(9, 1000)]))
        #expect(
            places([window(1, on: "t", level("splith", 1, [(1, 300), (9, 700)]))], in: [inner]) == [
                "[con_id=1] move container to mark \"_tabshell-place\"", "[con_id=1] move left",
            ])
        #expect(
            places(
                [window(1, on: "t", level("stacked", 1, [(1, 800)]), level("splith", 9, [(2, 300), (9, 700)]))],
                in: [two])
                == [
                    "[con_id=1] move container to mark \"_tabshell-place\"", "[con_id=1] splitv",
                    "[con_id=1] layout stacking",
                ])
    }

    @Test func edgesMoveToTheFormerSizes() {
        let row = [(1, 300), (2, 500), (3, 200)] as [(Int64, Int64)]
        let now = level("splith", 1, [(1, 200), (2, 200), (3, 100)])
        let tree = SwayTree(windows: [window(1, now)])
        #expect(
            SwayReturn.sizes(of: [level("splith", 2, row), level("splith", 1, row)], substitutes: [:], in: tree) == [
                "[con_id=1] resize shrink right 50 px"
            ])
        #expect(SwayReturn.sizes(of: [level("splith", 2, row.dropLast())], substitutes: [:], in: tree) == [])
        #expect(SwayReturn.sizes(of: [level("splith", 1, [(1, 0), (2, 0), (3, 0)])], substitutes: [:], in: tree) == [])
    }
}
