import TestSupport
import Testing

extension ShellTests {
    /// The pictures that a real compositor makes of two pages. FilmTests compares each frame of the programs.
    @Suite struct Animations {
        /// The pictures of a slow change between two pages that do not move: in each, all pixels have the same shares of the
        /// two pages. The lower one is opaque, so this does not depend on the machine's speed.
        @Test func pagesCrossFade() throws {
            let shell = try ShellSession(
                configuration: "[motion]\npage = { duration = 1.5 }\n", pageLines: "entrance = \"cross-fade\"\n")
            try shell.wait(for: "the stacking") { $0.bar.pageStacking != nil }
            try shell.show("flash")
            for (from, to) in [("flash", "home"), ("home", "flash")] {
                let old = try shell.waitUntilShown(from)
                try shell.connect().request("select", ["tab": to])
                var film = [old]
                let new = try shell.waitUntilShown(to) { film.append($0) }
                let pairs = Self.pixels(of: old, and: new)
                #expect(pairs.count > 50)
                for shot in film {
                    let shares = pairs.map { $0.share(in: shot) }
                    let (least, most) = (shares.min() ?? 0, shares.max() ?? 1)
                    #expect(most - least < 0.06, "\(from) → \(to): \(least)…\(most)")
                }
            }
        }

        /// A pixel that differs much between two pictures.
        private struct Pixel {
            var x: Int
            var y: Int
            var old: Int
            var new: Int

            /// The share of the new picture in another one.
            func share(in picture: Screenshot) -> Double {
                Double(Int(picture.pixel(x, y).green) - old) / Double(new - old)
            }
        }

        private static func pixels(of old: Screenshot, and new: Screenshot) -> [Pixel] {
            (40..<old.height - 200).flatMap { y in
                (0..<old.width).map { x in
                    Pixel(x: x, y: y, old: Int(old.pixel(x, y).green), new: Int(new.pixel(x, y).green))
                }
            }.filter { abs($0.old - $0.new) > 120 }
        }
    }
}
