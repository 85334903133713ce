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
        do {
            let outcome = try ChildRun.run("tabshelld", ["--print-state"] + arguments)
            if case .missing? = outcome.error {
                throw ExitError(
                    status: .refused, reason: localized("tabshelld is neither beside this program nor on PATH"))
            }
            if let error = outcome.error { throw error }
            // The daemon has written the problems of the configuration to standard error.
            guard !outcome.output.isEmpty else {
                throw ExitError(status: .refused, reason: localized("tabshelld printed no state"))
            }
            return try ShellState(json: try JSONParser.parse(outcome.output))
        } catch let error as ExitError {
            throw error
        } catch {
            throw ExitError(status: .refused, reason: localized("tabshelld's state: \(error)"))
        }
    }
}
