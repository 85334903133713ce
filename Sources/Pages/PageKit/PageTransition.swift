// SPDX-License-Identifier: MIT
import Motion
import ShellModel

/// The visibility of a page as a function of time: it fades in, in some looks from the trailing edge, and fades out where
/// it is; or it appears and disappears at once. Times are CLOCK_MONOTONIC in ns.
///
/// Compositors differ in which of two pages lies above the other. So that the wallpaper never shows through both, the
/// background of one is opaque before that of the other begins to fade, while the content fades all the time.
package struct PageTransition: Equatable, Sendable {
    /// The fraction to which the page is the one in front; those of two pages that change places add up to 1.
    private var progress = AnimatedValue(0)
    /// The offset from its final position, in widths of the page.
    private var offset = AnimatedValue(0)
    /// True if the page is in front, or on its way there.
    package private(set) var isSelected = false

    /// The transition of a hidden page.
    package init() {}

    /// Applies a change of the selection.
    ///
    /// - Parameters:
    ///   - isSelected: true if the page's tab is now selected.
    ///   - selection: the change; its clock is the bar's too.
    package mutating func update(
        isSelected: Bool, entrance: PageEntrance, selection: Selection, reducesMotion: Bool
    ) {
        guard isSelected != self.isSelected else { return }
        self.isSelected = isSelected
        let start = selection.acceptedAt
        let isImmediate = reducesMotion || entrance == .immediate
        if isSelected, entrance == .crossFadeFromTrailing, progress.value(at: start) == 0 {
            offset.jump(to: 1)
        }
        progress.animate(
            to: isSelected ? 1 : 0, from: start, along: selection.pageTransition, reducesMotion: isImmediate)
        // A page that is left while it comes in continues to its position while it fades.
        guard isSelected else { return }
        offset.animate(to: 0, from: start, along: selection.pageTransition, reducesMotion: isImmediate)
    }

    /// The opacity of the page's content, 0…1.
    package func opacity(at time: UInt64) -> Double { min(max(progress.value(at: time), 0), 1) }

    /// The opacity of its background, 0…1; of two pages that change places one has 1 at any time.
    package func coverage(at time: UInt64) -> Double { min(2 * opacity(at: time), 1) }

    /// The distance from its final position towards the trailing edge, in widths of the page.
    package func distance(at time: UInt64) -> Double { offset.value(at: time) }

    /// True if the page is still animated after a time.
    package func isMoving(at time: UInt64) -> Bool {
        progress.isMoving(at: time) || offset.isMoving(at: time)
    }

    /// Finishes the animation at once.
    package mutating func finishAnimations() {
        progress.jump(to: progress.target)
        offset.jump(to: offset.target)
    }
}
