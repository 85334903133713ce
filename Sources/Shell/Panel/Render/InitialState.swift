// SPDX-License-Identifier: MIT
import EventLoop
import Localization
import Posix
import ShellModel
import TabshellIPC

/// The state that a daemon would start with, printed by `tabshelld` because only the daemon reads configurations.
enum InitialState {
    /// - Parameter arguments: the options of `tabshelld` that choose the configuration.
    /// - Throws: ``ExitError`` if the state cannot be read.
    static func load(_ arguments: [String]) throws(ExitError) -> ShellState {
        guard let program = ChildProcess.findExecutable("tabshelld") else {
            throw ExitError(status: .refused, reason: localized("tabshelld is neither beside this program nor on PATH"))
        }
        do {
            let (output, problem) = try OutputProcess.run(program, arguments: ["--print-state"] + arguments)
            if let problem { throw problem }
            // The daemon has written the problems of the configuration to standard error.
            guard !output.isEmpty else {
                throw ExitError(status: .refused, reason: localized("tabshelld printed no state"))
            }
            return try ShellState(json: try JSONParser.parse(output))
        } catch let error as ExitError {
            throw error
        } catch {
            throw ExitError(status: .refused, reason: localized("tabshelld's state: \(error)"))
        }
    }
}
