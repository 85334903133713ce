import Foundation
import ShellModel
@testable import TabDaemon
import TestSupport
import Testing

/// Tabs whose programs need a network.
@Suite struct NetworkTests {
    @Test func longAbsenceLoadsPagesAgain() {
        var absence = NetworkAbsence()
        #expect(!absence.isAbsent)
        let changes: [(isPresent: Bool, seconds: UInt64)] = [
            // The time is the loss's.
            (true, 0), (false, 1), (false, 5), (true, 6), (false, 7), (true, 11), (true, 100),
        ]
        let isLong = changes.map { change in
            let result = absence.changed(isPresent: change.isPresent, at: change.seconds * 1_000_000_000)
            #expect(absence.isAbsent != change.isPresent)
            return result
        }
        #expect(isLong == [false, false, false, true, false, false, false])
    }

    /// True if this user may create a network namespace.
    private static let hasNamespaces =
        (try? ChildProcess.run("unshare", ["-rn", "ip", "link", "set", "lo", "up"])) != nil

    @Test(.enabled(if: hasNamespaces)) func programStartsWhenThereIsANetwork() throws {
        let home = try TemporaryDirectory.home()
        try home.write(
            """
            #!/bin/sh
            echo $$ >>\(home.appending("pids"))
            exec tail -f /dev/null
            """, to: "program", mode: 0o755)
        func configure(_ needsNetwork: Bool = true) throws {
            try home.configure(
                """
                panel = "/nowhere/panel"

                [[tabs]]
                id = "page"
                title = "Page"
                icon = "home"
                exec = "\(home.appending("program"))"
                needs_network = \(needsNetwork)

                [[tabs]]
                id = "window"
                title = "Window"
                icon = "notes"
                app_id = "w"
                exec = "\(home.appending("program"))"
                needs_network = true
                """)
        }
        try configure()
        let daemon = try TestDaemon(
            ["-rn", BuiltProducts.url("tabshelld").path], executable: Environment.find("unshare"), in: home)
        func ip(_ words: String...) throws {
            let entry = ["-t", "\(daemon.process.pid)", "-U", "-n", "--preserve-credentials", "ip"]
            _ = try ChildProcess.run("nsenter", entry + words)
        }
        func pids() -> [pid_t] { home.pids("pids") }
        let panel = try daemon.client()
        try panel.request("register", ["program": "panel"])
        let reason = "waiting for the network"
        func wait(_ tab: TabID, _ phase: ProgramStatus.Phase, _ reason: String?) throws {
            // Without a network a button could not start anything.
            try daemon.wait(for: .page(tab), "\(phase)") {
                $0.phase == phase && $0.reason == reason && $0.isStartable == (phase != .absent)
            }
        }
        try wait("page", .absent, reason)
        try panel.request("select", ["tab": "window"])
        #expect(try panel.refusal(of: #"{"verb":"window","tab":"window","window":null}"#) == nil)
        try wait("window", .absent, reason)
        // Another report of the panel does not replace the reason.
        #expect(try panel.refusal(of: #"{"verb":"window","tab":"window","window":null,"note":"n"}"#) == nil)
        try wait("window", .absent, reason)
        #expect(pids().isEmpty)
        try ip("link", "set", "lo", "up")
        try ip("route", "add", "default", "dev", "lo")
        try waitUntil("both programs: \(daemon.process.errorOutput)") { pids().count == 2 }
        try wait("window", .starting, nil)
        // A short absence changes nothing for programs that run.
        try ip("route", "del", "default")
        try panel.request("restart", ["tab": "page"])
        try wait("page", .absent, reason)
        #expect(pids().count == 2)
        try configure(false)
        try panel.request("reload")
        try waitUntil("the page's program") { pids().count == 3 }
        try wait("window", .starting, nil)
    }
}
