// SPDX-License-Identifier: MIT

import ClockTestSupport
import EventLoop
import Foundation
import ShellModel
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
            [[tabs]]
            id = "other"
            title = "Other"
            icon = "home"
            exec = ["/bin/sh", "-c", "exec sleep 1000"]

            """)
        clock = try ScriptedClock(in: home)
        daemon = try TestDaemon([], environment: clock.environment, in: home)
        pid = try #require(daemon.wait(for: .page("edit"), "started") { $0.pid != nil }.pid)
        try daemon.wait(for: .page("other"), "started") { $0.pid != nil }
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

    /// Lets 5 s pass, and answers the daemon's question.
    private func answer(_ windows: [[String: Any]]) throws {
        clock.now = MonotonicClock.now + 6_000_000_000
        // The daemon sees the time when something wakes it.
        try client.request("ping")
        let serial = try #require(try panel.expect(event: "foreign")["serial"] as? Int)
        try panel.request("foreign", id: 9, ["serial": serial, "windows": windows])
    }

    private func window(_ appID: String, _ members: [String: Any] = [:]) -> [String: Any] {
        ["app_id": appID, "title": "", "focused": false].merging(members) { $1 }
    }

    private func status(_ tab: TabID) throws -> ProgramStatus {
        try #require(try client.state().status(of: .page(tab)))
    }

    /// The window of the process is named. It becomes the page of its tab, and its program goes on; another program than that
    /// window's ends.
    @Test func programGoesOnWhenItsWindowIsAdopted() throws {
        try answer([window("foot"), window("org.gnome.gedit", ["pid": pid])])
        let opened = try status("edit")
        #expect(opened.window == "org.gnome.gedit" && opened.phase == .starting && opened.pid == pid)
        #expect(try status("other").window == nil)
        #expect(daemon.process.errorOutput.contains("page:edit: opened a window (org.gnome.gedit)"))
        try client.request("tab_window", ["tab": "edit", "app_ids": ["org.gnome.gedit"], "select": true])
        let state = try client.state()
        #expect(state.tab("edit")?.window?.appIDs.map(\.text) == ["org.gnome.gedit"])
        #expect(state.status(of: .page("edit"))?.pid == pid && state.status(of: .page("edit"))?.window == nil)
        #expect(state.configuration.hasUnsavedTabs && state.tab("edit")?.title == "Edit")
        try panel.request("window", id: 5, ["tab": "edit", "window": ["title": "", "urgent": false]])
        #expect(try status("edit").phase == .alive && status("edit").pid == pid)
        try client.request("save")
        let saved = home.lines(".config/tabshell/tabs.toml").filter { !$0.hasPrefix("#") }
        #expect(
            saved == [
                "[[tabs]]", "id = \"edit\"", "exec = [\"\(home.appending("bin/gedit"))\"]",
                "app_id = \"org.gnome.gedit\"",
            ])

        let other = try #require(try status("other").pid)
        try client.request("tab_window", ["tab": "other", "app_ids": ["x"]])
        #expect(try status("other").pid == nil)
        try waitUntil("the program of the other tab to end") { kill(other, 0) != 0 }
    }
}
