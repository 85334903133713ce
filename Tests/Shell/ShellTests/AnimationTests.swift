// SPDX-License-Identifier: MIT

import InputTestSupport
import TestSupport
import Testing

extension ShellTests {
    /// The screen of a real compositor during animations: that they happen, go one way, and end. How each frame looks is
    /// compared on a scripted compositor with a scripted clock (FilmTests); here the machine decides on the frames that
    /// there are.
    @Suite(.measurement) struct Animations {
        @Test func selectionGoesOneWay() throws {
            let shell = try ShellSession()
            for (from, to) in [("home", "growth"), ("growth", "flash"), ("flash", "home")] {
                let client = try shell.connect()
                try client.request("select", ["tab": to])
                // Each picture is complete before the next is begun.
                var bars: [BarPixels] = []
                try waitUntil("\(to) to be selected on the screen") {
                    bars.append(BarPixels(try shell.picture(), scale: 1))
                    return bars.last?.isAtRest(on: to) ?? false
                }
                let (coming, going) = (bars.map { $0.indicator(to) }, bars.map { $0.indicator(from) })
                #expect(zip(coming, coming.dropFirst()).allSatisfy { $0 <= $1 + 0.01 }, "\(to): \(coming)")
                #expect(zip(going, going.dropFirst()).allSatisfy { $0 >= $1 - 0.01 }, "\(from): \(going)")
                // The two are one change.
                #expect(zip(coming, going).allSatisfy { abs($0 + $1 - 1) < 0.03 }, "\(coming), \(going)")
                try shell.waitUntilShown(to)
            }
        }

        /// The pictures of a slow change between two pages that do not move: in each, all pixels have the same shares of the
        /// two pages. The lower one is opaque, so this does not depend on the machine's speed.
        @Test func pagesCrossFade() throws {
            var options = ShellSession.Options()
            options.entrance = "cross-fade"
            options.configuration = "[motion]\npage = { duration = 1.5 }\n"
            let shell = try ShellSession(options)
            try waitUntil("the stacking") {
                (try shell.state()["bar"] as? [String: Any])?["stacking"] as? String == "newest-below"
            }
            for (from, to) in [("home", "flash"), ("flash", "home")] {
                let old = try shell.waitUntilShown(from)
                try shell.connect().request("select", ["tab": to])
                var film = [old]
                try waitUntil("\(to) to be alone on the screen") {
                    film.append(try shell.picture())
                    let last = film[film.count - 1]
                    return last == film[film.count - 2] && last.differingPixels(from: old, tolerance: 100) > 0
                }
                let new = try shell.waitUntilShown(to)
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
            stride(from: 40, to: old.height - 200, by: 9).flatMap { y in
                stride(from: 3, to: old.width, by: 5).map { x in
                    Pixel(x: x, y: y, old: Int(old.pixel(x, y).green), new: Int(new.pixel(x, y).green))
                }
            }.filter { abs($0.old - $0.new) > 120 }
        }

        /// The indicators and the shares of the pages while the pointer drags the selection; it rests each time.
        @Test func barAndPagesAreWhereThePointerIs() throws {
            var options = ShellSession.Options()
            options.entrance = "cross-fade"
            let shell = try ShellSession(options)
            try shell.select("flash")
            let new = try shell.waitUntilShown("flash")
            try shell.select("home")
            let old = try shell.waitUntilShown("home")
            let pixels = Self.pixels(of: old, and: new)
            #expect(pixels.count > 50)
            let pointer = try VirtualPointer(shell.sway)
            // The cursor is above the indicators.
            let (home, y) = (BarPixels(old, scale: 1).center(of: "home"), 926 - 119 + 24.0)
            try pointer.move(home, y)
            try pointer.press()
            for fraction in [0.25, 0.5, 1, 0.6, 0.75] {
                try pointer.move(home + 126 * fraction, y)
                try waitUntil("the pages at \(fraction)") {
                    let picture = try shell.picture()
                    let bar = BarPixels(picture, scale: 1)
                    return pixels.allSatisfy { abs($0.share(in: picture) - fraction) < 0.04 }
                        && abs(bar.indicator("flash") - fraction) < 0.03
                        && abs(bar.indicator("home") - (1 - fraction)) < 0.03
                }
            }
            #expect(try shell.selection() == "home")
            try pointer.release()
            try shell.waitUntilShown("flash")
            #expect(try shell.selection() == "flash")
        }

        @Test func selectionThatIsTurnedRoundEndsWithTheLast() throws {
            let shell = try ShellSession()
            let home = try shell.picture()
            let client = try shell.connect()
            for tab in ["growth", "flash", "growth", "home", "flash", "home"] {
                try client.request("select", ["tab": tab])
                _ = try shell.picture()
            }
            let last = try shell.waitUntilShown("home")
            #expect(last.differingPixels(from: home, tolerance: 2) == 0)
        }

        /// On a busy machine the frames of one page may be some refreshes older than those of the other, so that a little of
        /// what is behind both shines through; bare wallpaper would differ by more than 200.
        @Test(arguments: [nil, "#ff0000"] as [String?])
        func wallpaperIsNeverBareDuringATransition(background: String?) throws {
            var options = ShellSession.Options()
            options.background = background
            let shell = try ShellSession(options)
            // On this sway the page that comes is the lower one. While it loads its fonts, nothing would be behind the other.
            try shell.waitUntilIdle()
            for tab in ["growth", "home", "flash", "growth", "flash", "home"] {
                for shot in try film(shell, [(tab, 0)]) { #expect(strangeness(shot) <= 64, "on the way to \(tab)") }
            }
            for shot in try film(shell, [("growth", 0), ("flash", 80), ("home", 60), ("growth", 60)]) {
                #expect(strangeness(shot) <= 64, "while the selection is turned round")
            }
        }

        /// Selects tabs, each some milliseconds after the one before, and takes pictures from before the first selection
        /// until the last has come to rest.
        private func film(_ shell: ShellSession, _ steps: [(tab: String, after: Int32)]) throws -> [Screenshot] {
            let client = try shell.connect()
            var burst = ScreenshotSeries(shell.sway)
            for step in steps {
                try burst.shoot(milliseconds: step.after)
                try client.request("select", ["tab": step.tab])
            }
            try burst.shoot(milliseconds: 260)
            let shots = try burst.pictures()
            try shell.waitUntilShown(steps[steps.count - 1].tab)
            return shots
        }

        /// The difference between the leading margin, which a page keeps in its own colour even while it slides in, and
        /// that colour.
        private func strangeness(_ shot: Screenshot) -> Int {
            stride(from: 2, to: shot.height - 160, by: 7).map { shot.pixel(2, $0).distance(to: BarPixels.page) }.max()
                ?? 0
        }
    }
}
