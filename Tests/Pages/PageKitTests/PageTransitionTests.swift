import Motion
import PageKit
import ShellModel
import Testing

/// The transitions of three pages and a window, each as the page itself sees it.
@Suite struct PageTransitionTests {
    private static let duration = 200 * millisecond
    private static let tabs =
        [tab("home", .crossFade), tab("flash", .crossFadeFromTrailing), tab("growth", .crossFadeFromTrailing)]
        + [tab("plain", .immediate), tab("window", .crossFade, window: WindowBinding(appIDs: ["x"]))]
    private static let pages = tabs.dropLast().map(\.id)
    private static let curve = CubicBezier.easeInOut

    private static func tab(_ id: TabID, _ entrance: PageEntrance, window: WindowBinding? = nil) -> Tab {
        var tab = Tab.plain
        (tab.id, tab.entrance, tab.window) = (id, entrance, window)
        return tab
    }

    /// Pages with the same selections, the first of them at rest.
    private struct Pages {
        var transitions: [TabID: PageTransition] = [:]
        /// The pages in the order in which their surfaces have entered their layer.
        var entered: [TabID] = []
        let stacking: PageStacking?

        init(_ stacking: PageStacking?, _ selections: [(tab: TabID, time: UInt64)]) {
            self.stacking = stacking
            for page in PageTransitionTests.pages { transitions[page] = PageTransition(of: page) }
            for (index, (tab, time)) in selections.enumerated() { select(tab, at: time, isFirst: index == 0) }
        }

        mutating func select(
            _ tab: TabID, at time: UInt64, isFirst: Bool = false, stacking: PageStacking?? = .none,
            transition: Transition = Transition(duration: PageTransitionTests.duration, curve: .easeInOut)
        ) {
            let selection = Selection(
                tab: tab, previous: nil, acceptedAt: time, transition: .immediate,
                pageTransition: isFirst ? .immediate : transition)
            update(selection, nil, stacking ?? self.stacking)
        }

        private mutating func update(_ selection: Selection, _ drag: SelectionDrag?, _ stacking: PageStacking?) {
            for page in PageTransitionTests.pages {
                let enters = transitions[page]?.update(
                    selection, drag: drag, tabs: PageTransitionTests.tabs, stacking: stacking, reducesMotion: false)
                guard enters == true else { continue }
                entered.removeAll { $0 == page }
                entered.append(page)
            }
        }

        mutating func drag(
            from: TabID, to: TabID, _ progress: Double, at time: UInt64, selected: TabID = "home",
            release: SelectionDrag.Release? = nil
        ) {
            let drag = SelectionDrag(from: from, to: to, progress: progress, acceptedAt: time, release: release)
            let transition = release?.transition ?? .immediate
            let selection = Selection(
                tab: release?.tab ?? selected, previous: nil, acceptedAt: release == nil ? 0 : time,
                transition: transition, pageTransition: transition)
            update(selection, drag, stacking)
        }

        /// The share of each page in the picture that a compositor makes of the surfaces.
        func seen(at time: UInt64) -> [TabID: Double] {
            var seen: [TabID: Double] = [:]
            for page in stacking == .newestAbove ? entered : entered.reversed() {
                let opacity = transitions[page]?.opacity(at: time)
                #expect(opacity?.content == 1 && opacity?.background == 1)
                let alpha = opacity?.surface ?? 0
                for other in seen.keys { seen[other]? *= 1 - alpha }
                seen[page] = alpha
            }
            return seen
        }
    }

    private static let ways: [[(TabID, UInt64)]] = [
        [("flash", 1000)], [("flash", 1000), ("home", 1050)], [("flash", 1000), ("home", 1100), ("flash", 1130)],
        [("growth", 1000), ("flash", 1060)], [("growth", 1000), ("flash", 1060), ("home", 1090)],
        [("growth", 1000), ("flash", 1150), ("growth", 1200), ("home", 1210), ("flash", 1290)],
    ]

    /// SwiftUI's r ← r + a · (T − r), for the picture as a whole.
    @Test(arguments: PageStacking.allCases, ways)
    func pictureIsTheOldAndTheNewPageInTheirShares(stacking: PageStacking, way: [(TabID, UInt64)]) {
        let pages = Pages(stacking, [("home", 0)] + way.map { ($0, $1 * millisecond) })
        for step in 0...600 {
            let time = 950 * millisecond + UInt64(step) * millisecond
            var expected: [TabID: Double] = ["home": 1]
            for (tab, start) in way where start * millisecond <= time {
                let fraction = Double(time - start * millisecond) / Double(Self.duration)
                let progress = Self.curve.state(at: fraction).progress
                for other in expected.keys { expected[other]? *= 1 - progress }
                expected[tab, default: 0] += progress
            }
            // Nothing is known of a page before it is left.
            guard time >= way[way.count - 1].1 * millisecond else { continue }
            expect(pages, expected, at: time)
        }
    }

