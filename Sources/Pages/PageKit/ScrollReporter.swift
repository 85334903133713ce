// SPDX-License-Identifier: MIT

import ShellModel

/// Makes of a page's scrolling what the shell is told of it: which way, once for each turn.
///
/// A turn is told after a short way, so that a finger that trembles tells nothing; but whoever has come back to the top
/// has scrolled up. Offsets are logical pixels.
package struct ScrollReporter: Equatable, Sendable {
    /// How far content goes one way before that is told.
    package static let threshold = 24.0

    private var told = ScrollDirection.up
    /// Where the way that counts began: the farthest point against the direction that was not told yet.
    private var turn: Double?

    /// A reporter for content of which nothing was told, as if it had been scrolled up.
    package init() {}

    /// Takes up where the content is now.
    ///
    /// - Returns: what is to be told, if anything.
    package mutating func note(_ offset: Double) -> ScrollDirection? {
        guard let turn else {
            turn = offset
            return nil
        }
        switch told {
        case .up:
            self.turn = min(turn, offset)
            guard offset - min(turn, offset) >= Self.threshold else { return nil }
            told = .down
        case .down:
            self.turn = max(turn, offset)
            guard max(turn, offset) - offset >= Self.threshold || (offset <= 0 && offset < turn) else { return nil }
            told = .up
        }
        self.turn = offset
        return told
    }

    /// Says where the content is without having been scrolled there: another content, or a page that comes back.
    ///
    /// - Returns: what is to be told: content that is new at its top has nothing above it that could unfold the bar.
    package mutating func place(_ offset: Double?) -> ScrollDirection? {
        turn = offset
        guard told == .down, let offset, offset <= 0 else { return nil }
        told = .up
        return told
    }

    /// Takes up that the bar was folded or unfolded, by whomever: from now on only the other way needs telling.
    package mutating func barChanged(isMinimized: Bool) {
        let direction = isMinimized ? ScrollDirection.down : .up
        guard direction != told else { return }
        told = direction
        turn = nil
    }
}
