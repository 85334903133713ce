import Icons
import Testing

@Suite struct IconSetTests {
    @Test func namesAreUniqueAndHaveADefinition() {
        #expect(Set(Icons.names).count == Icons.names.count)
        for name in Icons.names { #expect(Icons.definition(named: name) != nil) }
        for name in ["", ".fill", "chat.fill.fill", "Chat", "nothing"] {
            #expect(Icons.definition(named: name) == nil)
        }
    }

    @Test func tabsOfLooksAndOfADesktopHaveIcons() {
        let needed = [
            "home", "flash", "growth", "house", "dashboard", "transactions", "accounts", "settings", "agent", "chat",
            "notes",
            "record", "habits", "search", "activity", "profile", "workout", "plan", "recovery", "photo", "compose",
            "share",
            "document",
            "globe", "mail", "terminal", "music", "video", "clock", "calendar", "weather", "folder", "lock", "power",
            "camera", "map", "person", "run", "waveform", "play", "news", "book", "shield", "wifi", "battery", "trash",
        ]
        for name in needed { #expect(Icons.names.contains(name) && Icons.names.contains(name + ".fill"), "\(name)") }
        #expect(Icons.names.contains("plus"))
        #expect(Icons.outlines.count >= 120 && Icons.names.count - Icons.outlines.count >= 120)
    }

    @Test(arguments: Icons.names) func iconHasADescription(name: String) throws {
        let summary = try #require(Icons.summary(of: name))
        #expect(summary.count > 4 && summary.hasSuffix(".") && summary.first?.isUppercase == true, "\(summary)")
    }

    @Test(arguments: Icons.names) func iconLeavesAMarginAtEverySize(name: String) throws {
        for side in [24, 36, 44, 48, 240] {
            #expect(try !Coverage(name, side: side).touchesEdge, "\(name) at \(side)")
        }
    }

    @Test(arguments: Icons.names) func iconsAreEquallyLargeAndCentred(name: String) throws {
        let picture = try Coverage(name, side: 24)
        let (columns, rows) = (picture.columns, picture.rows)
        #expect((17...22).contains(max(columns.count, rows.count)), "\(name): \(columns.count) × \(rows.count)")
        for line in [columns, rows] {
            let first = try #require(line.first)
            let last = try #require(line.last)
            #expect(abs(first + last - 23) <= 2, "\(name): \(first)…\(last)")
        }
        // The least is the ink of two lines of 1.75.
        #expect((0.105...0.6).contains(picture.ink / 576), "\(name) covers \(picture.ink / 576)")
    }

    @Test(arguments: Icons.names.filter { $0.hasSuffix(".fill") })
    func filledIconIsHeavierAndEquallyLarge(name: String) throws {
        for side in [24, 44] {
            let filled = try Coverage(name, side: side)
            let outline = try Coverage(String(name.dropLast(5)), side: side)
            #expect(filled.ink > 1.18 * outline.ink, "\(name): \(outline.ink) → \(filled.ink)")
            #expect(
                abs(max(filled.columns.count, filled.rows.count) - max(outline.columns.count, outline.rows.count))
                    <= side / 20, "\(name) at \(side)")
        }
    }
}
