// SPDX-License-Identifier: MIT
import Motion
import ShellModel

/// How much of a page is there, as a function of time: it fades in, perhaps moving in from the trailing edge, and it
/// fades out where it is; or it is there and gone at once. Times are CLOCK_MONOTONIC, ns.
///
/// Compositors do not agree on which of two pages lies above. So that what is behind both never shines through, either's
/// background is opaque before the other's begins to fade, while what stands on them fades all the way.
package struct PageTransition: Equatable, Sendable {
    /// How much the page is the one in front, 0…1. Of two pages that change places the shares add up to 1.
    private var shareMotion = AnimatedValue(0)
    /// How far from its place it is, in widths.
    private var distanceMotion = AnimatedValue(0)
    /// Whether it is in front, or on its way there.
    package private(set) var isSelected = false

    /// A page that is not there.
    package init() {}

    /// Takes up a change of the selection.
    ///
    /// - Parameters:
    ///   - isSelected: whether the page's tab is now selected.
    ///   - selection: the change; its clock is the bar's too.
    package mutating func update(
        isSelected: Bool, entrance: PageEntrance, selection: Selection, reducesMotion: Bool
    ) {
        guard isSelected != self.isSelected else { return }
        self.isSelected = isSelected
        let start = selection.acceptedAt
        let isAtOnce = reducesMotion || entrance == .immediate
        if isSelected, entrance == .crossFadeFromTrailing, shareMotion.value(at: start) == 0 {
            distanceMotion.jump(to: 1)
        }
        shareMotion.animate(
            to: isSelected ? 1 : 0, from: start, along: selection.pageTransition, reducesMotion: isAtOnce)
        // A page that is on its way in when it is left goes on to its place while it fades.
        guard isSelected else { return }
        distanceMotion.animate(to: 0, from: start, along: selection.pageTransition, reducesMotion: isAtOnce)
    }

    /// How much of the page's content is to be seen, 0…1.
    package func opacity(at time: UInt64) -> Double { min(max(shareMotion.value(at: time), 0), 1) }

    /// How opaque its background is, 0…1; of two pages that change places one's is 1 at any time.
    package func cover(at time: UInt64) -> Double { min(2 * opacity(at: time), 1) }

    /// How far towards the trailing edge it is, in widths of the page.
    package func distance(at time: UInt64) -> Double { distanceMotion.value(at: time) }

    /// Whether it is still on its way after a time.
    package func isMoving(at time: UInt64) -> Bool {
        shareMotion.isMoving(at: time) || distanceMotion.isMoving(at: time)
    }

    /// Puts it where it was going.
    package mutating func finishMoving() {
        shareMotion.jump(to: shareMotion.target)
        distanceMotion.jump(to: distanceMotion.target)
    }
}
