// SPDX-License-Identifier: MIT

import ShellModel
import TestSupport
import Testing

@testable import WindowTabs

@Suite struct FocusArbiterTests {
    private let ms: UInt64 = 1_000_000
    private let start: UInt64 = 10_000_000_000

    /// An arbiter whose selected tab is in front, and has been for long.
    private func settled(_ front: FocusArbiter.Front) -> FocusArbiter {
        var arbiter = FocusArbiter()
        arbiter.selected(.window, at: start - 6_000 * ms)
        arbiter.update(isInFront: true)
        arbiter.selected(front, at: start - 5_000 * ms)
        arbiter.update(isInFront: true)
        return arbiter
    }

    @Test func changeOfFocusMustLast() {
        var arbiter = settled(.window)
        arbiter.focused("a", isHeld: true, at: start)
        #expect(arbiter.deadline == start + FocusArbiter.persistence)
        #expect(arbiter.check(at: start) == .none)
        #expect(arbiter.check(at: start + FocusArbiter.persistence) == .select("a"))
        #expect(arbiter.deadline == nil)
        // One that is over before selects nothing: the focus came back, or went to a window that belongs to no tab.
        for isBack in [true, false] {
            var brief = settled(.window)
            brief.focused("a", isHeld: true, at: start)
            if isBack { brief.update(isInFront: true) } else { brief.unfocused("a", at: start + ms) }
            #expect(brief.deadline == nil)
            #expect(brief.check(at: .max) == .none)
        }
    }

    @Test func windowThatStaysOverAPageSelectsNothing() {
        var arbiter = settled(.page)
        arbiter.focused("a", isHeld: true, at: start)
        #expect(arbiter.deadline == nil)
        // Nor does one that has the focus for a moment: it has opened, or a lock has gone.
        arbiter.focused("b", isHeld: false, at: start)
        arbiter.update(isInFront: true)
        #expect(arbiter.deadline == nil)
        // A window of no tab that opens is let in front.
        arbiter.focused(.noTab, isHeld: false, at: start)
        arbiter.update(isInFront: true)
        #expect(arbiter.check(at: start + FocusArbiter.persistence) == .cover)
    }

    @Test func nothingIsSelectedUntilThePageHasTheKeyboard() {
        var arbiter = settled(.window)
        // The page takes the focus from the window in front.
        arbiter.selected(.page, at: start)
        arbiter.focused("a", isHeld: false, at: start + ms)
        arbiter.update(isInFront: true)
        #expect(arbiter.deadline == nil && !arbiter.isActing)
        // No window has the focus: an earlier page may give back the keyboard before this one takes it.
        arbiter.selected(.page, at: start + 10 * ms)
        arbiter.update(isInFront: true)
        arbiter.focused("a", isHeld: false, at: start + 20 * ms)
        #expect(arbiter.check(at: start + 200 * ms) == .none)
        #expect(arbiter.check(at: start + 10 * ms + FocusArbiter.pageTimeout) == .none)
        #expect(!arbiter.isActing)
    }

    @Test func windowWithTheFocusShowsWhenThePageTakesIt() {
        // The window that was in front is seen with the focus only after the page is selected.
        var arbiter = FocusArbiter()
        arbiter.selected(.window, at: start)
        arbiter.selected(.page, at: start + ms)
        arbiter.focused("a", isHeld: true, at: start + 2 * ms)
        #expect(arbiter.isActing)
        arbiter.update(isInFront: true)
        #expect(!arbiter.isActing)
        arbiter.focused(.noTab, isHeld: false, at: start + 3 * ms)
        #expect(arbiter.check(at: start + 3 * ms + FocusArbiter.persistence) == .cover)
    }

    @Test func nothingIsSelectedWhileARequestIsPending() {
        var arbiter = settled(.window)
        arbiter.focused("a", isHeld: true, at: start)
        arbiter.requested()
        arbiter.requested()
        arbiter.answered(isInFront: true)
        arbiter.focused("b", isHeld: true, at: start + ms)
        #expect(arbiter.deadline == nil && arbiter.isActing)
        arbiter.answered(isInFront: true)
        #expect(arbiter.deadline == nil && !arbiter.isActing)
        arbiter.focused("b", isHeld: true, at: start + 2 * ms)
        #expect(arbiter.check(at: start + 100 * ms) == .select("b"))
    }

