// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import Testing

@Suite struct SignalSourceTests {
    /// SIGWINCH is ignored by default, so this test does not affect others.
    @Test func signalIsDeliveredAsLoopEvent() throws {
        let loop = try EventLoop()
        var heard: [Int32] = []
        let signals = try SignalSource([SIGWINCH, SIGURG], on: loop) { number in
            heard.append(number)
            loop.stop()
        }
        // To this thread, whose mask it is.
        pthread_kill(pthread_self(), SIGWINCH)
        try loop.run()
        pthread_kill(pthread_self(), SIGURG)
        try loop.run()
        #expect(heard == [SIGWINCH, SIGURG])

        signals.cancel()
        pthread_kill(pthread_self(), SIGURG)
        let end = loop.timer { loop.stop() }
        end.arm(after: 0)
        try loop.run()
        #expect(heard.count == 2)
    }
}
