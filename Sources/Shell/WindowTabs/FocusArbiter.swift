// SPDX-License-Identifier: MIT
import ShellModel

/// The distinction of the user's changes of focus from those that follow from the shell's own acts.
///
/// Selecting a tab moves the focus by itself: a page takes the keyboard or gives it back, a window is activated, and the
/// compositor may pass the focus over other windows on the way. Were each of these changes a selection, the selection
/// would flip forever. So a change of focus is the user's only if it came while nothing of ours was outstanding, and if it
/// lasted. Whatever the cause, only a few selections in a row are made; after them the focus must come to rest.
///
/// A value type without a clock: times are CLOCK_MONOTONIC in ns.
struct FocusArbiter: Equatable {
    /// The content of the selected tab.
    enum Front: Equatable {
        /// A page with the keyboard exclusively: a window that the user activates loses the focus again at once.
        case page
        /// A window, which keeps the focus until another one gets it.
        case window
        /// A window that is not open.
        case missingWindow
    }

    enum Verdict: Equatable {
        case none
        /// Select a tab: the user has given the focus to its window.
        case select(TabID)
        /// Let a window in front that belongs to no tab: the user has given it the focus.
        case cover
        /// Activate the selected tab's window again: it did not come to the front.
        case activate
    }

    /// The time for which a change of focus must last, ns.
    static let persistence: UInt64 = 50_000_000
    /// The time within which a selected window comes to the front, ns.
    static let arrivalTimeout: UInt64 = 300_000_000
    /// The time within which a selected page has taken the keyboard, and the pages before it have given it back, ns.
    static let pageTimeout: UInt64 = 1_000_000_000
    /// The number of selections in a row.
    static let maximumSelections = 3
    /// The time without any change of focus after which a row of selections is over, ns.
    static let quiet: UInt64 = 1_000_000_000

    private var front = Front.page
    /// The number of requests that the compositor has not handled yet.
    private var pendingRequests = 0
    /// The end of the wait for the selected tab to come to the front; nil if it has come, or never will.
    private var arrivalDeadline: UInt64?
    private var hasRepeated = false
    /// True if the selected tab's window was seen in front.
    private var hasArrived = false
    /// True if the arrival of the selected page can be seen: it takes the focus from a window that had it. Otherwise
    /// the page before may still have the keyboard, and give it back at any moment. No event reports that, because the
    /// panel does not see the keyboard of other programs; ``pageTimeout`` stands for it.
    private var takesFocus = false
    /// The owner of the window that the user may have given the focus to; nil if there is none.
    private var candidate: WindowOwner?
    private var lastChange: UInt64 = 0
    /// The selections in the present row.
    private var selections = 0

    /// True while changes of focus may follow from an act of ours.
    var isActing: Bool { pendingRequests > 0 || arrivalDeadline != nil }

    /// Records a change of the selection, whatever its cause.
    mutating func selected(_ front: Front, at now: UInt64) {
        takesFocus = hasArrived
        hasArrived = false
        self.front = front
        candidate = nil
        hasRepeated = false
        arrivalDeadline = now + (front == .page ? Self.pageTimeout : Self.arrivalTimeout)
    }

    /// Records a request that moves the focus, or another reason for which the compositor moves it.
    mutating func requested() {
        candidate = nil
        pendingRequests += 1
    }

    /// Records that the compositor has handled a request, and that its events have arrived.
    ///
    /// - Parameter isInFront: true if the selected tab's window or page has the focus.
    mutating func answered(isInFront: Bool) {
        pendingRequests = max(pendingRequests - 1, 0)
        update(isInFront: isInFront)
    }

    /// Records whether the selected tab's window or page has the focus.
    mutating func update(isInFront: Bool) {
        guard isInFront, pendingRequests == 0, front != .page || takesFocus else { return }
        arrivalDeadline = nil
        guard front != .page else { return }
        hasArrived = true
        // The focus came back.
        candidate = nil
    }

    /// Records that a window that is not in front got the focus.
    ///
    /// - Parameter isHeld: false if it has lost it again.
    mutating func focused(_ owner: WindowOwner, isHeld: Bool, at now: UInt64) {
        endRow(at: now)
        lastChange = now
        guard !isActing else {
            // No page has the keyboard; so the arrival of the selected one can be seen.
            if isHeld, front == .page { takesFocus = true }
            return
        }
        switch front {
        case .page:
            // A window that keeps the focus over a page does so because the page is not there: it has just been left, or its
            // program or its output is gone. One that gets it for a moment has opened, or a lock
            // has gone.
            candidate = !isHeld && owner == .noTab ? owner : nil
        case .window, .missingWindow: candidate = isHeld ? owner : nil
        }
    }

    /// Records that a window that is not in front lost the focus.
    mutating func unfocused(_ owner: WindowOwner, at now: UInt64) {
        endRow(at: now)
        lastChange = now
        if candidate == owner, front != .page { candidate = nil }
    }

    /// The time of the next ``check(at:)``; nil for none.
    var deadline: UInt64? {
        guard pendingRequests == 0 else { return nil }
        if let arrivalDeadline { return arrivalDeadline }
        guard candidate != nil else { return nil }
        return lastChange + (selections < Self.maximumSelections ? Self.persistence : Self.quiet)
    }

    /// Decides once the deadline has passed.
    mutating func check(at now: UInt64) -> Verdict {
        guard let deadline, now >= deadline else { return .none }
        if arrivalDeadline != nil {
            arrivalDeadline = nil
            guard front == .window, !hasRepeated else { return .none }
            hasRepeated = true
            arrivalDeadline = now + Self.arrivalTimeout
            return .activate
        }
        guard let owner = candidate else { return .none }
        candidate = nil
        endRow(at: now)
        selections += 1
        switch owner {
        case .tab(let tab): return .select(tab)
        case .noTab: return .cover
        }
    }

    private mutating func endRow(at now: UInt64) {
        if now >= lastChange + Self.quiet { selections = 0 }
    }
}
