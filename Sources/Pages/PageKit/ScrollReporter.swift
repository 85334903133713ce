import ShellModel

/// The scroll direction reported to the shell, once for each change: after a short distance, so that a
/// trembling finger reports nothing, but at once for content back at its top. Offsets are in logical pixels.
package struct ScrollReporter: Equatable, Sendable {
    /// The distance in one direction before it is reported.
    package static let threshold = 24.0

    private var reported = ScrollDirection.up
    /// The start of the distance that counts: the farthest point against the unreported direction.
    private var turningPoint: Double?

    /// A reporter of content at its top.
    package init() {}

    /// Records an offset of the content. Returns the direction to report, if any.
    package mutating func update(_ offset: Double) -> ScrollDirection? {
        guard let turningPoint else {
            turningPoint = offset
            return nil
        }
        switch reported {
        case .up:
            self.turningPoint = min(turningPoint, offset)
            guard offset - min(turningPoint, offset) >= Self.threshold else { return nil }
            reported = .down
        case .down:
            self.turningPoint = max(turningPoint, offset)
            guard max(turningPoint, offset) - offset >= Self.threshold || (offset <= 0 && offset < turningPoint) else {
                return nil
            }
            reported = .up
        }
        self.turningPoint = offset
        return reported
    }

    /// Sets the offset of content that was not scrolled there: other content, or a page that comes back. Returns the
    /// direction to report: above content at its top nothing could expand the bar.
    package mutating func reset(to offset: Double?) -> ScrollDirection? {
        turningPoint = offset
        guard reported == .down, let offset, offset <= 0 else { return nil }
        reported = .up
        return reported
    }

    /// Records that the bar was minimized or expanded: only the other direction remains to report.
    package mutating func barChanged(isMinimized: Bool) {
        let direction = isMinimized ? ScrollDirection.down : .up
        guard direction != reported else { return }
        reported = direction
        turningPoint = nil
    }
}
