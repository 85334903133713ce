// SPDX-License-Identifier: MIT

import Motion
import TestSupport
import Testing

extension ShellTests {
    /// The screen during animations.
    @Suite struct Animations {
        /// A selection at a time after the first, ms.
        private typealias Step = (tab: String, after: Int32)

        @Test func selectionDuringATransitionIsSmooth() throws {
            let shell = try ShellSession()
            // If the compositor stalls for a quarter of a second, a bar ends its animation at once, as it should. So
            // one of several films must be without fault and contain enough pictures.
            // several films one must be without fault, and show enough.
            var faults: [String] = []
            for _ in 0..<6 {
                let pictures = try film(shell, [("growth", 0), ("flash", 90), ("home", 60)])
                faults = try self.faults(of: pictures.shots, pictures.selections, from: "home")
                let count = pictures.shots.count {
                    (0.02...0.98).contains(BarPixels($0, scale: 1).indicator("growth"))
                }
                if count < 3 { faults.append("only \(count) pictures on the way") }
                if faults.isEmpty { break }
            }
            #expect(faults.isEmpty)
        }

        @Test(arguments: [nil, "#ff0000"] as [String?])
        func wallpaperNeverShowsDuringATransition(background: String?) throws {
            var options = ShellSession.Options()
            options.background = background
            let shell = try ShellSession(options)
            // A busy machine takes few pictures per change, so only their total is required.
            var count = 0
            for tab in ["growth", "home", "flash", "growth", "flash", "home"] {
                let shots = try film(shell, [(tab, 0)]).shots
                count += shots.count
                for shot in shots { #expect(strangeness(shot) <= 4, "on the way to \(tab)") }
            }
            #expect(count >= 15)
            // While three pages are translucent at once, the background may show through them by 1/27.
            for shot in try film(shell, [("growth", 0), ("flash", 80), ("home", 60), ("growth", 60)]).shots {
                #expect(strangeness(shot) <= 12, "while the selection is turned round")
            }
        }

        @Test(arguments: ["flash", "growth"])
        func barAndPagesAnimateInStep(from: String) throws {
            let shell = try ShellSession()
            let home = try shell.picture()
            try shell.connect().request("select", ["tab": from])
            let other = try shell.waitUntilShown(from)
            let (x, y) = strongestDifference(home, other)
            // A busy machine takes few pictures of a change; then more changes are made.
            var shots: [(bar: Double, page: Screenshot.Pixel)] = []
            for _ in 0..<6 where shots.count(where: { (0.02...0.98).contains($0.bar) }) < 4 {
                try shell.select(from)
                shots += try film(shell, [("home", 0)]).shots.map {
                    (BarPixels($0, scale: 1).indicator("home"), $0.pixel(x, y))
                }
            }
            #expect(shots.count { (0.02...0.98).contains($0.bar) } >= 4)
            let ends = (coming: Double(home.pixel(x, y).green), going: Double(other.pixel(x, y).green))
            // The stacking order of the pages is unknown.
            let matches = [true, false].map { comesAbove in
                shots.allSatisfy { shot in
                    let range = levels(within: shot.bar) { level($0, ends.coming, ends.going, comesAbove: comesAbove) }
                    return range.contains(Double(shot.page.green))
                }
            }
            #expect(matches.contains(true), "bar and page: \(shots) at \(x),\(y), between \(ends)")
        }

        /// The level of a pixel after `progress` of a page transition. Each page is its background, as opaque as its
        /// coverage, below its content, as opaque as its progress.
        private func level(_ progress: Double, _ coming: Double, _ going: Double, comesAbove: Bool) -> Double {
            let background = Double(0xF5)
            let pages = [(coming, progress), (going, 1 - progress)]
            return (comesAbove ? pages.reversed() : pages).reduce(background) { below, page in
                let cover = min(2 * page.1, 1)
                let covered = cover * background + (1 - cover) * below
                // Places at which a page shows only its background.
                let content = page.0 == background ? 0 : page.1
                return content * page.0 + (1 - content) * covered
            }
        }

        /// The possible levels within one frame of the bar's progress, with a tolerance of two for rounding.
        private func levels(within progress: Double, _ level: (Double) -> Double) -> ClosedRange<Double> {
            let curve = CubicBezier.easeInOut
            let times = (0...400).map { Double($0) / 400 }
            let time =
                times.min { abs(curve.progress(at: $0) - progress) < abs(curve.progress(at: $1) - progress) } ?? 0
            let frame = 1 / 60.0 / 0.2
            let near = (-10...10).map { level(curve.progress(at: time + Double($0) / 10 * frame)) }
            return (near.min() ?? 0) - 3...(near.max() ?? 0) + 3
        }

        /// Checks that the three indicators and icons of each picture match the curves at one time, and that these
        /// times increase.
        ///
        /// - Returns: the faults, as text.
        private func faults(
            of shots: [Screenshot], _ selections: [(tab: String, time: UInt64)], from: String
        ) throws -> [String] {
            var faults: [String] = []
            var values = Dictionary(
                uniqueKeysWithValues: BarPixels.tabs.map { ($0, AnimatedValue($0 == from ? 1 : 0)) })
            // Finished animations are discarded at the next selection, so a time is looked up in the model of that
            // time.
            var known: [(since: UInt64, values: [String: AnimatedValue])] = [(0, values)]
            for selection in selections {
                for tab in BarPixels.tabs {
                    values[tab]?.animate(
                        to: tab == selection.tab ? 1 : 0, from: selection.time,
                        with: .curve(.easeInOut, duration: 200_000_000))
                }
                known.append((selection.time, values))
            }
            func value(_ tab: String, at time: UInt64) -> Double {
                known.last { $0.since <= time }?.values[tab]?.value(at: time) ?? 0
            }
            let first = try #require(selections.first?.time)
            let moments = stride(from: first, to: (selections.last?.time ?? first) + 400_000_000, by: 500_000)
            var last = first
            for shot in shots {
                let bar = BarPixels(shot, scale: 1)
                let seen = BarPixels.tabs.map { bar.indicator($0) }
                func error(_ time: UInt64) -> Double {
                    zip(BarPixels.tabs, seen).map { abs(value($0, at: time) - $1) }.max() ?? 1
                }
                // The value of the previous picture's time is no step back.
                let later = moments.filter { $0 >= last }
                let best = try #require(later.min { error($0) < error($1) })
                if error(best) >= 0.02 { faults.append("\(seen) is on no curve after \(last - first) ns") }
                last = best
                for (tab, emphasis) in zip(BarPixels.tabs, seen) {
                    let icon = try #require(bar.ink(tab, rows: 20..<51.5))
                    let rested = try #require(BarPixels(shots[0], scale: 1).ink(tab, rows: 20..<51.5))
                    let rise = 6 * (emphasis - (BarPixels(shots[0], scale: 1).indicator(tab)))
                    if abs(rested.top - icon.top - rise) > 1.1 { faults.append("\(tab)'s icon's place at \(emphasis)") }
                    if abs(icon.opacity - (0.3 + 0.7 * emphasis)) >= 0.06 {
                        faults.append("\(tab)'s icon's opacity at \(emphasis)")
                    }
                }
            }
            return faults
        }

        /// Selects tabs, and takes pictures from before the first selection until the last has come to rest.
        private func film(
            _ shell: ShellSession, _ steps: [Step]
        ) throws -> (shots: [Screenshot], selections: [(tab: String, time: UInt64)]) {
            let client = try shell.connect()
            try client.request("subscribe", ["topics": ["selection"]])
            try client.expect(event: "ready")
            var burst = ScreenshotSeries(shell.sway)
            var selections: [(tab: String, time: UInt64)] = []
            for step in steps {
                try burst.shoot(milliseconds: step.after)
                try client.send(["id": 2, "verb": "select", "tab": step.tab])
                let event = try client.expect(event: "selection")
                let time = try #require((event["selection"] as? [String: Any])?["accepted_at"] as? UInt64)
                selections.append((step.tab, time))
            }
            try burst.shoot(milliseconds: 260)
            let shots = try burst.pictures()
            try shell.waitUntilShown(steps[steps.count - 1].tab)
            return (shots, selections)
        }

        /// The difference between the leading margin, which a page keeps in its own colour even while it slides in, and
        /// that colour.
        private func strangeness(_ shot: Screenshot) -> Int {
            stride(from: 2, to: shot.height - 160, by: 7).map { shot.pixel(2, $0).distance(to: BarPixels.page) }.max()
                ?? 0
        }

        private func strongestDifference(_ first: Screenshot, _ second: Screenshot) -> (x: Int, y: Int) {
            let places = stride(from: 20, to: first.height - 160, by: 5).flatMap { y in
                stride(from: 20, to: first.width - 20, by: 5).map { (x: $0, y: y) }
            }
            func difference(_ place: (x: Int, y: Int)) -> Int {
                abs(Int(first.pixel(place.x, place.y).green) - Int(second.pixel(place.x, place.y).green))
            }
            return places.max { difference($0) < difference($1) } ?? (0, 0)
        }
    }
}
