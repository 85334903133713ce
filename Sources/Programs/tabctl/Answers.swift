// SPDX-License-Identifier: MIT
import ArgumentParser
import TabshellIPC

extension JSON {
    /// A string in an answer.
    ///
    /// - Throws: the end of the program, when the daemon has not sent one.
    func text(_ name: String) throws(ExitCode) -> String {
        guard case .string(let text)? = self[name] else { throw TabctlCommand.nonsense("\(name) is no string") }
        return text
    }

    /// An array in an answer.
    ///
    /// - Throws: the end of the program, when the daemon has not sent one.
    func elements(_ name: String) throws(ExitCode) -> [JSON] {
        guard case .array(let elements)? = self[name] else { throw TabctlCommand.nonsense("\(name) is no array") }
        return elements
    }
}
