// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// Tabs whose pages are web pages: with real browsers, those that `TABSHELL_BROWSERS` names, or else Cog; and with none.
    @Suite struct WebPages {
        private static let browsers =
            (ProcessInfo.processInfo.environment["TABSHELL_BROWSERS"] ?? "cog").split(separator: " ").map(String.init)
            .filter { Environment.find($0) != nil }

        /// A server of one page on a port of its own, which prints the port, and a line for each request.
        private static let server = """
            import http.server
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    print(self.path, flush=True)
                    self.send_response(200)
                    self.send_header("Content-Type", "text/html")
                    self.end_headers()
                    self.wfile.write(b"<title>Wiki</title><body style='background: #204060'>")
                def log_message(self, *arguments): pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            print(server.server_port, flush=True)
            server.serve_forever()
            """

        private func start(_ configuration: String) throws -> ShellSession {
            // A tiled window is to be alone.
            try ShellSession(configuration: configuration, sway: ["default_border none"])
        }

        private func tab(_ address: String, browser: String) -> String {
            """
            order = ["home", "wiki"]
            browsers = ["\(browser)"]
            [[tabs]]
            id = "wiki"
            title = "Wiki"
            icon = "document"
            url = "\(address)"
            window_title = "spoken"
            """
        }

        @Test(arguments: browsers)
        func pageIsShownByABrowser(_ browser: String) throws {
            let server = try ChildProcess("python3", ["-c", Self.server])
            let port = try waitFor("the server's port") {
                server.output.split(separator: "\n").first.flatMap { UInt16($0) }
            }
            let shell = try start(tab("http://127.0.0.1:\(port)/start?a=b", browser: browser))
            try shell.click(.tab("wiki"))
            try waitUntil("the request of the page", seconds: 60) { server.output.contains("\n/start?a=b\n") }
            try shell.wait(for: "the window") { $0.status(of: .page("wiki"))?.phase == .alive }
            try waitUntil("the page on the screen", seconds: 60) {
                try shell.isColored(0x204060, at: [(20, 20), (214, 60), (400, 600)])
            }
            // The bar is in front of it, as the panel draws it.
            #expect(try shell.difference(["--select", "wiki"]) < 0.001)
            let pid = try shell.state().status(of: .page("wiki"))?.pid
            try shell.click(.tab("home"))
            try shell.wait(for: "home") { $0.selection?.tab == "home" }
            try shell.click(.tab("wiki"))
            try shell.wait(for: "the page again") { $0.selection?.tab == "wiki" }
            #expect(try shell.state().status(of: .page("wiki"))?.pid == pid)
        }
    }
}
