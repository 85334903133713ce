// SPDX-License-Identifier: MIT

import TabshellIPC
import Testing

@testable import TabDaemon

@Suite struct ReplyQueueTests {
    private final class Client {}

    private func lines(_ entries: [ReplyQueue<Client>.Entry]) -> [JSON] {
        entries.map { if case .reply(_, .success(let result)) = $0.line { result } else { 0 } }
    }

    @Test func repliesWaitForTheirChangeAndForEarlierOnesOfTheirClient() {
        var queue = ReplyQueue<Client>()
        let (one, two) = (Client(), Client())
        queue.append(.reply(id: nil, .success(1)), to: one, after: 1)
        queue.append(.reply(id: nil, .success(2)), to: one, after: nil)
        queue.append(.reply(id: nil, .success(3)), to: two, after: 2)
        queue.append(.request {}, to: two, after: nil)
        queue.append(.reply(id: nil, .success(6)), to: two, after: nil)
        queue.append(.reply(id: nil, .success(4)), to: one, after: 2)
        queue.append(.reply(id: nil, .success(5)), to: one, after: nil)
        #expect(queue.holdsBack(one) && queue.holdsBack(two))
        #expect(lines(queue.take(upTo: 0)) == [])
        #expect(lines(queue.take(upTo: 1)) == [1, 2])
        #expect(queue.holdsBack(one))
        #expect(lines(queue.take(upTo: 3)) == [3, 0, 4, 5])
        // The lines of a request may follow it later, and come before those after it.
        #expect(!queue.holdsBack(one) && queue.holdsBack(two))
        #expect(lines(queue.take(upTo: 3)) == [6])
        #expect(!queue.holdsBack(two))
        #expect(lines(queue.take(upTo: .max)) == [])
    }
}

@Suite struct LogThrottleTests {
    @Test func oneLineAMinuteCountsTheOthers() {
        var throttle = LogThrottle()
        let minute = LogThrottle.interval
        #expect(throttle.line("a", at: 5) == "a")
        for time in 6..<1006 as Range<UInt64> { #expect(throttle.line("b", at: time) == nil) }
        #expect(throttle.line("c", at: 5 + minute) == "c, and 1000 more since the last such line")
        #expect(throttle.line("d", at: 5 + 2 * minute) == "d")
    }
}
