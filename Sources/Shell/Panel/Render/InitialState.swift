// SPDX-License-Identifier: MIT
import EventLoop
import CommandLineKit
import Posix
import ShellModel
import TabshellIPC

/// The state that a daemon would begin with. The daemon is asked for it, since it alone reads configurations; it answers
/// without serving anybody.
enum InitialState {
    /// - Parameter arguments: the options of `tabshelld` that say which configuration it is.
    /// - Throws: ``ExitError`` with what the daemon says is wrong.
    static func load(_ arguments: [String]) throws(ExitError) -> ShellState {
        guard let program = ChildProcess.findExecutable("tabshelld") else {
            throw ExitError(status: .refused, reason: "there is no program tabshelld beside this one or on PATH")
        }
        do {
            let output = try ChildProcess.output(of: program, arguments: ["--print-state"] + arguments)
            // What is wrong with the configuration stands on standard error already.
            guard !output.isEmpty else { throw ExitError(status: .refused, reason: "tabshelld gave no state") }
            return try ShellState(json: try JSONParser.parse(output))
        } catch let error as ExitError {
            throw error
        } catch {
            throw ExitError(status: .refused, reason: "tabshelld's state: \(error)")
        }
    }
}
