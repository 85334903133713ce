// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct SocketClientTests {
    @Test func linesMakeARoundTrip() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("echo.sock")
        let server = try ChildProcess(BuiltProducts.url("bench-echo").path, [path])
        let client = try SocketClient.waiting(for: path)
        try client.send(raw: Array("{\"id\": 1, \"ok\"".utf8))
        try client.send(raw: Array(": {}}\n{\"event\": \"x\"}\n".utf8))
        #expect(try client.expect(reply: 1)["ok"] != nil)
        #expect(try client.expect(event: "x").count == 1)

        let listener = try SocketClient(path: path, seconds: 0.05)
        try listener.send(line: "S")
        #expect(try listener.readLine() == "S")
        try client.send(line: "B to all")
        #expect(try listener.readLine() == "B to all")
        #expect(throws: WaitTimeout.self) { try listener.readLine() }

        server.kill()
        #expect(try client.readLine() == nil)
    }
}
