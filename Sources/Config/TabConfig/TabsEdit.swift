// SPDX-License-Identifier: MIT
import ShellModel
import TabshellIPC

/// A reading of the configuration with another text in place of the file `tabs.toml`, or with a change made to it.
public struct TabsEdit: Equatable, Sendable {
    /// The text; nil for that of the file.
    public var text: String?
    public var change: TabChange?
    /// The look that the text is to name.
    public var look: String?

    public init(text: String? = nil, change: TabChange? = nil, look: String? = nil) {
        self.text = text
        self.change = change
        self.look = look
    }

    /// The name in place of a file's in the errors of a change.
    public static let errorFile = "the change of the tabs"
    /// The key in an error about a desktop entry.
    public static let desktopEntryKey = "desktop"

    /// The helper's arguments.
    var arguments: [String] {
        var result: [String] = []
        if let text { result.append("--tabs-text=\(text)") }
        if let look { result.append("--tabs-look=\(look)") }
        if let change {
            let line = RequestMessage(id: nil, .changeTabs(change)).json.encodedLine.dropLast()
            result.append("--tabs-change=\(String(decoding: line, as: UTF8.self))")
        }
        return result
    }

    /// Decodes the helper's arguments.
    ///
    /// - Parameters:
    ///   - text: the value of `--tabs-text`.
    ///   - change: the value of `--tabs-change`.
    ///   - look: the value of `--tabs-look`.
    /// - Throws: ``RequestError`` for an invalid change.
    public init(text: String?, change: String?, look: String?) throws(RequestError) {
        self.init(text: text, look: look)
        guard let change else { return }
        if case .changeTabs(let change, _) = try RequestMessage(line: Array(change.utf8)).request {
            self.change = change
        }
    }
}
