import Foundation
import TestSupport
import Testing

@testable import WaylandScanner

/// Compares the source generated for `Golden/lamp.xml`. `TABSHELL_GOLDEN=write` renews it, to be reviewed.
@Suite struct GoldenTests {
    private let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    @Test(arguments: [("lamp.swift", true), ("lamp-everything.swift", false)])
    func sourceMatchesTheGoldenFile(_ name: String, isPinned: Bool) throws {
        let xml = try Data(contentsOf: directory.appending(path: "lamp.xml"))
        let listText = try String(contentsOf: directory.appending(path: "lamp.txt"), encoding: .utf8)
        var list = try ProtocolList(text: listText, file: "lamp.txt")
        if !isPinned {
            list.globals = [
                .init(name: "lamp_manager_v1", version: 4, location: .init(file: "test", line: 1)),
                .init(name: "unreachable_v1", version: 1, location: .init(file: "test", line: 2)),
            ]
        }
        let bindings = try Bindings([try ProtocolDefinition(xml: xml, file: "lamp.xml")], list: list)
        let source = SwiftEmitter(bindings).source()

        let recorded = try #require(try goldenText(name, now: source))
        for (ours, theirs) in zip(source.split(separator: "\n"), recorded.split(separator: "\n")) {
            try #require(ours == theirs)
        }
        #expect(source == recorded)
    }
}
