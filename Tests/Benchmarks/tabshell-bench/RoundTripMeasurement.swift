// SPDX-License-Identifier: MIT

import CTestSupport
import Glibc
import TestSupport

/// The time of a request and its reply on an open connection, with both ends on one core.
struct RoundTripMeasurement {
    private let bench: Bench
    private let request = Array("{\"id\":1,\"verb\":\"ping\"}\n".utf8)

    init(_ bench: Bench) { self.bench = bench }

    func run() throws {
        var table = Table(
            "Request and answer on a held connection, us", "server", "p50", "p99", "p50 ÷ bench-echo",
            note: "Both ends pinned to one core. tabshelld: `ping`; bench-echo: the same line; sway: GET_VERSION.")
        var floor: Sample?
        if bench.ours.has("bench-echo") {
            let echo = try EchoServer(bench)
            let client = try SocketClient.waiting(for: echo.socket)
            floor = try measure(client, .line, request, server: echo.process)
        }
        func add(_ name: String, _ sample: Sample) -> Double {
            let ratio = floor.map { sample.median / $0.median } ?? .nan
            table.add(name, figure(sample.median), figure(sample.p99), figure(ratio))
            return ratio
        }
        if let floor { _ = add("bench-echo", floor) }
        var ours: Double?
        if bench.ours.has("tabshelld") {
            let daemon = try bench.ours.startDaemon(on: bench.sway, programs: false)
            let client = try daemon.client()
            try client.expect(event: "hello")
            ours = add("tabshelld", try measure(client, .line, request, server: daemon.process))
            try daemon.stop()
        }
        let ipc = try SwayIPC(bench.sway)
        let frame = SwayIPC.frame(SwayIPC.getVersion)
        _ = add("sway", try measure(ipc.client, .sway, frame, server: bench.sway.process))
        table.show()
        bench.verdicts.add("round trip ÷ bench-echo (p50)", ours, atMost: 2)
    }

    private func measure(
        _ client: SocketClient, _ framing: MessageReader.Framing, _ request: [UInt8], server: ChildProcess
    ) throws -> Sample {
        let core = cts_first_core()
        cts_pin(server.pid, core)
        cts_pin(0, core)
        defer {
            cts_pin(server.pid, -1)
            cts_pin(0, -1)
        }
        var reader = MessageReader(client, framing)
        var times: [Double] = []
        let rounds = bench.rounds(20_000, quick: 2000)
        times.reserveCapacity(rounds)
        for round in 0..<rounds + 500 {
            let start = Monotonic.now
            guard send(client.descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
                throw SystemError("send", errno: errno)
            }
            try reader.next()
            if round >= 500 { times.append(Double(Monotonic.now - start) / 1000) }
        }
        return Sample(times)
    }
}
