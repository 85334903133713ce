// SPDX-License-Identifier: MIT

import TabshellIPC
import Testing

@testable import SocketServer

@Suite struct ExchangeTests {
    private func exchange(_ count: Int, bytes: Int = 1) -> Exchange {
        var exchange = Exchange()
        let line = [UInt8](repeating: 0x78, count: bytes)[...]
        exchange.append(Array(repeating: .line(line), count: count))
        return exchange
    }

    /// Takes the lines of a turn.
    ///
    /// - Parameters:
    ///   - cost: the time that each line takes; a turn has 100.
    ///   - reply: the bytes of the reply to each.
    private func takeTurn(_ exchange: inout Exchange, cost: UInt64 = 0, reply: Int = 1) -> Int {
        exchange.beginTurn(until: 100)
        var (count, time): (Int, UInt64) = (0, 0)
        while exchange.nextFrame(at: time) != nil {
            count += 1
            time += cost
            _ = exchange.write(replies: 1, isBroken: false) { $0 += [UInt8](repeating: 0x79, count: reply) }
        }
        return count
    }

    @Test func turnsAreBoundedInLinesBytesAndTime() {
        var short = exchange(100)
        #expect([0, 1, 2, 3].map { _ in takeTurn(&short) } == [32, 32, 32, 4])
        #expect(!short.hasPending)
        var long = exchange(100, bytes: Limits.bytesPerTurn / 4)
        #expect(takeTurn(&long, reply: 0) == 4)
        var chatty = exchange(100)
        #expect(takeTurn(&chatty, reply: Limits.bytesPerTurn / 4) == 4)
        var slow = exchange(100)
        #expect(takeTurn(&slow, cost: 40) == 3)
        // A line that is too dear for a turn is handled in one nevertheless.
        #expect(takeTurn(&slow, cost: 1000) == 1)
    }

    @Test func nothingIsHandledForAClientThatDoesNotRead() {
        var exchange = exchange(10)
        #expect(takeTurn(&exchange, reply: Limits.writeBufferHighWatermark) == 1)
        #expect(takeTurn(&exchange) == 0)
        exchange.dropOutput()
        #expect(takeTurn(&exchange) == 9)
    }

    @Test func requestsWithoutReplyAreBounded() {
        var exchange = exchange(Limits.maximumUnansweredRequests + 1)
        var count = 0
        while exchange.mayHandle {
            exchange.beginTurn(until: 1)
            while exchange.nextFrame(at: 0) != nil { count += 1 }
        }
        #expect(count == Limits.maximumUnansweredRequests && exchange.hasPending)
        exchange.skipReply()
        #expect(exchange.mayHandle)
    }

    @Test func linesThatArePutBackComeFirst() {
        var exchange = Exchange()
        exchange.append([.line([1]), .line([2])])
        exchange.beginTurn(until: 1)
        guard let first = exchange.nextFrame(at: 0) else {
            Issue.record("a line is missing")
            return
        }
        exchange.putBack([first])
        #expect(exchange.unanswered == 0)
        #expect(exchange.nextFrame(at: 0) == .line([1]))
        #expect(exchange.nextFrame(at: 0) == .line([2]))
    }

    @Test func closedOneHandlesNothing() {
        var exchange = exchange(10)
        exchange.close()
        #expect(!exchange.mayHandle && !exchange.hasPending)
        #expect(takeTurn(&exchange) == 0)
    }
}