    @Test func nothingIsSelectedUntilTheSelectedTabArrives() {
        var arbiter = settled(.page)
        arbiter.selected(.window, at: start)
        arbiter.focused("a", isHeld: true, at: start + 100 * ms)
        #expect(arbiter.check(at: start + 200 * ms) == .none)
        #expect(arbiter.check(at: start + FocusArbiter.arrivalTimeout) == .activate)
        arbiter.focused("a", isHeld: true, at: start + 400 * ms)
        #expect(arbiter.check(at: start + 2 * FocusArbiter.arrivalTimeout) == .none)
        #expect(arbiter.deadline == nil)
        // What the user does now counts again.
        arbiter.focused("b", isHeld: true, at: start + 1_000 * ms)
        #expect(arbiter.check(at: start + 1_100 * ms) == .select("b"))
    }

    @Test func selectionOfOthersEndsTheWait() {
        var arbiter = settled(.window)
        arbiter.focused("a", isHeld: true, at: start)
        arbiter.selected(.window, at: start + ms)
        arbiter.update(isInFront: true)
        #expect(arbiter.deadline == nil)
    }

    @Test func rowOfSelectionsIsLimitedUntilQuiet() {
        var arbiter = settled(.window)
        var now = start
        var selections = 0
        // Two programs that take the focus from each other for a minute.
        for round in 0..<600 {
            now += 100 * ms
            arbiter.focused(round.isMultiple(of: 2) ? "a" : "b", isHeld: true, at: now)
            if case .select = arbiter.check(at: now + 90 * ms) {
                selections += 1
                arbiter.selected(.window, at: now + 90 * ms)
                arbiter.update(isInFront: true)
            }
        }
        #expect(selections == FocusArbiter.maximumSelections)
        // The last one is selected once the focus rests.
        #expect(arbiter.deadline == now + FocusArbiter.quiet)
        #expect(arbiter.check(at: now + FocusArbiter.quiet) == .select("b"))
        arbiter.selected(.window, at: now + FocusArbiter.quiet)
        arbiter.update(isInFront: true)
        arbiter.focused("a", isHeld: true, at: now + 3 * FocusArbiter.quiet)
        #expect(arbiter.deadline == now + 3 * FocusArbiter.quiet + FocusArbiter.persistence)
    }

    /// Whatever the compositor does, selections without a pause are few.
    @Test(arguments: UInt64(1)...40)
    func noSequenceOfEventsMakesAStorm(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var arbiter = FocusArbiter()
        var now = start
        var lastChange = start
        var row = 0
        let tabs: [TabID] = ["a", "b", "c"]
        for _ in 0..<4_000 {
            now += UInt64.random(in: 0...80, using: &generator) * ms
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...3:
                if now >= lastChange + FocusArbiter.quiet { row = 0 }
                lastChange = now
                arbiter.focused(
                    .tab(tabs.randomElement(using: &generator) ?? "a"), isHeld: .random(using: &generator), at: now)
            case 4:
                if now >= lastChange + FocusArbiter.quiet { row = 0 }
                lastChange = now
                arbiter.unfocused(.tab(tabs.randomElement(using: &generator) ?? "a"), at: now)
            case 5: arbiter.requested()
            case 6: arbiter.answered(isInFront: .random(using: &generator))
            default: arbiter.update(isInFront: .random(using: &generator))
            }
            if let deadline = arbiter.deadline, deadline > now, Int.random(in: 0..<3, using: &generator) == 0 {
                now = deadline
            }
            guard case .select = arbiter.check(at: now) else { continue }
            #expect(!arbiter.isActing)
            if now >= lastChange + FocusArbiter.quiet { row = 0 }
            row += 1
            #expect(row <= FocusArbiter.maximumSelections)
            let front: FocusArbiter.Front? = [.page, .window, .missingWindow].randomElement(using: &generator)
            arbiter.selected(front ?? .page, at: now)
        }
    }
}

extension WindowOwner: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {
        self = .tab(TabID(stringLiteral: value))
    }
}
