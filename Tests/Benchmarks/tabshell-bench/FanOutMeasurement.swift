import Foundation
import TestSupport

/// The time from a request for a change until the last subscriber has read its event. One process on the other core reads for all.
struct FanOutMeasurement {
    let bench: Bench
    private let sizes = [1, 10, 100, 1000]

    func run() throws {
        var table = Table(
            "Fan-out to the last of K subscribers, us, p50", "server", "1", "10", "100", "1000",
            note: "One reading process. tabshelld: `select`; bench-echo: a line of the event's size; sway: a tick.")
        let daemon = bench.ours.has("tabshelld") ? try bench.ours.startDaemon(on: bench.sway, programs: false) : nil
        let echo = bench.ours.has("bench-echo") ? try EchoServer(bench) : nil
        let size = try daemon.map(eventSize) ?? 200
        var floor: [Double?] = []
        var ours: [Double?] = []
        var sway: [Double?] = []
        // Size by size, so that compared figures are measured at nearly the same time.
        for count in sizes {
            var (floors, values): ([Double], [Double]) = ([], [])
            for _ in 0..<bench.rounds(3, quick: 1) {
                if let echo, let time = try measureEcho(count, echo, size: size) { floors.append(time) }
                if let daemon, let time = try measureOurs(count, daemon) { values.append(time) }
            }
            if echo != nil { floor.append(floors.isEmpty ? nil : Sample(floors).median) }
            if daemon != nil { ours.append(values.isEmpty ? nil : Sample(values).median) }
            sway.append(try measureSway(count))
        }
        try daemon?.stop()
        for (name, row) in [("bench-echo", floor), ("tabshelld", ours), ("sway", sway)] where !row.isEmpty {
            let cells = zip(row, floor.isEmpty ? row.map { _ in nil } : floor).map(cell)
            table.add(name, cells[0], cells[1], cells[2], cells[3])
        }
        table.show()
        for (index, bound) in Bound.fanOut.enumerated() {
            bench.verdicts.add(
                bound, index < ours.count ? ours[index] : nil, floor: index < floor.count ? floor[index] : nil)
        }
    }

    private func cell(_ value: Double?, _ floor: Double?) -> String {
        guard let value else { return "refused" }
        return number(value) + (divide(value, floor).map { " (×\(number($0)))" } ?? "")
    }

    private func divide(_ value: Double?, _ floor: Double?) -> Double? {
        guard let value, let floor else { return nil }
        return value / floor
    }

    /// Nil if the server does not accept so many connections.
    private func measureOurs(_ count: Int, _ daemon: Daemon) throws -> Double? {
        let control = try daemon.client()
        // Each command must select another tab: selecting the selected one changes nothing.
        try control.request("select", ["tab": TabshellPrograms.tabs[0]])
        var subscribers: [SocketClient] = []
        for _ in 0..<count {
            guard let client = try? daemon.client(), (try? subscribe(client)) != nil else { return nil }
            subscribers.append(client)
        }
        var turn = 0
        // The event and the commit.
        return try measure(subscribers, .line, messages: 2, from: daemon.process) {
            turn += 1
            let tab = TabshellPrograms.tabs[turn % TabshellPrograms.tabs.count]
            return (control, Array("{\"id\":\(turn),\"verb\":\"select\",\"tab\":\"\(tab)\"}\n".utf8))
        }
    }

    private func subscribe(_ client: SocketClient) throws {
        try client.request("subscribe", ["topics": ["selection"]])
        try client.expect(event: "ready")
    }

    /// The length of a live event and its commit, bytes.
    private func eventSize(_ daemon: Daemon) throws -> Int {
        let client = try daemon.client()
        try subscribe(client)
        let control = try daemon.client()
        for (index, tab) in TabshellPrograms.tabs.prefix(2).enumerated() {
            try control.request("select", id: index + 1, ["tab": tab])
        }
        return try (0..<2).reduce(0) { sum, _ in try sum + (client.readLine() ?? "").utf8.count + 1 }
    }

    private func measureEcho(_ count: Int, _ echo: EchoServer, size: Int) throws -> Double? {
        let subscribers = try (0..<count).map { _ in
            let client = try SocketClient.waiting(for: echo.socket)
            try client.send(line: "S")
            _ = try client.readLine()
            return client
        }
        let control = try SocketClient(path: echo.socket)
        let line = [UInt8(ascii: "B")] + [UInt8](repeating: UInt8(ascii: "."), count: max(size - 2, 0)) + [0x0A]
        // The sender gets the echo too, as tabshelld's sender gets a reply.
        return try measure(subscribers, .line, from: echo.process) { (control, line + Array("echo\n".utf8)) }
    }

    private func measureSway(_ count: Int) throws -> Double? {
        let subscribers = try (0..<count).map { _ in
            let client = try SocketClient(path: bench.sway.ipcSocket)
            try client.send(raw: SwayIPC.frame(SwayIPC.subscribe, "[\"tick\"]"))
            // The reply, and a first tick.
            var reader = MessageReader(client, .sway)
            var seen = 0
            while seen < 2 { seen += try reader.read() }
            return client
        }
        let control = try SocketClient(path: bench.sway.ipcSocket)
        let frame = SwayIPC.frame(SwayIPC.sendTick, "bench")
        return try measure(subscribers, .sway, from: bench.sway.process) { (control, frame) }
    }

    /// - Parameter trigger: the connection to send on, and the message, which gets one reply.
    private func measure(
        _ subscribers: [SocketClient], _ framing: MessageReader.Framing, messages: Int = 1, from server: ChildProcess,
        trigger: () -> (SocketClient, [UInt8])
    ) throws -> Double {
        let group = try SubscriberGroup(subscribers, framing, messages: messages)
        var times: [Double] = []
        let usual = bench.rounds(300, quick: 40)
        try onCores(of: server, apart: true) {
            for round in 0..<(subscribers.count >= 1000 ? usual / 4 : usual) + 3 {
                let (control, bytes) = trigger()
                let start = Monotonic.now
                try control.send(raw: bytes)
                try group.waitForAll()
                if round >= 3 { times.append(Double(Monotonic.now - start) / 1000) }
                var answer = MessageReader(control, framing)
                try answer.next()
            }
        }
        return Sample(times).median
    }
}
