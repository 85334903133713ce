// SPDX-License-Identifier: MIT

import TestSupport
import Testing

extension ShellTests {
    /// The screen of a real compositor during animations: that they happen, go one way, and end. How each frame looks is
    /// compared on a scripted compositor with a scripted clock (FilmTests); here the machine decides on the frames that
    /// there are.
    @Suite struct Animations {
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
