import ShellModel
import Testing

@Suite struct ShownDocumentTests {
    private let document = ShownDocument("# A")

    @Test func documentIsShownReplacedAndRemoved() throws {
        let before = try Sample.full()
        let (shown, effects) = try before.reduce(.show("a", document))
        #expect(shown.shown == ["a": document])
        // It is not saved.
        #expect(effects.count == 1)
        #expect(try shown.reduce(.show("a", document)).effects == [])
        #expect(try shown.after(.show("a", ShownDocument("b", .text))).shown["a"]?.text == "b")
        #expect(try shown.after(.show("a", nil)).shown == [:])
        #expect(throws: CommandError.self) { try before.reduce(.show("x", document)) }
        #expect(throws: CommandError.noDocument("bell")) { try before.reduce(.show("bell", document)) }
        #expect(try before.after(.show("find", document)).shown["find"] == document)
    }

    @Test func windowShowsNone() throws {
        var tab = Sample.tab("w")
        tab.window = WindowBinding(appIDs: ["W"])
        let windows = try ShellConfiguration(tabs: [Sample.tab("a"), tab], look: Look())
        #expect(throws: CommandError.noDocument("w")) { try ShellState(windows, now: 1).reduce(.show("w", document)) }
        tab.window = nil
        let pages = try ShellConfiguration(tabs: [Sample.tab("a"), tab], look: Look())
        let shown = try ShellState(pages, now: 1).after(.show("w", document), .show("a", document))
        let configured = try shown.after(.configure(windows))
        #expect(configured.shown == ["a": document])
        // The daemon removes a document that a configuration has pruned.
        #expect(try configured.ignores(.show("w", nil)))
        #expect(try shown.after(.configure(Sample.setup())).shown == ["a": document])
    }

    @Test func lengthIsLimited() throws {
        func text(_ count: Int) -> ShownDocument { ShownDocument(String(repeating: "x", count: count)) }
        let maximum = ShownDocument.maximumBytes
        #expect(throws: CommandError.documentTooLong("a")) { try Sample.full().reduce(.show("a", text(maximum + 1))) }
        let ids: [TabID] = ["1", "2", "3", "4", "5"]
        #expect(ShownDocument.maximumBytesOfAll == 4 * maximum)
        let full = try ids.prefix(4).reduce(Sample.state(ids)) { try $0.after(.show($1, text(maximum))) }
        #expect(throws: CommandError.documentTooLong("5")) { try full.reduce(.show("5", text(1))) }
        #expect(try full.after(.show("1", text(maximum))).shown == full.shown)
        #expect(try full.after(.show("1", text(maximum - 1)), .show("5", text(1))).shown.count == 5)
    }

    @Test func linkIsFollowedWhereADocumentIsShown() throws {
        let shown = try Sample.full().after(.show("a", document))
        let once = try shown.after(.follow("a", "add"), at: 7)
        #expect(once.followed == FollowedLink(tab: "a", name: "add", count: 1, acceptedAt: 7))
        #expect(try once.after(.follow("a", "add"), at: 8).followed.count == 2)
        #expect(throws: CommandError.nothingShown("b")) { try shown.reduce(.follow("b", "add")) }
        #expect(throws: CommandError.self) { try shown.reduce(.follow("x", "add")) }
        // A followed link stays recorded.
        #expect(try once.after(.show("a", nil)).followed == once.followed)
    }

    @Test func viewerIsAProgramAsLongAsThereIsADocument() throws {
        let status = ProgramStatus(program: .viewer("a"), phase: .alive, pid: 7)
        let before = try Sample.full()
        #expect(throws: CommandError.unknownProgram(.viewer("a"))) { try before.reduce(.setProgramStatus(status)) }
        let shown = try before.after(.show("a", document), .setProgramStatus(status))
        #expect(shown.programs.last == status)
        #expect(try shown.after(.configure(Sample.setup())).status(of: .viewer("a")) == status)
        #expect(try shown.after(.show("a", nil)).status(of: .viewer("a")) == nil)
        let without = try Sample.setup([Sample.tab("b")])
        #expect(try shown.after(.configure(without)).status(of: .viewer("a")) == nil)
    }
}
