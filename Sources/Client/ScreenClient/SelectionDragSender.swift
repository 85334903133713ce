import EventLoop
import Motion
import ShellModel
import SocketClient
import TabshellIPC

/// The sender of a drag of the selection. Fingers report their positions more often than screens show them: the newest one is
/// sent, at most once per refresh of the screen.
public final class SelectionDragSender {
    private struct Drag {
        let pages: [TabID]
        var tracker = VelocityTracker()
        var pending: Double?
        /// The earliest time of the next request, ns.
        var next: UInt64 = 0
    }

    private let client: DaemonClient
    private var drag: Drag?
    private var timer: EventLoop.Timer?

    public init(_ shell: ShellProgram) {
        client = shell.client
        timer = shell.loop.timer { [weak self] in self?.flush() }
    }

    /// - Parameters:
    ///   - position: between two indices of the pages.
    ///   - pages: the pages in the order of the bar, of the first call of a drag.
    ///   - refreshInterval: the screen's, ns.
    public func move(to position: Double, among pages: [TabID], refreshInterval: UInt64) {
        let now = MonotonicClock.now
        var drag = drag ?? Drag(pages: pages)
        drag.tracker.add(position, at: now)
        drag.pending = position
        let isDue = drag.next <= now
        if isDue { drag.next = now + refreshInterval }
        self.drag = drag
        if isDue { flush() } else { timer?.arm(at: drag.next) }
    }

    /// Ends the drag: the selection continues with the finger's velocity.
    public func end() { end { $0.velocity(at: MonotonicClock.now) } }

    /// Ends the drag: the selection goes back.
    public func cancel() { end { _ in nil } }

    private func end(velocity: (VelocityTracker) -> Double?) {
        guard let drag else { return }
        flush()
        let limits = Limits.velocities
        client.send(
            .command(
                .endDrag(velocity: velocity(drag.tracker).map { min(max($0, limits.lowerBound), limits.upperBound) })))
        self.drag = nil
    }

    private func flush() {
        timer?.disarm()
        guard let position = drag?.pending, let pages = drag?.pages else { return }
        drag?.pending = nil
        guard let place = SelectionDrag(to: position, among: pages) else { return }
        client.send(.command(.drag(from: place.from, to: place.to, progress: place.progress)))
    }
}
