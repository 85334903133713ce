// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// An event loop and a folder for a source of documents.
struct SourceLoop {
    let loop: EventLoop
    let folder: TemporaryDirectory

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryDirectory()
    }

    /// Runs the loop until a condition holds.
    func turn(until isReached: () throws -> Bool) throws {
        let timer = loop.timer {}
        try waitUntil("the source", interval: 0) {
            if try isReached() { return true }
            timer.arm(after: 2_000_000)
            try loop.runOnce()
            return try isReached()
        }
        timer.disarm()
    }

    /// Runs the loop so often, for a few milliseconds at most each time.
    func turn(times: Int) throws {
        let timer = loop.timer {}
        for _ in 0..<times {
            timer.arm(after: 5_000_000)
            try loop.runOnce()
        }
        timer.disarm()
    }
}
