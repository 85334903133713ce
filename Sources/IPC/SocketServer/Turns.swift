// SPDX-License-Identifier: MIT
import EventLoop

/// The connections with lines that are left for the next iteration of the loop. Each handles a few of them and then waits for
/// its next turn, so that no client delays the others by sending many requests at once.
final class Turns {
    private var waiting: [Connection] = []
    private var timer: EventLoop.Timer?

    init(on loop: EventLoop) {
        timer = loop.timer { [weak self] in self?.take() }
    }

    /// Gives a connection a turn in the next iteration.
    func append(_ connection: Connection) {
        waiting.append(connection)
        // The timer is due at once: the loop polls the other descriptors and does not wait.
        if waiting.count == 1 { timer?.arm(after: 0) }
    }

    private func take() {
        let connections = waiting
        waiting = []
        for connection in connections { connection.takeTurn() }
    }
}
