import ShellModel
import Testing

@Suite struct ShownDocumentTests {
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
}
