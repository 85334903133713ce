// SPDX-License-Identifier: MIT
import Motion
import ShellModel

/// The transitions of all pages as a function of time, as one of them sees them: pages fade in and out, in some looks
/// from and to the trailing edge, or they appear and disappear at once. Times are CLOCK_MONOTONIC in ns.
///
/// Each page is a program of its own. It follows the selections by itself, and all come to the same result.
///
/// Each page has a share of the picture, and the shares of all add up to 1, unless a window has the rest. Where the
/// stacking of the pages is known, the lowest one is opaque, and each one above it is as opaque as is needed for its
/// share; so nothing behind the pages shines through. Where it is not known, the background of one page is opaque before
/// that of the other begins to fade, while the content fades all the time.
package struct PageTransition: Equatable, Sendable {
    /// The sum of the shares is this close to 1 if all of the picture is pages'.
    private static let tolerance = 1e-6

    private let tab: TabID
    /// The share of each page that has been in front.
    private var shares: [TabID: AnimatedValue] = [:]
    /// The visible pages in the order in which their surfaces have entered the layer.
    private var order: [TabID] = []
    /// The stacking, nil if it is unknown; it is the same from the beginning of a transition to its end.
    private var stacking: PageStacking?
    /// The offset of the page from its final position, in its widths.
    private var offset = AnimatedValue(0)
    private var selected: TabID?

    /// The transitions before the first selection, for the page of a tab.
    package init(of tab: TabID) {
        self.tab = tab
    }

    /// True if the page is in front, or on its way there.
    package var isSelected: Bool { selected == tab }

    /// True if the page's opacity depends on where the compositor puts its surface.
    package var dependsOnStacking: Bool { stacking != nil }

    /// Applies a change of the selection.
    ///
    /// - Parameters:
    ///   - selection: the change; its clock is the bar's too.
    ///   - tabs: all tabs.
    ///   - stacking: the stacking of the pages; nil if it is unknown.
    /// - Returns: true if the page comes to the front and was hidden before: its surface has to enter the layer.
    package mutating func update(
        _ selection: Selection, tabs: [Tab], stacking: PageStacking?, reducesMotion: Bool
    ) -> Bool {
        guard selection.tab != selected else { return false }
        let start = selection.acceptedAt
        func entrance(of tab: TabID) -> PageEntrance { tabs.first { $0.id == tab }?.entrance ?? .crossFade }
        func isPage(_ tab: TabID) -> Bool { tabs.first { $0.id == tab }?.window == nil }
        // A program that has just started has missed the page before.
        if selected == nil, let previous = selection.previous, isPage(previous) { begin(with: previous) }
        if shares.values.allSatisfy({ !$0.isMoving(at: start) }) { self.stacking = stacking }
        let wasSelected = isSelected
        selected = selection.tab

        let enters = isHidden(selection.tab, at: start)
        order = order.filter { !isHidden($0, at: start) }
        if enters, isPage(selection.tab) { order.append(selection.tab) }
        // Nothing is left of the others once a page has appeared at once.
        let isImmediate = reducesMotion || entrance(of: selection.tab) == .immediate
        if isPage(selection.tab), shares[selection.tab] == nil { shares[selection.tab] = AnimatedValue(0) }
        for id in Array(shares.keys) {
            shares[id]?.animate(
                to: id == selection.tab ? 1 : 0, from: start, along: selection.pageTransition,
                reducesMotion: isImmediate || entrance(of: id) == .immediate)
        }
        guard isSelected != wasSelected else { return false }
        let movesFromTrailing = entrance(of: tab) == .crossFadeFromTrailing
        if isSelected, enters { offset.jump(to: movesFromTrailing ? 1 : 0) }
        offset.animate(
            to: !isSelected && movesFromTrailing ? 1 : 0, from: start, along: selection.pageTransition,
            reducesMotion: isImmediate || entrance(of: tab) == .immediate)
        return isSelected && enters
    }

    /// The share of the picture that the page has, 0…1.
    package func share(at time: UInt64) -> Double { share(of: tab, at: time) }

    /// The opacities with which the page is drawn.
    package func opacity(at time: UInt64) -> PageOpacity {
        let share = share(at: time)
        guard let stacking else {
            return PageOpacity(content: share, background: min(2 * share, 1), surface: 1)
        }
        let rest = 1 - order.reduce(0) { $0 + self.share(of: $1, at: time) }
        let index = order.firstIndex(of: tab) ?? order.endIndex
        let lower = stacking == .newestAbove ? order[..<index] : order[min(index + 1, order.endIndex)...]
        let behind = lower.reduce(rest > Self.tolerance ? rest : 0) { $0 + self.share(of: $1, at: time) }
        // A page that is covered completely stays as it is until it is hidden.
        let surface = share + behind > 0 ? share / (share + behind) : 1
        return PageOpacity(content: 1, background: 1, surface: surface)
    }

    /// The opacities with which the page is drawn, and its distance from its final position in widths of the page.
    package func picture(at time: UInt64) -> (opacity: PageOpacity, distance: Double) {
        (opacity(at: time), distance(at: time))
    }

    /// The distance from its final position towards the trailing edge, in widths of the page.
    package func distance(at time: UInt64) -> Double { offset.value(at: time) }

    /// True if the page is still animated after a time.
    package func isMoving(at time: UInt64) -> Bool {
        shares[tab]?.isMoving(at: time) == true || offset.isMoving(at: time)
    }

    /// The time from which on it is at rest; nil if it is already.
    package var end: UInt64? { [shares[tab]?.end, offset.end].compactMap(\.self).max() }

    /// Finishes the animations at once.
    package mutating func finishAnimations() {
        for id in Array(shares.keys) { shares[id]?.finish() }
        offset.finish()
    }

    private mutating func begin(with page: TabID) {
        shares[page] = AnimatedValue(1)
        order = [page]
    }

    private func share(of tab: TabID, at time: UInt64) -> Double {
        min(max(shares[tab]?.value(at: time) ?? 0, 0), 1)
    }

    /// True if a page has left at a time, or has never been in front.
    private func isHidden(_ tab: TabID, at time: UInt64) -> Bool {
        guard let share = shares[tab] else { return true }
        return !share.isMoving(at: time) && share.target == 0
    }
}

extension AnimatedValue {
    fileprivate mutating func finish() { jump(to: target) }
}
