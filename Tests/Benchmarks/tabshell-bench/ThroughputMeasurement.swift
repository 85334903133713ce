import Glibc
import TestSupport

/// The requests a second of 16 clients with 16 requests in flight each; one process sends and reads for all.
struct ThroughputMeasurement {
    let bench: Bench
    private let clients = 16
    private let inFlight = 16
    private let request = Array("{\"id\":1,\"verb\":\"ping\"}\n".utf8)

    func run() throws {
        let daemon = try bench.ours.startDaemon(on: bench.sway, programs: false)
        let echo = try EchoServer(bench)
        var (ours, floor): ([Double], [Double]) = ([], [])
        for _ in 0..<bench.rounds(9, quick: 3) {
            floor.append(try measure { try SocketClient.waiting(for: echo.socket) })
            ours.append(
                try measure { try daemon.client() })
        }
        try daemon.stop()
        var table = Table("Requests a second, 16 clients with 16 in flight", "server", "median", "least", "most")
        for (name, sample) in [("bench-echo", Sample(floor)), ("tabshelld", Sample(ours))] {
            table.add(name, number(sample.median), number(sample.least), number(sample.most))
        }
        table.show()
        bench.verdicts.add(.throughput, Sample(ours).median, floor: Sample(floor).median)
    }

    /// Each reply is followed by another request.
    private func measure(connect: () throws -> SocketClient) throws -> Double {
        let connections = try (0..<clients).map { _ in try connect() }
        var readers = connections.map { MessageReader($0, .line) }
        var watched = connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        let requests = (0...inFlight).map { Array(repeatElement(request, count: $0).joined()) }
        for client in connections { try client.send(raw: requests[inFlight]) }
        let start = Monotonic.now
        let end = start + 500_000_000
        var replies = 0
        while Monotonic.now < end {
            guard poll(&watched, nfds_t(watched.count), Int32(Deadline.usual * 1000)) > 0 else {
                throw WaitTimeout(what: "replies", seconds: Deadline.usual)
            }
            for index in watched.indices where watched[index].revents != 0 {
                let count = try readers[index].read()
                replies += count
                let bytes = requests[min(count, inFlight)]
                guard send(watched[index].fd, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
                    throw SystemError("send", errno: errno)
                }
            }
        }
        return Double(replies) / (Double(Monotonic.now - start) / 1e9)
    }
}
