import CTestSupport
import Glibc
import TestSupport

/// Many connections that receive the same messages, read by one process through one epoll instance.
final class SubscriberGroup {
    private let loop: Int32
    private var readers: [MessageReader]
    private let messages: Int

    /// - Parameter messages: the number of messages of a round for each connection.
    init(_ clients: [SocketClient], _ framing: MessageReader.Framing, messages: Int) throws {
        self.messages = messages
        loop = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard loop >= 0 else { throw SystemError("epoll_create1", errno: errno) }
        readers = clients.map { MessageReader($0, framing) }
        for (index, client) in clients.enumerated() {
            var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data(u64: UInt64(index)))
            guard epoll_ctl(loop, EPOLL_CTL_ADD, client.descriptor, &event) == 0 else {
                throw SystemError("epoll_ctl", errno: errno)
            }
        }
    }

    deinit { close(loop) }

    /// Reads until each connection has received the messages of one more round.
    ///
    /// - Throws: ``WaitTimeout``, ``SystemError``.
    func waitForAll() throws {
        var left = readers.count * messages
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while left > 0 {
            let ready = epoll_wait(loop, &events, Int32(events.count), Int32(Deadline.usual * 1000))
            if ready == 0 { throw WaitTimeout(what: "\(left) subscribers' messages", seconds: Deadline.usual) }
            for event in events.prefix(Int(max(ready, 0))) {
                left -= try readers[Int(event.data.u64)].read()
            }
        }
    }
}
