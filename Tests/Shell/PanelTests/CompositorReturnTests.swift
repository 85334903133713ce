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

        /// - Parameter compositor: nil for a link that leads nowhere.
        init(_ compositor: FakeCompositor? = nil) throws {
            folder = try TemporaryDirectory()
            link = folder.appending("wayland-7")
            let target = compositor?.socketPath ?? folder.appending("nowhere")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
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

    /// At the start there is none.
    @Test func programsComeBackWithTheCompositor() throws {
        let shell = try SupervisedShell()
        func waitForPrograms(toWait times: Int) throws {
            try waitUntil("the programs to wait: \(shell.daemon.errorOutput)") {
                try shell.programs.allSatisfy { $0.reason == "no compositor at \(shell.link)" }
            }
            let lines = shell.daemon.errorOutput.split(separator: "\n")
            // One, whatever the number of programs.
            #expect(lines.count { $0.contains("no compositor at") } == times, "\(lines)")
        }
        try waitForPrograms(toWait: 1)
        let first = try FakeCompositor()
        try shell.point(to: first)
        try shell.waitUntilShown("home", on: first)
        let restarts = try shell.programs.map(\.restarts)
        try shell.socket.request("select", ["tab": "flash"])
        try shell.waitUntilShown("flash", on: first)
        let earlier = shell.daemon.errorOutput.split(separator: "\n").count

        first.disappear()
        try waitForPrograms(toWait: 2)
        let lines = shell.daemon.errorOutput.split(separator: "\n").dropFirst(earlier)
        for (name, count) in [("panel", 1), ("sample", Self.tabs.count)] {
            // The daemon puts the name of its tab before a page's line.
            let own = lines.filter { $0.contains("tabshell-\(name): ") }
            #expect(
                own.count == count && own.first?.contains("the connection to the compositor is lost") == true, "\(own)")
        }

        let second = try FakeCompositor()
        try shell.point(to: second)
        try shell.waitUntilShown("flash", on: second)
        #expect(try shell.programs.map(\.restarts) == restarts.map { $0 + 1 })
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
}
