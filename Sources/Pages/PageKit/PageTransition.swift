import Geometry
import Motion
import ShellModel

/// The transitions of all pages as a function of time, as seen by one of them: pages fade in and out, in some looks
/// from and to the trailing edge, or they appear and disappear at once. Times are CLOCK_MONOTONIC in ns.
///
/// Each page is its own program. Each follows the selections independently, and all come to the same result.
///
/// Each page has a share of the picture, and all shares add up to 1, unless a window has the rest. Where the
/// stacking of the pages is known, the lowest one is opaque, and each one above it is as opaque as needed for its
/// share; so nothing behind the pages shines through. Where it is not known, the background of one page is opaque
/// before the other's begins to fade, while the content fades all the time.
package struct PageTransition: Equatable, Sendable {
    /// The tolerance of the shares' sum around 1 if the picture has only pages.
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
    /// The tab in front, or on its way there; nil before the first selection.
    package private(set) var selected: TabID?
    private var drag: SelectionDrag?
    private var isDragged = false

    /// The transitions before the first selection, for the page of a tab.
    package init(of tab: TabID) {
        self.tab = tab
    }

    /// True if the page is in front, or on its way there.
    package var isSelected: Bool { selected == tab }

    /// True if the page's opacity depends on the stacking of its surface.
    package var dependsOnStacking: Bool { stacking != nil }

    /// Applies a change of the selection, and the most recent drag of it; their clock is the bar's too.
    ///
    /// - Parameter stacking: nil if it is unknown.
    /// - Returns: true if the page appears and was hidden before: its surface has to enter the layer.
    package mutating func update(
        _ selection: Selection, drag: SelectionDrag? = nil, tabs: [Tab], stacking: PageStacking?, reducesMotion: Bool
    ) -> Bool {
        let enters = follow(drag, selection, tabs: tabs, stacking: stacking, reducesMotion: reducesMotion)
        return select(selection, tabs: tabs, stacking: stacking, reducesMotion: reducesMotion) || enters
    }

    private mutating func select(
        _ selection: Selection, tabs: [Tab], stacking: PageStacking?, reducesMotion: Bool
    ) -> Bool {
        guard selection.tab != selected else { return false }
        let start = selection.acceptedAt
        func entrance(of tab: TabID) -> PageEntrance { tabs.first { $0.id == tab }?.entrance ?? .crossFade }
        func isPage(_ tab: TabID) -> Bool { tabs.first { $0.id == tab }?.window == nil }
        // A newly started program has missed the previous page.
        if selected == nil, let previous = selection.previous, isPage(previous) {
            (shares[previous], order) = (AnimatedValue(1), [previous])
        }
        if shares.values.allSatisfy({ !$0.isMoving(at: start) }) { self.stacking = stacking }
        let wasSelected = isSelected
        selected = selection.tab

        let enters = isHidden(selection.tab, at: start)
        order = order.filter { !isHidden($0, at: start) }
        if enters, isPage(selection.tab) { order.append(selection.tab) }
        // An immediate page leaves no share to the others.
        let isImmediate = reducesMotion || entrance(of: selection.tab) == .immediate
        if isPage(selection.tab), shares[selection.tab] == nil { shares[selection.tab] = AnimatedValue(0) }
        for id in shares.keys {
            shares[id]?.animate(
                to: id == selection.tab ? 1 : 0, from: start, along: selection.pageTransition,
                reducesMotion: isImmediate || entrance(of: id) == .immediate)
        }
        guard isSelected != wasSelected else { return false }
        let outside = entrance(of: tab) == .crossFadeFromTrailing ? 1.0 : 0
        if isSelected, enters { offset.jump(to: outside) }
        offset.animate(
            to: isSelected ? 0 : outside, from: start, along: selection.pageTransition,
            reducesMotion: isImmediate || entrance(of: tab) == .immediate)
        return isSelected && enters
    }

    /// Moves the pages with a finger, or releases them towards a tab; true if this page appears, and was hidden before.
    private mutating func follow(
        _ next: SelectionDrag?, _ selection: Selection, tabs: [Tab], stacking: PageStacking?, reducesMotion: Bool
    ) -> Bool {
        guard next != drag else { return false }
        drag = next
        guard let next, selected != nil, next.acceptedAt >= selection.acceptedAt, !reducesMotion,
            let target = target(of: next, tabs: tabs)
        else {
            if isDragged { settle(on: selection.tab, at: selection.acceptedAt, with: .immediate, after: nil, tabs) }
            return false
        }
        let time = next.acceptedAt
        if !isDragged {
            if shares.values.allSatisfy({ !$0.isMoving(at: time) }) { self.stacking = stacking }
            order = order.filter { !isHidden($0, at: time) }
        }
        isDragged = true
        let entering = target.keys.filter { !order.contains($0) }
        order += [next.from, next.to].filter(entering.contains)
        for id in Set(shares.keys).union(target.keys) {
            shares[id, default: AnimatedValue(0)].jump(to: target[id] ?? 0)
        }
        if movesFromTrailing(tabs) { offset.jump(to: 1 - (target[tab] ?? 0)) }
        if let release = next.release {
            let timing = Timing(release.transition)
            settle(on: release.tab, at: time, with: timing, after: target.count > 1 ? next : nil, tabs)
        }
        return entering.contains(tab)
    }

    /// The shares that a drag gives to pages; nil if it moves none. A page dragged to a window stays.
    private func target(of drag: SelectionDrag, tabs: [Tab]) -> [TabID: Double]? {
        // A page that appears at once is not dragged either.
        let pages = [drag.from, drag.to].filter { id in
            tabs.contains { $0.id == id && $0.window == nil && $0.entrance != .immediate }
        }
        if pages.count == 2 { return Dictionary(uniqueKeysWithValues: pages.map { ($0, drag.share(of: $0)) }) }
        return pages.first.flatMap { order.contains($0) ? [$0: 1] : nil }
    }

    /// Ends a drag: the moved pages continue with their velocities.
    private mutating func settle(
        on target: TabID, at time: UInt64, with timing: Timing, after drag: SelectionDrag?, _ tabs: [Tab]
    ) {
        isDragged = false
        for id in shares.keys {
            shares[id]?.animate(
                to: id == target ? 1 : 0, from: time, with: timing, velocity: drag?.shareVelocity(of: id))
        }
        guard movesFromTrailing(tabs) else { return }
        offset.animate(
            to: tab == target ? 0 : 1, from: time, with: timing, velocity: drag.map { -$0.shareVelocity(of: tab) })
    }

    private func movesFromTrailing(_ tabs: [Tab]) -> Bool {
        tabs.first { $0.id == tab }?.entrance == .crossFadeFromTrailing
    }

    /// The page's share of the picture, 0…1.
    package func share(at time: UInt64) -> Double { share(of: tab, at: time) }

    package func opacity(at time: UInt64) -> PageOpacity {
        let share = share(at: time)
        guard let stacking else {
            return PageOpacity(content: share, background: min(2 * share, 1), surface: 1)
        }
        let rest = 1 - order.reduce(0) { $0 + self.share(of: $1, at: time) }
        let index = order.firstIndex(of: tab) ?? order.endIndex
        let lower = stacking == .newestAbove ? order[..<index] : order[min(index + 1, order.endIndex)...]
        let behind = lower.reduce(rest > Self.tolerance ? rest : 0) { $0 + self.share(of: $1, at: time) }
        // A fully covered page stays the same until it is hidden.
        let surface = share + behind > 0 ? share / (share + behind) : 1
        return PageOpacity(content: 1, background: 1, surface: surface)
    }

    /// The opacities of the page's drawing, and its distance from its final position in widths of the page.
    package func picture(at time: UInt64) -> (opacity: PageOpacity, distance: Double) {
        (opacity(at: time), distance(at: time))
    }

    /// The distance from its final position towards the trailing edge, in widths of the page.
    package func distance(at time: UInt64) -> Double { offset.value(at: time) }

    /// True if the page is animated after a time, or a finger may move it.
    package func isMoving(at time: UInt64) -> Bool {
        isDragged && order.contains(tab) || isAnimating(at: time)
    }

    /// True if the page is animated after a time. While a finger drags, it only moves with the finger.
    package func isAnimating(at time: UInt64) -> Bool {
        shares[tab]?.isMoving(at: time) == true || offset.isMoving(at: time)
    }

    /// The time at which it comes to rest; nil at rest.
    package var end: UInt64? { [shares[tab]?.end, offset.end].compactMap(\.self).max() }

    package mutating func finishAnimations() {
        for (id, share) in shares { shares[id]?.jump(to: share.target) }
        offset.jump(to: offset.target)
    }

    private func share(of tab: TabID, at time: UInt64) -> Double { shares[tab]?.value(at: time).clamped ?? 0 }

    /// True if a page has left at a time, or has never been in front.
    private func isHidden(_ tab: TabID, at time: UInt64) -> Bool {
        guard let share = shares[tab] else { return true }
        return !share.isMoving(at: time) && share.target == 0
    }
}

/// The opacities of a page that fades, 0…1 each: of its parts, and of their picture as a whole.
package struct PageOpacity: Equatable, Sendable {
    /// The opacity of the content over the background.
    package var content: Double
    package var background: Double
    /// The opacity of the surface with both.
    package var surface: Double
}
