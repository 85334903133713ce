// SPDX-License-Identifier: MIT

import ShellModel
import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

/// The panel and the pages under the daemon when the compositor goes and comes back.
@Suite(.serialized) struct CompositorReturnTests {
    /// The daemon with the panel and the pages that it starts, which find the compositor by a symbolic link.
    private final class SupervisedShell {
        let folder: TemporaryDirectory
        let link: String
        let daemon: ChildProcess
        let socket: SocketClient

        init(_ compositor: FakeCompositor) throws {
            folder = try TemporaryDirectory()
            link = folder.appending("wayland-7")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: compositor.socketPath)
            let path = folder.appending("daemon.sock")
            daemon = try ChildProcess(
                BuiltProducts.url("tabshelld").path,
                ["--config", folder.write(SamplePages.tables(), to: "config.toml", mode: 0o644)],
                environment: Environment.plain.merging([
                    "WAYLAND_DISPLAY": link, "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path,
                    "XDG_DATA_HOME": folder.path, "HOME": folder.path, "TABSHELL_SOCKET": path,
                ]) { $1 })
            socket = try SocketClient.waiting(for: path)
        }

        deinit { daemon.terminate() }

        /// Lets the programs find another compositor.
        func point(to compositor: FakeCompositor) throws {
            let temporary = link + ".new"
            try FileManager.default.createSymbolicLink(atPath: temporary, withDestinationPath: compositor.socketPath)
            guard rename(temporary, link) == 0 else { throw SystemError("rename", errno: errno) }
        }

        var programs: [ProgramStatus] { get throws { try socket.state().programs } }

        /// Waits until the bar and the page of a tab are on the screen, and all other pages have a surface.
        func waitUntilShown(_ tab: String, on compositor: FakeCompositor) throws {
            try compositor.waitUntil("the bar and \(tab): \(daemon.errorOutput)") {
                for surface in compositor.surfaces { surface.fireFrame() }
                return compositor.surfaces("tabshell-bar").contains(where: \.showsIcons)
                    && CompositorReturnTests.tabs.allSatisfy { other in
                        compositor.surfaces("tabshell-page-\(other)").contains { page in
                            page.shown?.bufferSize.map { other != tab || $0.width == 428 } ?? false
                        }
                    }
            }
            try compositor.waitUntil("all programs to live: \(daemon.errorOutput)") {
                try programs.allSatisfy { $0.phase == .alive }
            }
            #expect(compositor.violations == [])
        }
    }

    private static let tabs = SamplePages.tabs

    @Test func programsComeBackWithTheCompositor() throws {
        let first = try FakeCompositor()
        let shell = try SupervisedShell(first)
        try shell.waitUntilShown("home", on: first)
        try shell.socket.request("select", ["tab": "flash"])
        try shell.waitUntilShown("flash", on: first)

        first.disappear()
        try waitUntil("the programs to wait: \(shell.daemon.errorOutput)") {
            try shell.programs.allSatisfy { $0.reason == "no compositor at \(shell.link)" }
        }
        let lines = shell.daemon.errorOutput.split(separator: "\n")
        for (name, count) in [("panel", 1), ("sample", Self.tabs.count)] {
            // The daemon puts the name of its tab before a page's line.
            let own = lines.filter { $0.contains("tabshell-\(name): ") }
            #expect(
                own.count == count && own.first?.contains("the connection to the compositor is lost") == true, "\(own)")
        }
        #expect(lines.count { $0.contains("no compositor") } == 1, "\(lines)")

        let second = try FakeCompositor()
        try shell.point(to: second)
        try shell.waitUntilShown("flash", on: second)
        #expect(try shell.programs.allSatisfy { $0.restarts == 1 })
        #expect(shell.daemon.terminate() == .code(0))
        #expect(ProcessFacts.all.allSatisfy { $0.environment?["WAYLAND_DISPLAY"] != shell.link })
    }

    /// The others would take the processors from them. On a machine that needs 3 s for them they start, too.
    @Test func pagesBehindStartWhenBarAndPageHaveDrawn() throws {
        let begun = Monotonic.now
        let compositor = try FakeCompositor()
        let shell = try SupervisedShell(compositor)
        try compositor.waitUntil("another page: \(shell.daemon.errorOutput)") {
            Self.tabs.dropFirst().contains { !compositor.surfaces("tabshell-page-\($0)").isEmpty }
        }
        let isLate = Monotonic.now - begun > 3_000_000_000
        for name in ["tabshell-bar", "tabshell-page-home"] {
            #expect(isLate || compositor.surfaces(name).contains { $0.frameCount > 0 }, "\(name)")
        }
        try shell.waitUntilShown("home", on: compositor)
    }

    /// The compositor lives: the programs are restarted at once.
    @Test func programsComeBackAfterAFatalError() throws {
        let compositor = try FakeCompositor()
        let shell = try SupervisedShell(compositor)
        try shell.waitUntilShown("home", on: compositor)
        let clients = compositor.clients
        for client in clients where client.isConnected {
            guard let surface = client.objects("wl_surface").first else { continue }
            client.postError(of: surface, code: 2, "an error of the compositor's own")
        }
        try compositor.waitUntil("the programs to end") { !clients.contains(where: \.isConnected) }
        try shell.waitUntilShown("home", on: compositor)
        #expect(shell.daemon.errorOutput.contains("error 2 of wl_surface"))
    }
}
