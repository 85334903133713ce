import EventLoop
import TabshellIPC

/// The time of the loop, shared among the connections. A connection with few requests is served when its lines arrive. One that
/// has had its share waits for the others, and some of the waiting ones get a turn in each iteration of the loop: so the delay
/// of a short request does not grow with the number of clients that keep the daemon busy, nor with the cost of their requests.
final class Turns {
    /// The multiple of its used time after which a connection is served at once again.
    private static let rest: UInt64 = 8

    private var waiting: [Connection] = []
    private var timer: EventLoop.Timer?
    private let loop: EventLoop
    /// The monotonic time, ns.
    let clock: () -> UInt64

    init(on loop: EventLoop, clock: @escaping () -> UInt64 = { MonotonicClock.now }) {
        self.loop = loop
        self.clock = clock
        timer = loop.timer { [weak self] in self?.take() }
    }

    /// True if only the connection whose lines arrive waits.
    var isFree: Bool { waiting.isEmpty && loop.hasOneEvent }

    /// The time after which a connection is served at once, given the start of its turn.
    func end(of rest: UInt64, after start: UInt64) -> UInt64 {
        let end = clock()
        return max(rest, start) + (end - min(start, end)) * Self.rest
    }

    /// Gives a connection a turn at the end of the iteration, or in a later one.
    func append(_ connection: Connection) {
        waiting.append(connection)
        // The timer is due at once, after the other descriptors of the iteration; the loop does not wait.
        if waiting.count == 1 { timer?.arm(after: 0) }
    }

    private func take() {
        let connections = waiting
        waiting = []
        guard !connections.isEmpty else { return }
        var time = clock()
        let end = time + Limits.timePerTurn
        var index = 0
        repeat {
            connections[index].takeTurn(at: time)
            index += 1
            time = clock()
        } while index < connections.count && time < end
        // Connections still without a turn come before the ones that wait for their next.
        let begun = !waiting.isEmpty
        waiting = connections[index...] + waiting
        if !waiting.isEmpty, !begun { timer?.arm(after: 0) }
    }
}
