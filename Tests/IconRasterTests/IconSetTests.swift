// SPDX-License-Identifier: MIT

import IconRaster
import IconWire
import Icons
import Testing

@Suite("The built-in icons")
struct IconSetTests {
    /// An icon's coverage in a square.
    private struct Picture {
        let side: Int
        let bytes: [UInt8]

        init(_ name: String, side: Int) throws {
            guard case .icon(_, _, let bytes) = Rasterizer.answer(.icon(width: side, height: side, source: name)) else {
                throw RasterError("no icon \(name)")
            }
            self.side = side
            self.bytes = bytes
        }

        var ink: Double { Double(bytes.reduce(0) { $0 + Int($1) }) / 255 }
        var columns: [Int] { (0..<side).filter { x in (0..<side).contains { bytes[$0 * side + x] >= 128 } } }
        var rows: [Int] { (0..<side).filter { y in (0..<side).contains { bytes[y * side + $0] >= 128 } } }
        var touchesEdge: Bool {
            (0..<side).contains {
                bytes[$0] > 0 || bytes[(side - 1) * side + $0] > 0 || bytes[$0 * side] > 0
                    || bytes[$0 * side + side - 1] > 0
            }
        }
    }

    @Test("have names of their own, and a picture each")
    func names() {
        #expect(Set(Icons.names).count == Icons.names.count)
        for name in Icons.names { #expect(Icons.svg(named: name) != nil) }
        for name in ["", ".fill", "plus.fill", "home.fill", "chat.fill.fill", "Chat", "nothing"] {
            #expect(Icons.svg(named: name) == nil)
        }
        let needed = [
            "home", "flash", "growth", "house", "dashboard", "transactions", "accounts", "settings", "plus", "agent",
            "chat", "notes", "record", "habits", "search", "activity", "profile", "workout", "plan", "recovery",
            "photo",
            "compose", "share", "camera", "document", "house.fill",
        ]
        #expect(Set(needed).isSubset(of: Icons.names))
    }

    @Test("leave a margin at every size", arguments: Icons.names)
    func margin(name: String) throws {
        for side in [24, 36, 44, 48, 240] {
            #expect(try !Picture(name, side: side).touchesEdge, "\(name) at \(side)")
        }
    }

    @Test("look equally large, and stand in the middle", arguments: Icons.names)
    func opticalSize(name: String) throws {
        let picture = try Picture(name, side: 24)
        let (columns, rows) = (picture.columns, picture.rows)
        #expect((17...22).contains(max(columns.count, rows.count)), "\(name): \(columns.count) × \(rows.count)")
        for line in [columns, rows] {
            let first = try #require(line.first)
            let last = try #require(line.last)
            #expect(abs(first + last - 23) <= 2, "\(name): \(first)…\(last)")
        }
        #expect((0.12...0.6).contains(picture.ink / 576), "\(name) covers \(picture.ink / 576)")
    }

    @Test(
        "are clearly heavier when they are filled, and equally large",
        arguments: Icons.names.filter { $0.hasSuffix(".fill") })
    func filled(name: String) throws {
        for side in [24, 44] {
            let filled = try Picture(name, side: side)
            let outline = try Picture(String(name.dropLast(5)), side: side)
            #expect(filled.ink > 1.18 * outline.ink, "\(name): \(outline.ink) → \(filled.ink)")
            #expect(
                abs(max(filled.columns.count, filled.rows.count) - max(outline.columns.count, outline.rows.count))
                    <= side / 20)
        }
    }
}
