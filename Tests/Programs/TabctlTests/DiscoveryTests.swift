// SPDX-License-Identifier: MIT

import Foundation
import Testing
import TestSupport

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

/// `tabctl --host`, with a program in place of ssh that runs the command here, by a shell as sshd does.
@Suite struct RemoteHostTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
        let products = try BuiltProducts.url("tabctl").deletingLastPathComponent().path
        // The arguments, one a line; then the command, unless the file `down` says how it fails instead.
        try write(
            """
            for word; do printf '%s\\n' "$word"; last=$word; done >>'\(tabctl.home.path)/words'
            if [ -e '\(tabctl.home.path)/down' ]; then rm '\(tabctl.home.path)/down'; exit 255; fi
            PATH='\(products)':$PATH exec sh -c "$last"
            """)
    }

    private func write(_ script: String) throws {
        _ = try tabctl.home.makeDirectory("bin")
        _ = try tabctl.home.write("#!/bin/sh\n" + script + "\n", to: "bin/ssh", mode: 0o755)
    }

    private func run(_ arguments: String) throws -> (exit: ChildProcess.Exit, output: String, errors: String) {
        try tabctl.bash("PATH='\(tabctl.home.path)/bin':$PATH; \(arguments)")
    }

    private var words: [String] {
        let text = (try? String(contentsOfFile: tabctl.home.appending("words"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    @Test func wordsArriveAsTheyAre() throws {
        try tabctl.startDaemon()
        let text = #"it's $HOME `date` "x" \ * ü"#
        try tabctl.home.write(text, to: "text")
        let sent = try run(#"$tabctl --host me@kiosk message "$(cat \#(tabctl.home.path)/text)" --for 60"#)
        #expect(sent.exit == .code(0), "\(sent.errors)")
        #expect(words.prefix(3) == ["-T", "--", "me@kiosk"])
        #expect(try tabctl.run("status", "--json").output.contains(#""text":"it's $HOME `date` \"x\" \\ * ü""#))
        #expect(try run("$tabctl --host=kiosk message ''").exit == .code(1))
    }

    @Test func inputAndStatusPass() throws {
        try tabctl.startDaemon()
        let shown = try run("echo '# Tea' | $tabctl --host kiosk show nowhere -")
        #expect(shown.exit == .code(1) && shown.errors.contains("unknown tab \"nowhere\""))
        #expect(try run("echo '# Tea' | $tabctl --host kiosk show home -").exit == .code(0))
        #expect(try tabctl.run("status", "--json").output.contains(##""text":"# Tea\n""##))
        try tabctl.home.write("", to: "down")
        #expect(try run("$tabctl --host kiosk ping").exit == .code(255))
    }

    @Test func watchStartsAgain() throws {
        try tabctl.startDaemon()
        try tabctl.home.write("", to: "down")
        let watched = try run("$tabctl --host kiosk watch --json selection | head -n 1")
        #expect(watched.output.contains(#""event":"selection""#))
        #expect(watched.errors.contains("the connection to kiosk is lost; trying again"))
        #expect(words.filter { $0 == "ServerAliveInterval=15" }.count == 2)
        // What a restart does not help ends it.
        #expect(try run("$tabctl --host kiosk watch weather").exit == .code(2))
    }

    /// A picture of bytes that a terminal would change, by a program in the place of the panel.
    @Test func pictureArrivesAsItIs() throws {
        for folder in [".config", ".config/tabshell"] { _ = try tabctl.home.makeDirectory(folder) }
        try tabctl.home.write("screenshots = true\n", to: ".config/tabshell/config.toml", mode: 0o644)
        try tabctl.startDaemon()
        let bin = tabctl.home.appending("bin")
        _ = try tabctl.home.copy(BuiltProducts.url("tabctl").path, to: "bin/tabctl")
        try tabctl.home.write(
            #"""
            #!/bin/sh
            grep -q '"look"' && [ "$1" = --screenshot=X-1 ] && printf '\211PNG\r\n\032\n\0\377\n\r'

            """#, to: "bin/tabshell-panel", mode: 0o755)
        try tabctl.home.write(
            "#!/bin/sh\nfor word; do last=$word; done\nPATH='\(bin)':$PATH exec sh -c \"$last\"\n", to: "bin/ssh",
            mode: 0o755)
        let remote = "$tabctl --host kiosk screenshot --output X-1 -"
        let picture = try run("\(remote) | od -An -tx1")
        #expect(picture.output == " 89 50 4e 47 0d 0a 1a 0a 00 ff 0a 0d\n", "\(picture.errors)")
        let fromTerminal = try run(
            "script -qec \"\(remote) >'\(bin)/picture'\" /dev/null; od -An -tx1 '\(bin)/picture'")
        #expect(fromTerminal.output == picture.output, "\(fromTerminal.errors)")
        let toTerminal = try tabctl.onTerminal("screenshot -")
        #expect(toTerminal.exit == .code(2) && toTerminal.output.contains("a terminal shows no picture"))
        let failed = try run("$tabctl --host kiosk screenshot --output X-2 - | od -An -tx1")
        #expect(failed.output.isEmpty)
    }

    @Test(arguments: ["--host", "--host=", "--host -oProxyCommand=true ping", "ping --host kiosk"])
    func wrongHostIsRefused(arguments: String) throws {
        #expect(try run("$tabctl \(arguments)").exit == .code(2))
        #expect(words.isEmpty)
    }

    @Test func missingSSHIsNamed() throws {
        let process = try tabctl.bash("PATH='\(tabctl.home.path)'; $tabctl --host kiosk ping")
        #expect(process.exit == .code(1) && process.errors.contains("ssh"))
    }
}
