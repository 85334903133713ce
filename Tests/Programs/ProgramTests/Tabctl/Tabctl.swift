import CommandLineKit
import Foundation
import TestSupport

/// A folder for a daemon, and `tabctl` as a user runs it.
final class Tabctl {
    let home: TemporaryDirectory
    let environment: [String: String]
    let socket: String
    private var daemon: ChildProcess?
    private var server: ChildProcess?

    /// - Parameter isGerman: true for the German locale and catalogue.
    init(isGerman: Bool = false) throws {
        home = try TemporaryDirectory()
        _ = try home.makeDirectory("run")
        _ = try home.makeDirectory("run/tabshell")
        socket = home.appending("run/tabshell/default.sock")
        environment = Environment.plain.merging(["HOME": home.path, "XDG_RUNTIME_DIR": home.appending("run")]) { $1 }
            .merging(isGerman ? try PrivateLocale(in: home).environment : [:]) { $1 }
    }

    /// Starts a daemon and waits until it serves: it listens before it has read its configuration.
    @discardableResult
    func startDaemon() throws -> pid_t {
        let process = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--no-programs"], environment: environment)
        daemon = process
        _ = try SocketClient.waiting(for: socket).read()
        return process.pid
    }

    func stopDaemon() {
        daemon?.terminate()
    }

    /// Starts a server that writes some lines to each client, and then records its requests, or hangs up at once.
    ///
    /// - Parameter asRoot: true if it keeps the rights of root.
    @discardableResult
    func startServer(
        saying lines: [String], hangsUp: Bool = false, asRoot: Bool = false
    ) throws -> ChildProcess {
        let rest = hangsUp ? "" : "exec cat >>'\(home.path)/requests'\n"
        let text = lines.map { $0 + "\n" }.joined()
        try home.write(text, to: "lines")
        let script = try home.write("#!/bin/sh\ncat '\(home.path)/lines'\n" + rest, to: "server", mode: 0o755)
        let server = try ChildProcess(
            "socat", ["UNIX-LISTEN:\(socket),fork,mode=777", "EXEC:\(script)"], asRoot: asRoot)
        _ = try SocketClient.waiting(for: socket)
        self.server = server
        return server
    }

    /// The lines that the server has received from its clients.
    var requests: String {
        (try? String(contentsOfFile: home.appending("requests"), encoding: .utf8)) ?? ""
    }

    /// The hello of a daemon of this version.
    static let hello =
        #"{"event":"hello","protocol":"1.1","version":"\#(tabshellVersion)","pid":1,"features":["ping"]}"#

    /// Starts it with its output in a file.
    func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(BuiltProducts.url("tabctl").path, arguments, environment: environment)
    }

    /// Runs it to its end with its output in a file.
    func run(_ arguments: String...) throws -> (exit: ChildProcess.Exit, output: String, errors: String) {
        let process = try start(arguments)
        return (try process.waitForExit(), process.output, process.errorOutput)
    }

    /// Runs a line of bash in which `$tabctl` is the program.
    func bash(_ line: String) throws -> (exit: ChildProcess.Exit, output: String, errors: String) {
        let variables = ["tabctl": try BuiltProducts.url("tabctl").path]
        let process = try ChildProcess("bash", ["-c", line], environment: environment.merging(variables) { $1 })
        return (try process.waitForExit(), process.output, process.errorOutput)
    }

    /// Runs it on a terminal.
    func onTerminal(_ arguments: String) throws -> (exit: ChildProcess.Exit, output: String) {
        let result = try bash("script -qec \"$tabctl \(arguments)\" /dev/null")
        return (result.exit, result.output.replacingOccurrences(of: "\r\n", with: "\n"))
    }
}
