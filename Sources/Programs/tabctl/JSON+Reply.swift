// SPDX-License-Identifier: MIT
import CommandLineKit
import TabshellIPC

extension ExitError {
    /// The end of the program after an answer that the protocol does not have.
    static func invalidReply(_ reason: String) -> ExitError {
        ExitError(status: .protocolFailure, reason: "the daemon's answer makes no sense: \(reason)")
    }
}

extension JSON {
    /// The strings in an array; nil if it is none.
    var strings: [String]? {
        guard case .array(let elements) = self else { return nil }
        return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// A string of an answer.
    ///
    /// - Throws: ``ExitError`` if there is none.
    func text(_ name: String) throws(ExitError) -> String {
        guard case .string(let text)? = self[name] else { throw .invalidReply("\(name) is not a string") }
        return text
    }

    /// An array of an answer.
    ///
    /// - Throws: ``ExitError`` if there is none.
    func elements(_ name: String) throws(ExitError) -> [JSON] {
        guard case .array(let elements)? = self[name] else { throw .invalidReply("\(name) is not an array") }
        return elements
    }
}
