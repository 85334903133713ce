// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct WaitingTests {
    @Test func timeoutNamesTheCondition() {
        let failure = #expect(throws: WaitTimeout.self) {
            try waitUntil("the moon to turn blue", seconds: 0.02) { false }
        }
        #expect(failure?.description == "waited 0.02 s in vain for the moon to turn blue")
    }

    @Test func settlingWaitsForTheLastChange() throws {
        var reads = 0
        let value = try waitUntilSettled("a counter", quiet: 0.02) {
            reads += 1
            return min(reads, 4)
        }
        #expect(value == 4)
    }
}
