import Foundation
import ShellModel
import TestSupport
import Testing

/// A daemon that guards a tab by a number.
@Suite struct LockedDaemonTests {
    private let daemon: TestDaemon

    init() throws {
        let home = try TemporaryDirectory.home()
        try home.configure("screenshots = true\n\(Self.lock(of: "flash"))")
        daemon = try TestDaemon(in: home)
    }

    /// The lock of a tab by the number 2580.
    private static func lock(of tab: String) throws -> String {
        let tabctl = try BuiltProducts.url("tabctl").path
        let hash = try ChildProcess.run("sh", ["-c", "echo 2580 | '\(tabctl)' lock hash"])
        let pin = String(decoding: hash, as: UTF8.self).trimmingCharacters(in: .newlines)
        return "[lock]\npin = \"\(pin)\"\ntabs = [\"\(tab)\"]\n"
    }

    /// The error of a request; empty if it is carried out.
    private func error(_ client: SocketClient, _ verb: String, _ arguments: [String: Any] = [:]) throws -> [String: Any]
    {
        try client.send(arguments.merging(["id": 7, "verb": verb]) { first, _ in first })
        return try client.expect(reply: 7)["error"] as? [String: Any] ?? [:]
    }

    @Test func numberIsCheckedByItsHash() throws {
        let panel = try daemon.client()
        try panel.request("register", ["program": "panel"])
        #expect(try error(panel, "select", ["tab": "flash"])["code"] as? String == "locked")
        for (number, isRight) in [("1", false), ("2580", true)] {
            #expect(try error(panel, "unlock", ["number": number]).isEmpty == isRight)
            let state = try panel.state()
            #expect(state.isLocked != isRight && state.lock?.prompt == (isRight ? nil : .tab("flash")))
        }
        #expect(try panel.state().selection?.tab == "flash")
        // The hash is in the configuration, and in nothing that a client gets.
        #expect(try !"\(panel.request("state"))".contains("$y$"))
    }

    /// Programs get neither the paths of sockets nor, by the panel's program, the compositor's privileged protocols.
    @Test func programsAreKeptFromTheShell() throws {
        let home = try TemporaryDirectory.home("bin")
        let executable = try home.copy(BuiltProducts.url("tabshelld").path, to: "bin/tabshelld")
        try FileManager.default.createSymbolicLink(
            atPath: home.appending("bin/tabshell-config"),
            withDestinationPath: BuiltProducts.url("tabshell-config").path)
        try home.write(
            "#!/bin/sh\necho $TABSHELL_TAB$TABSHELL_ACTION $* >>\(home.appending("started"))\nshift 3\nexec \"$@\"\n",
            to: "bin/tabshell-panel", mode: 0o755)
        try home.write(
            """
            #!/bin/sh
            echo $TABSHELL_TAB$TABSHELL_ACTION ${TABSHELL_SOCKET-none} ${SWAYSOCK-none} ${XDG_ACTIVATION_TOKEN-none} $* >>\(home.appending("environment"))

            """, to: "bin/app", mode: 0o755)
        let app = home.appending("bin/app")
        // The daemon has a file of this name beside its socket.
        let tabs = ["lock", "trusted", "missing", "guarded"].map {
            """
            [[tabs]]
            id = "\($0)"
            title = "\($0)"
            icon = "notes"
            app_id = "org.example.\($0)"
            exec = ["\(app)\($0 == "missing" ? ".missing" : "")", "a b"]
            controls_shell = \($0 == "trusted")

            """
        }
        let actions = ["open", "control"].map {
            """
            [[actions]]
            id = "\($0)"
            title = "\($0)"
            icon = "notes"
            exec = "\(app)"
            controls_shell = \($0 == "control")

            """
        }
        try home.configure("panel = \"/nowhere\"\n\((tabs + actions).joined())\(Self.lock(of: "guarded"))")
        // The daemon's own token is used up.
        let variables = ["SWAYSOCK": "/sway", "XDG_ACTIVATION_TOKEN": "stale"]
        let daemon = try TestDaemon([], environment: variables, executable: executable, in: home)
        let panel = try daemon.client()
        try panel.request("register", ["program": "panel"])
        for tab in ["lock", "trusted"] {
            try panel.request("select", ["tab": tab])
            #expect(try panel.refusal(of: #"{"verb":"window","tab":"\#(tab)","window":null}"#) == nil)
            try waitUntil("\(tab): \(daemon.process.errorOutput)") {
                home.lines("environment").last?.hasPrefix(tab) == true
            }
        }
        #expect(home.lines("environment") == ["lock none none none a b", "trusted \(daemon.socket) /sway none a b"])
        #expect(home.lines("started") == ["lock --context \(daemon.socket).tab-lock -- \(app) a b"])
        try panel.request("restart", ["tab": "lock", "activation": "mine"])
        try waitUntil("another start") { home.lines("environment").count == 3 }
        #expect(home.lines("environment").last == "lock none none mine a b" && home.lines("started").count == 2)
        for action in ["open", "control"] {
            try panel.request("action", ["action": action])
            let socket = action == "open" ? "none none" : "\(daemon.socket) /sway"
            try waitUntil("the action") { home.lines("environment").last == "\(action) \(socket) none" }
            #expect(home.lines("started").last == "open --context \(daemon.socket).action-1 -- \(app)")
        }
        try panel.request("select", ["tab": "missing"])
        #expect(try panel.refusal(of: #"{"verb":"window","tab":"missing","window":null}"#) == nil)
        let status = try daemon.wait(for: .page("missing"), "absent") { $0.reason != nil }
        #expect(status.reason == "program \"\(app).missing\" not found")
    }
}
