import Glibc
import TestSupport

/// The time of a request and its reply on an open connection, with both ends on one core, and on two. The servers take turns.
struct RoundTripMeasurement {
    let bench: Bench
    private let request = Array("{\"id\":1,\"verb\":\"ping\"}\n".utf8)

    /// A server, with the times of its replies, us.
    private struct Server {
        let name: String
        let client: SocketClient
        let framing: MessageReader.Framing
        let request: [UInt8]
        let process: ChildProcess
        var times: [Double] = []
    }

    func run() throws {
        let echo = try EchoServer(bench)
        let daemon = try bench.ours.startDaemon(on: bench.sway, programs: false)
        let client = try daemon.client()
        let ipc = try SwayIPC(bench.sway)
        let servers = [
            Server(
                name: "bench-echo", client: try SocketClient.waiting(for: echo.socket), framing: .line,
                request: request, process: echo.process),
            Server(name: "tabshelld", client: client, framing: .line, request: request, process: daemon.process),
            Server(
                name: "sway", client: ipc.client, framing: .sway, request: SwayIPC.frame(SwayIPC.getVersion),
                process: bench.sway.process),
        ]
        for (bound, isPinned) in [(Bound.roundTripPinned, true), (.roundTripApart, false)] {
            var measured = servers
            for _ in 0..<bench.rounds(10, quick: 3) {
                for index in measured.indices { try measure(&measured[index], isPinned: isPinned) }
            }
            show(measured, bound, isPinned: isPinned)
        }
        try daemon.stop()
    }

    private func show(_ servers: [Server], _ bound: Bound, isPinned: Bool) {
        var table = Table(
            "Request and reply on an open connection, us, \(isPinned ? "both ends on one core" : "on two cores")",
            "server",
            "p50",
            "p99", "p50 ÷ bench-echo", note: "tabshelld: `ping`; bench-echo: the same line; sway: GET_VERSION.")
        let samples = servers.map { Sample($0.times) }
        for (server, sample) in zip(servers, samples) {
            table.add(
                server.name, number(sample.median), number(sample.p99), number(sample.median / samples[0].median))
        }
        table.show()
        bench.verdicts.add(bound, samples[1].median, floor: samples[0].median)
    }

    private func measure(_ server: inout Server, isPinned: Bool) throws {
        var reader = MessageReader(server.client, server.framing)
        let request = server.request
        try onCores(of: server.process, apart: !isPinned) {
            for round in 0..<2200 {
                let start = Monotonic.now
                guard send(server.client.descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
                else { throw SystemError("send", errno: errno) }
                try reader.next()
                if round >= 200 { server.times.append(Double(Monotonic.now - start) / 1000) }
            }
        }
    }
}
