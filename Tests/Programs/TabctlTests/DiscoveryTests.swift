// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// A daemon that listens elsewhere than the terminal's environment says.
@Suite struct DiscoveryTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
    }

    private func path(_ name: String) -> String { tabctl.home.appending("run/tabshell/\(name).sock") }

    private func daemon(_ display: String?) throws -> ChildProcess {
        let environment = tabctl.environment.merging(display.map { ["WAYLAND_DISPLAY": $0] } ?? [:]) { $1 }
        let process = try ChildProcess(BuiltProducts.url("tabshelld").path, ["--no-programs"], environment: environment)
        _ = try SocketClient.waiting(for: path(display ?? "default")).read()
        return process
    }

    /// The process that answers.
    private func pid(_ prefix: String) throws -> pid_t? {
        let result = try tabctl.bash("\(prefix) $tabctl version --json")
        #expect(result.exit == .code(0), "\(result.errors)")
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        return json?["pid"] as? pid_t
    }

    @Test func daemonOfDisplayComesFirstThenTheServiceManagersThenAnyOther() throws {
        let one = try daemon("wayland-1")
        #expect(try pid("") == one.pid)
        #expect(try pid("WAYLAND_DISPLAY=wayland-9") == one.pid)
        #expect(try tabctl.run("socket").output == path("wayland-1") + "\n")
        #expect(try tabctl.run("--complete-words", "select", "").output.contains("growth"))
        let other = try daemon(nil)
        #expect(try pid("WAYLAND_DISPLAY=wayland-1") == one.pid)
        #expect(try pid("WAYLAND_DISPLAY=wayland-2") == other.pid)
        #expect(try tabctl.bash("WAYLAND_DISPLAY=wayland-2 $tabctl socket").output == path("default") + "\n")
        #expect(try pid("TABSHELL_SOCKET=\(path("wayland-1"))") == one.pid)
        // One that is chosen is the only one.
        let result = try tabctl.bash("TABSHELL_SOCKET=/nonexistent/s $tabctl ping")
        #expect(result.exit == .code(3))
        #expect(
            result.errors.hasPrefix("tabctl: cannot reach tabshelld: connecting to /nonexistent/s: No such file")
        )
    }

    @Test func severalDaemonsAreListed() throws {
        let daemons = [try daemon("wayland-1"), try daemon("wayland-2")]
        let result = try tabctl.run("ping")
        #expect(result.exit == .code(3))
        #expect(
            result.errors == """
                tabctl: several daemons run, and none for this terminal; choose one by its socket:
                TABSHELL_SOCKET=\(path("wayland-1")) tabctl …
                TABSHELL_SOCKET=\(path("wayland-2")) tabctl …

                """)
        withExtendedLifetime(daemons) {}
    }

    @Test func allTriedPathsAreNamed() throws {
        // The socket of a killed daemon is not one that answers.
        let killed = try daemon("wayland-1")
        killed.kill()
        let result = try tabctl.bash("WAYLAND_DISPLAY=wayland-2 $tabctl ping")
        #expect(result.exit == .code(3))
        #expect(
            result.errors == """
                tabctl: cannot reach tabshelld: connecting to \(path("wayland-2")): No such file or directory; \
                connecting to \(path("default")): No such file or directory
                Start one with tabshelld. If one runs elsewhere, set TABSHELL_SOCKET to the path of its socket.

                """)
        #expect(try tabctl.bash("WAYLAND_DISPLAY=wayland-2 $tabctl socket").output == path("wayland-2") + "\n")
    }
}
