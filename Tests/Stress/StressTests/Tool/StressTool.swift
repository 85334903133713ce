import Foundation
import TestSupport
import Testing

@testable import StressMonitor

/// A user's data, and `tabshell-stress` as that user runs it. The time zone is Berlin's, by rule.
final class StressTool {
    let home: TemporaryDirectory
    let environment: [String: String]
    var database: String { home.appending("data/tabshell/stress.db") }

    init() throws {
        home = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        environment = Environment.plain.merging([
            "HOME": home.path, "XDG_DATA_HOME": home.appending("data"), "TZ": "CET-1CEST,M3.5.0,M10.5.0/3",
        ]) { $1 }
    }

    /// Runs it once as the same user, successfully.
    ///
    /// - Returns: its output.
    @discardableResult
    static func run(_ arguments: [String], in variables: [String: String] = [:]) throws -> String {
        let output = try ChildProcess.run(
            BuiltProducts.url("tabshell-stress").path, arguments,
            environment: Environment.plain.merging(variables) { $1 })
        return String(decoding: output, as: UTF8.self)
    }

    typealias Result = (exit: ChildProcess.Exit, output: String, errors: String)

    func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(BuiltProducts.url("tabshell-stress").path, arguments, environment: environment)
    }

    func run(_ arguments: String...) throws -> Result { try run(arguments) }

    private func run(_ arguments: [String]) throws -> Result {
        let process = try start(arguments)
        return (try process.waitForExit(seconds: 60), process.output, process.errorOutput)
    }

    /// Runs it, and checks its exit status and a part of its output and of its errors.
    @discardableResult
    func expect(
        _ status: Int32 = 0, _ output: String = "", errors: String = "", of arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let result = try run(arguments)
        #expect(result.exit == .code(status), "\(result.errors)", sourceLocation: sourceLocation)
        #expect(output.isEmpty || result.output.contains(output), sourceLocation: sourceLocation)
        #expect(errors.isEmpty || result.errors.contains(errors), sourceLocation: sourceLocation)
        return result.output
    }

    /// Runs a line of bash in which `$tool` is the program.
    func bash(_ line: String) throws -> Result {
        let variables = ["tool": try BuiltProducts.url("tabshell-stress").path]
        let process = try ChildProcess("bash", ["-c", line], environment: environment.merging(variables) { $1 })
        return (try process.waitForExit(seconds: 60), process.output, process.errorOutput)
    }

    /// Runs it on a terminal.
    func onTerminal(_ arguments: String) throws -> (exit: ChildProcess.Exit, output: String) {
        let result = try bash("script -qec \"$tool \(arguments)\" /dev/null")
        return (result.exit, result.output.replacingOccurrences(of: "\r\n", with: "\n"))
    }

    /// The database, opened by another process. The program creates it, so that it belongs to its user.
    func store() throws -> StressStore {
        if access(database, F_OK) != 0 { _ = try run("list") }
        return try StressStore(path: database)
    }

    /// A CSV file with one measurement a second.
    func table(_ name: String, rows: Range<Int>) throws -> String {
        let lines = rows.map { "\(1_600_000_000 + $0),50,\(60 + $0 % 40)\n" }
        return try home.write("time,sdnn,hr\n" + lines.joined(), to: name)
    }
}
