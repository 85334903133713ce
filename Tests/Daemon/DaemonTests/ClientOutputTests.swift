import ShellModel
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
        queue.append(.lines {}, to: two, after: nil)
        queue.append(.reply(id: nil, .success(4)), to: one, after: 2)
        queue.append(.reply(id: nil, .success(5)), to: one, after: nil)
        #expect(queue.holdsBack(one) && queue.holdsBack(two))
        #expect(lines(queue.take(upTo: 0)) == [])
        #expect(lines(queue.take(upTo: 1)) == [1, 2])
        #expect(queue.holdsBack(one))
        #expect(lines(queue.take(upTo: 3)) == [3, 0, 4, 5])
        #expect(!queue.holdsBack(one) && !queue.holdsBack(two))
        #expect(lines(queue.take(upTo: .max)) == [])
    }

    /// A subscription begins when all earlier replies are sent, and its lines come before the later ones.
    @Test func requestKeepsItsPlaceWhenItIsItsTurn() {
        var queue = ReplyQueue<Client>()
        let client = Client()
        queue.append(.reply(id: nil, .success(1)), to: client, after: 1)
        queue.reserve(7, for: client)
        let isKept = queue.fill(7, .request(7) {}, after: nil)
        #expect(isKept)
        queue.append(.reply(id: nil, .success(2)), to: client, after: nil)
        #expect(lines(queue.take(upTo: 0)) == [])
        #expect(lines(queue.take(upTo: 1)) == [1, 0])
        #expect(lines(queue.take(upTo: 1)) == [])
        let isStillKept = queue.fill(7, .lines {}, after: nil)
        #expect(isStillKept)
        #expect(lines(queue.take(upTo: 1)) == [0, 2] && !queue.holdsBack(client))
        // Nothing is kept for a client that has gone.
        queue.reserve(8, for: client)
        queue.remove(client)
        let isForgotten = !queue.fill(8, .lines {}, after: nil)
        #expect(!queue.holdsBack(client) && isForgotten)
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

@Suite struct SubscriberListTests {
    private final class Client {}

    /// A change of several topics, too, whose first one not all clients have.
    @Test(arguments: [[.selection], [.badges, .selection]] as [[Topic]])
    func clientThatIsFirstGetsEachChangeBeforeTheOthers(changed: [Topic]) {
        var subscribers = SubscriberList<Client>()
        let (page, panel, other) = (Client(), Client(), Client())
        subscribers.setTopics([.selection, .badges], of: page)
        subscribers.setTopics([.selection, .badges], of: panel, isFirst: true)
        subscribers.setTopics([.selection], of: other)
        var order: [Client] = []
        let change = changed.map { StateEvent(revision: 1, $0, of: ShellState()) }
        subscribers.forEach(of: change) { client, _ in order.append(client) }
        #expect(order.map(ObjectIdentifier.init) == [panel, page, other].map(ObjectIdentifier.init))
        // As it does when it subscribes anew.
        subscribers.setTopics([.selection, .badges], of: page)
        order = []
        subscribers.forEach(of: change) { client, _ in order.append(client) }
        #expect(order.first === panel && order.count == 3)
    }
}
