// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import WaylandScanner

/// Compares the source generated for `Golden/lamp.xml`. After an intended change, run with `RECORD_GOLDEN=1` and review
/// the difference.
@Suite struct GoldenTests {
    private let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    @Test(arguments: [("lamp.swift.txt", true), ("lamp-everything.swift.txt", false)])
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

        let golden = directory.appending(path: name)
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try source.write(to: golden, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOf: golden, encoding: .utf8)
        for (ours, theirs) in zip(source.split(separator: "\n"), recorded.split(separator: "\n")) {
            try #require(ours == theirs)
        }
        #expect(source == recorded)
    }
}
