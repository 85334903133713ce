// SPDX-License-Identifier: MIT

import PageKit
import ShellModel
import Testing

private let millisecond: UInt64 = 1_000_000

@Suite struct PageTransitionTests {
    private func selection(_ tab: TabID, at time: UInt64) -> Selection {
        Selection(
            tab: tab, previous: nil, acceptedAt: time,
            transition: .immediate, pageTransition: Transition(duration: 200 * millisecond, curve: .easeInOut))
    }

    @Test func crossFadeStaysInPlace() {
        var presence = PageTransition()
        presence.update(isSelected: true, entrance: .crossFade, selection: selection("a", at: 0), reducesMotion: false)
        #expect(presence.opacity(at: 0) == 0)
        #expect(abs(presence.opacity(at: 100 * millisecond) - 0.5) < 1e-6)
        #expect(presence.distance(at: 100 * millisecond) == 0)
        #expect(presence.opacity(at: 200 * millisecond) == 1)
        #expect(!presence.isMoving(at: 200 * millisecond))
        presence.update(
            isSelected: false, entrance: .crossFade, selection: selection("b", at: 300 * millisecond),
            reducesMotion: false)
        #expect(presence.opacity(at: 300 * millisecond) == 1)
        #expect(presence.opacity(at: 500 * millisecond) == 0)
    }

    @Test func slidesInFromTheTrailingEdge() {
        var presence = PageTransition()
        presence.update(
            isSelected: true, entrance: .crossFadeFromTrailing, selection: selection("a", at: 0), reducesMotion: false)
        #expect(presence.distance(at: 0) == 1)
        #expect(abs(presence.distance(at: 100 * millisecond) - 0.5) < 1e-6)
        presence.update(
            isSelected: false, entrance: .crossFadeFromTrailing, selection: selection("b", at: 100 * millisecond),
            reducesMotion: false)
        #expect(abs(presence.distance(at: 100 * millisecond) - 0.5) < 1e-6)
        let (opacity, distance) = (presence.opacity(at: 150 * millisecond), presence.distance(at: 150 * millisecond))
        presence.update(
            isSelected: true, entrance: .crossFadeFromTrailing, selection: selection("a", at: 150 * millisecond),
            reducesMotion: false)
        #expect(abs(presence.opacity(at: 150 * millisecond) - opacity) < 1e-9)
        #expect(abs(presence.distance(at: 150 * millisecond) - distance) < 1e-9)
        #expect(presence.opacity(at: 350 * millisecond) == 1)
        #expect(presence.distance(at: 350 * millisecond) == 0)
    }

    @Test func reducedMotionIsImmediate() {
        var presence = PageTransition()
        presence.update(
            isSelected: true, entrance: .crossFadeFromTrailing, selection: selection("a", at: 0), reducesMotion: true)
        #expect(presence.opacity(at: 0) == 1 && presence.distance(at: 0) == 0)
        presence.update(
            isSelected: false, entrance: .crossFade, selection: selection("b", at: 10), reducesMotion: false)
        presence.finishAnimations()
        #expect(presence.opacity(at: 10) == 0)
        #expect(!presence.isMoving(at: 10))
    }
}