    private func expect(
        _ pages: Pages, _ shares: [TabID: Double], at time: UInt64, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let seen = pages.seen(at: time)
        for page in Self.pages {
            let difference = abs(seen[page, default: 0] - shares[page, default: 0])
            let place = Comment("\(page) at \(Double(time) / 1e6) ms: \(seen), not \(shares)")
            #expect(difference < 1e-9, place, sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [[("flash", 1000)], [("flash", 1000), ("home", 1050)], [("flash", 1000), ("home", 1100)]])
    func whereTheStackingIsUnknownOneBackgroundIsAlwaysOpaque(way: [(TabID, UInt64)]) {
        let pages = Pages(nil, [("home", 0)] + way.map { ($0, $1 * millisecond) })
        for time in stride(from: way[way.count - 1].1, through: 1400, by: 1) {
            let opacities = ["home", "flash"].compactMap { pages.transitions[$0]?.opacity(at: time * millisecond) }
            #expect(opacities.map(\.background).max() ?? 0 > 1 - 1e-9, "\(time) ms")
            #expect(opacities.allSatisfy { $0.surface == 1 })
            #expect(abs(opacities.reduce(0) { $0 + $1.content } - 1) < 1e-9)
        }
    }

    @Test(arguments: PageStacking.allCases) func pagesFollowAFinger(stacking: PageStacking) {
        var pages = Pages(stacking, [("home", 0)])
        // Over one page to the next, and half of the way back.
        for (from, to, progress) in [
            ("home", "flash", 0.1), ("home", "flash", 0.8), ("flash", "growth", 0.3), ("home", "flash", 0.6),
            ("home", "flash", -0.2),
        ] as [(TabID, TabID, Double)] {
            pages.drag(from: from, to: to, progress, at: 1000 * millisecond)
            let share = max(progress, 0)
            expect(pages, [from: 1 - share, to: share], at: 1000 * millisecond)
            // Nothing moves without the finger.
            expect(pages, [from: 1 - share, to: share], at: 5000 * millisecond)
            #expect(pages.transitions[to]?.isAnimating(at: 1000 * millisecond) == false)
            #expect(pages.transitions[to]?.isMoving(at: 5000 * millisecond) == true)
        }
        #expect(pages.transitions["flash"]?.distance(at: 5000 * millisecond) == 1)
        pages.drag(from: "home", to: "flash", 0.75, at: 6000 * millisecond)
        #expect(pages.transitions["flash"]?.distance(at: 6000 * millisecond) == 0.25)
    }

    /// The value and the velocity are continuous at the release, and the pages end at rest.
    @Test(arguments: PageStacking.allCases, ["home", "flash"] as [TabID])
    func releasedPagesGoOnWithTheVelocityOfTheFinger(stacking: PageStacking, target: TabID) {
        var pages = Pages(stacking, [("home", 0)])
        let start = 1000 * millisecond
        pages.drag(from: "home", to: "flash", 0.5, at: start - 16 * millisecond)
        let velocity = target == "flash" ? 2.0 : -2
        pages.drag(
            from: "home", to: "flash", 0.5, at: start,
            release: .init(tab: target, velocity: velocity, transition: Transition(duration: Self.duration, bounce: 0)))
        let step = 100_000.0
        let (now, soon) = (pages.seen(at: start), pages.seen(at: start + UInt64(step)))
        #expect(abs(now["flash", default: 0] - 0.5) < 1e-9)
        let measured = (soon["flash", default: 0] - now["flash", default: 0]) / (step / 1e9)
        #expect(abs(measured - velocity) < 0.1, "\(measured) per second")
        for time in stride(from: start, to: start + 1000 * millisecond, by: 5_000_000) {
            #expect(abs(pages.seen(at: time).values.reduce(0, +) - 1) < 1e-9)
        }
        let end = pages.seen(at: start + 1000 * millisecond)
        #expect(
            end[target] == 1
                && Self.pages.allSatisfy { !(pages.transitions[$0]?.isMoving(at: start + 1000 * millisecond) ?? true) })
        #expect(pages.transitions["flash"]?.distance(at: start + 1000 * millisecond) == (target == "flash" ? 0 : 1))
    }

    /// A window cannot be moved: the page before it stays until the finger has gone.
    @Test func pageStaysWhileItIsDraggedToAWindow() {
        var pages = Pages(.newestAbove, [("home", 0)])
        pages.drag(from: "home", to: "window", 0.7, at: 1000 * millisecond)
        #expect(pages.seen(at: 1000 * millisecond)["home"] == 1)
        pages.drag(from: "home", to: "plain", 0.7, at: 1010 * millisecond)
        #expect(pages.seen(at: 1010 * millisecond)["home"] == 1)
        pages.drag(
            from: "home", to: "window", 0.7, at: 1020 * millisecond,
            release: .init(tab: "window", velocity: 1, transition: Transition(duration: Self.duration, bounce: 0)))
        #expect(pages.seen(at: 1020 * millisecond)["home"] == 1)
        #expect(pages.seen(at: 3000 * millisecond)["home", default: 0] == 0)
    }

    @Test func stackingThatIsFoundDuringATransitionAppliesToTheNext() {
        var pages = Pages(nil, [("home", 0), ("flash", 1000 * millisecond)])
        pages.select("growth", at: 1100 * millisecond, stacking: .newestAbove)
        #expect(pages.transitions.values.allSatisfy { !$0.dependsOnStacking })
        pages.select("home", at: 2000 * millisecond, stacking: .newestAbove)
        #expect(pages.transitions.values.allSatisfy { $0.dependsOnStacking })
    }

    @Test func pageMovesInFromTheTrailingEdgeAndOutToIt() throws {
        var pages = Pages(.newestAbove, [("home", 0), ("flash", 1000 * millisecond)])
        func distance(_ tab: TabID, at time: UInt64) -> Double {
            pages.transitions[tab]?.distance(at: time * millisecond) ?? .nan
        }
        #expect(distance("flash", at: 1000) == 1)
        #expect(abs(distance("flash", at: 1050) - 0.870838) < 1e-5)
        #expect(distance("flash", at: 1200) == 0)
        #expect(distance("home", at: 1100) == 0)
        pages.select("home", at: 2000 * millisecond)
        #expect(distance("flash", at: 2000) == 0)
        #expect(abs(distance("flash", at: 2050) - 0.129162) < 1e-5)
        #expect(distance("home", at: 2050) == 0)
        // A page that comes back on its way out continues from there.
        let before = distance("flash", at: 2100)
        pages.select("flash", at: 2100 * millisecond)
        #expect(abs(before - 0.5) < 1e-6 && abs(distance("flash", at: 2100) - before) < 1e-9)
        #expect(distance("flash", at: 2300) == 0)
    }

    @Test func immediatePageLeavesNothingOfTheOther() {
        let pages = Pages(.newestBelow, [("home", 0), ("plain", 1000 * millisecond)])
        #expect(pages.seen(at: 1000 * millisecond) == ["home": 0, "plain": 1])
        #expect(pages.transitions.values.allSatisfy { !$0.isMoving(at: 1000 * millisecond) })
    }

    @Test(arguments: PageStacking.allCases)
    func pageFadesOverTheWindowThatReplacesIt(stacking: PageStacking) {
        var pages = Pages(stacking, [("home", 0), ("window", 1000 * millisecond)])
        #expect(abs(pages.seen(at: 1050 * millisecond)["home", default: 0] - 0.870838) < 1e-5)
        #expect(pages.seen(at: 1200 * millisecond)["home"] == 0)
        pages.select("home", at: 2000 * millisecond)
        #expect(abs(pages.seen(at: 2050 * millisecond)["home", default: 0] - 0.129162) < 1e-5)
    }

    @Test func programThatStartsLateKnowsThePageBefore() {
        let selection = Selection(
            tab: "flash", previous: "home", acceptedAt: 1000 * millisecond, transition: .immediate,
            pageTransition: Transition(duration: Self.duration, curve: .easeInOut))
        var flash = PageTransition(of: "flash")
        _ = flash.update(selection, tabs: Self.tabs, stacking: .newestBelow, reducesMotion: false)
        #expect(flash.opacity(at: 1100 * millisecond).surface == 1)
        var home = PageTransition(of: "home")
        let enters = home.update(selection, tabs: Self.tabs, stacking: .newestBelow, reducesMotion: false)
        #expect(!enters && !home.isSelected && !home.isMoving(at: 1200 * millisecond))
    }

    @Test func springStaysWithinFullOpacity() {
        var pages = Pages(.newestAbove, [("home", 0)])
        pages.select("flash", at: 0, transition: Transition(duration: 300 * millisecond, bounce: 0.4))
        for time in stride(from: UInt64(0), to: 1000 * millisecond, by: 5_000_000) {
            #expect(pages.seen(at: time).values.allSatisfy { (0...1).contains($0) })
        }
        #expect(pages.transitions["flash"]?.isMoving(at: 310 * millisecond) == true)
    }

    @Test func reducedMotionIsImmediate() {
        var page = PageTransition(of: "flash")
        let transition = Transition(duration: Self.duration, curve: .easeInOut)
        for (tab, time) in [("flash", 0), ("home", 10)] as [(TabID, UInt64)] {
            let selection = Selection(
                tab: tab, previous: nil, acceptedAt: time, transition: .immediate, pageTransition: transition)
            _ = page.update(selection, tabs: Self.tabs, stacking: nil, reducesMotion: true)
            #expect(page.share(at: time) == (tab == "flash" ? 1 : 0) && !page.isMoving(at: time))
        }
    }
}
