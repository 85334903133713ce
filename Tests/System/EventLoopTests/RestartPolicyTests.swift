// SPDX-License-Identifier: MIT

import EventLoop
import Testing

@Suite struct RestartPolicyTests {
    @Test func delayDoublesUpToMaximum() {
        var policy = RestartPolicy()
        let delays = (0..<20).map { _ in policy.handleExit(code: 1, after: 0) }
        let expected: [UInt64] = [100, 200, 400, 800, 1600, 3200, 6400] + Array(repeating: 10_000, count: 13)
        #expect(delays == expected.map { .restart(after: $0 * 1_000_000) })
    }

    @Test func longRunResetsFailures() {
        var policy = RestartPolicy()
        for _ in 0..<5 { _ = policy.handleExit(code: -11, after: 0) }
        #expect(policy.handleExit(code: nil, after: RestartPolicy.healthyRunTime) == .restart(after: 100_000_000))
    }

    @Test func nonRetryableExitCodesAreNotRestarted() {
        for code in Int32(-15)...20 {
            var policy = RestartPolicy()
            var gaveUp = false
            if case .giveUp = policy.handleExit(code: code, after: 0) { gaveUp = true }
            #expect(gaveUp == [2, 5, 6, 8, 9].contains(code))
        }
    }
}
