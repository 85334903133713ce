import TabshellIPC
import Testing

@testable import SocketServer

@Suite struct ExchangeTests {
    private func exchange(_ count: Int, bytes: Int = 1) -> Exchange {
        var exchange = Exchange()
        let line = [UInt8](repeating: 0x78, count: bytes) + [0x0A]
        let lines = Array(repeatElement(line, count: count).joined())
        let isWaiting = exchange.receive(lines.span)
        #expect(isWaiting)
        return exchange
    }

    /// Takes the lines of a turn, which has a time of 100, each with a cost and a reply of some bytes.
    private func takeTurn(_ exchange: inout Exchange, cost: UInt64 = 0, reply: Int = 1) -> Int {
        _ = exchange.beginTurn(until: 100)
        var (count, time): (Int, UInt64) = (0, 0)
        while exchange.nextFrame({ time }) != nil {
            count += 1
            time += cost
            _ = exchange.add(replies: 1) { $0 += [UInt8](repeating: 0x79, count: reply) }
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
        // A line too costly for a turn is still handled in one.
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
            _ = exchange.beginTurn(until: 1)
            while exchange.nextFrame({ 0 }) != nil { count += 1 }
        }
        #expect(count == Limits.maximumUnansweredRequests && exchange.hasPending)
        exchange.skipReply()
        #expect(exchange.mayHandle)
    }

    @Test func linesThatArePutBackComeFirst() {
        var exchange = Exchange()
        let lines = Array("1\n2\n".utf8)
        _ = exchange.receive(lines.span)
        _ = exchange.beginTurn(until: 1)
        guard let first = exchange.nextFrame({ 0 }) else {
            Issue.record("a line is missing")
            return
        }
        exchange.resume(with: [first])
        #expect(exchange.unanswered == 0)
        #expect(exchange.nextFrame({ 0 }) == .line(ArraySlice("1".utf8)))
        #expect(exchange.nextFrame({ 0 }) == .line(ArraySlice("2".utf8)))
    }

    @Test(arguments: [false, true]) func repliesOfATurnNeedNoFlushIfItEndsWithOne(flushes: Bool) throws {
        var exchange = exchange(1)
        _ = exchange.beginTurn(until: 1, flushes: flushes)
        #expect(exchange.nextFrame { 0 } != nil)
        let needsFlush = exchange.add(replies: 1) { $0.append(0x79) }
        #expect(needsFlush == !flushes)
        #expect(try exchange.write { $0.count } == false)
        // Between turns, a line always needs one.
        let isFirst = exchange.add(replies: 0) { $0.append(0x7A) }
        let isSecond = exchange.add(replies: 0) { $0.append(0x7A) }
        #expect(isFirst && !isSecond)
    }

    @Test func closedOneHandlesNothing() {
        var exchange = exchange(10)
        exchange.close()
        #expect(!exchange.mayHandle && !exchange.hasPending)
        #expect(takeTurn(&exchange) == 0)
    }
}
