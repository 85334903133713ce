// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import TabshellIPC

/// The time of the loop, shared among the connections. A connection that asks for little is served when its lines arrive. One that
/// has had its share waits until the others were served, and of all that wait, some have a turn in each iteration of the loop: so the delay
/// of a short request does not grow with the number of clients that keep the daemon busy, nor with the cost of their requests.
final class Turns {
    /// A connection that has used some time is served at once again after that many times as much.
    private static let rest: UInt64 = 8

    private var waiting: [Connection] = []
    private var timer: EventLoop.Timer?
    private let loop: EventLoop
    /// The monotonic time, ns.
    let clock: () -> UInt64

    /// - Parameter clock: the monotonic time, ns.
    init(on loop: EventLoop, clock: @escaping () -> UInt64 = { MonotonicClock.now }) {
        self.loop = loop
        self.clock = clock
        timer = loop.timer { [weak self] in self?.take() }
    }

    /// True if no other connection waits than the one whose lines arrive.
    var isFree: Bool { waiting.isEmpty && loop.hasOneEvent }

    /// The time from which on a connection is served at once, after a turn that began at a time.
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
        // Those whose turn has not come are before those that wait for the next one.
        let begun = !waiting.isEmpty
        waiting = connections[index...] + waiting
        if !waiting.isEmpty, !begun { timer?.arm(after: 0) }
    }
}
