import ClockTestSupport
import EventLoop
import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Programs that open a window in a tab without an app ID. The test is the panel.
@Suite struct OpenedWindowTests {
    private let home: TemporaryDirectory
    private let daemon: TestDaemon
    private let clock: ScriptedClock
    private let panel: SocketClient
    private let client: SocketClient
    /// The process of the tab `edit`.
    private let pid: Int32

    init() throws {
        home = try .home("bin")
        try home.write("#!/bin/sh\nexec sleep 1000\n", to: "bin/gedit", mode: 0o755)
        try home.configure(
            """
            panel = ["/bin/sh", "-c", "exec sleep 1000"]
            [[tabs]]
            id = "edit"
            title = "Edit"
            icon = "document"
            exec = "\(home.appending("bin/gedit"))"

            """)
        clock = try ScriptedClock(in: home)
        daemon = try TestDaemon([], environment: clock.environment, in: home)
        pid = try #require(daemon.wait(for: .page("edit"), "started") { $0.pid != nil }.pid)
        let running = try #require(daemon.wait(for: .panel, "started") { $0.pid != nil }.pid)
        // A client that is not the panel's process may not be the panel.
        kill(running, SIGKILL)
        client = try daemon.client()
        panel = try daemon.client()
        let panel = panel
        try waitUntil("the panel to register") {
            (try? panel.request("register", ["program": "panel"])) != nil
        }
    }

    /// The window of the process is named. It becomes the page of its tab, and its program continues.
    @Test func programGoesOnWhenItsWindowIsAdopted() throws {
        clock.now = MonotonicClock.now + 6_000_000_000
        // The daemon sees the time when something wakes it.
        try client.request("ping")
        let serial = try #require(try panel.expect(event: "foreign")["serial"] as? Int)
        let windows = ([("foot", NSNull()), ("org.gnome.gedit", pid)] as [(String, Any)]).map { appID, pid in
            ["app_id": appID, "title": "", "focused": false, "pid": pid] as [String: Any]
        }
        try panel.request("foreign", id: 9, ["serial": serial, "windows": windows])
        let opened = try client.state().status(of: .page("edit"))
        #expect(opened?.window == "org.gnome.gedit" && opened?.phase == .starting && opened?.pid == pid)
        #expect(daemon.process.errorOutput.contains("page:edit: opened a window (org.gnome.gedit)"))
        try client.request("tab_window", ["tab": "edit", "app_ids": ["org.gnome.gedit"], "select": true])
        try panel.request("window", id: 5, ["tab": "edit", "window": ["title": "", "urgent": false]])
        let status = try client.state().status(of: .page("edit"))
        #expect(status?.phase == .alive && status?.pid == pid && status?.window == nil)
        try client.request("save")
        let saved = home.lines(".config/tabshell/tabs.toml").filter { !$0.hasPrefix("#") }
        #expect(
            saved == [
                "[[tabs]]", "id = \"edit\"", "exec = [\"\(home.appending("bin/gedit"))\"]",
                "app_id = \"org.gnome.gedit\"",
            ])
    }
}
