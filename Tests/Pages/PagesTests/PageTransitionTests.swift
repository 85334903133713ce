// SPDX-License-Identifier: MIT

import PageKit
import ShellModel
import Testing

@Suite struct PageTransitionTests {
    private static let transition = Transition(duration: 200_000_000, curve: .easeInOut)

    /// Returns the two pages of a change that begins at 1 s and is reversed at times in seconds.
    private func pages(turnedAt times: [Double]) -> (home: PageTransition, flash: PageTransition) {
        var (home, flash) = (PageTransition(), PageTransition())
        for (index, time) in ([0] + times).enumerated() {
            let isHome = index % 2 == 0
            let selection = Selection(
                tab: isHome ? "home" : "flash", previous: nil, acceptedAt: UInt64(time * 1e9),
                transition: .immediate, pageTransition: index == 0 ? .immediate : Self.transition)
            home.update(isSelected: isHome, entrance: .crossFade, selection: selection, reducesMotion: false)
            flash.update(
                isSelected: !isHome, entrance: .crossFadeFromTrailing, selection: selection, reducesMotion: false)
        }
        return (home, flash)
    }

    @Test(arguments: [[1.0], [1, 1.05], [1, 1.1, 1.13], [1, 1.15, 1.2, 1.21]])
    func oneOfTwoPagesIsAlwaysOpaque(times: [Double]) {
        let (home, flash) = pages(turnedAt: times)
        for step in 0...500 {
            let time = 900_000_000 + UInt64(step) * 1_000_000
            let highest = max(home.coverage(at: time), flash.coverage(at: time))
            #expect(highest > 1 - 1e-9, "\(Double(time) / 1e9) s")
        }
    }

    @Test func fadeFollowsTheBarsCurve() {
        let (home, flash) = pages(turnedAt: [1])
        // easeInOut at a quarter and three quarters of 0.2 s.
        #expect(abs(flash.opacity(at: 1_050_000_000) - 0.129162) < 1e-5)
        #expect(abs(flash.coverage(at: 1_050_000_000) - 2 * 0.129162) < 1e-5)
        #expect(abs(home.opacity(at: 1_050_000_000) - 0.870838) < 1e-5)
        #expect(home.coverage(at: 1_050_000_000) == 1)
        #expect(flash.coverage(at: 1_150_000_000) == 1)
        #expect(abs(home.opacity(at: 1_150_000_000) - 0.129162) < 1e-5)
        #expect(abs(flash.distance(at: 1_050_000_000) - 0.870838) < 1e-5)
        #expect(home.opacity(at: 1_200_000_000) == 0)
        #expect(!home.isMoving(at: 1_200_000_000) && !flash.isMoving(at: 1_200_000_000))
    }

    @Test func immediateEntranceAlsoLeavesImmediately() {
        var page = PageTransition()
        for (isSelected, time) in [(true, UInt64(1_000_000_000)), (false, 2_000_000_000)] {
            let selection = Selection(
                tab: "home", previous: nil, acceptedAt: time, transition: Self.transition,
                pageTransition: Self.transition)
            page.update(isSelected: isSelected, entrance: .immediate, selection: selection, reducesMotion: false)
            #expect(page.opacity(at: time) == (isSelected ? 1 : 0))
            #expect(page.coverage(at: time) == (isSelected ? 1 : 0))
            #expect(!page.isMoving(at: time))
        }
    }

    @Test func springDoesNotExceedFullOpacity() {
        var page = PageTransition()
        let spring = Transition(duration: 300_000_000, bounce: 0.4)
        page.update(
            isSelected: true, entrance: .crossFade,
            selection: Selection(
                tab: "home", previous: nil, acceptedAt: 0, transition: spring, pageTransition: spring),
            reducesMotion: false)
        for time in stride(from: UInt64(0), to: 1_000_000_000, by: 5_000_000) {
            #expect((0...1).contains(page.opacity(at: time)))
        }
        #expect(page.isMoving(at: 310_000_000))
    }
}
