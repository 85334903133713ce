// SPDX-License-Identifier: MIT
public import ShellModel

/// A reading of the configuration with another text in place of the file `tabs.toml`, or with a change made to it.
public struct TabsEdit: Equatable, Sendable {
    /// The text; nil for that of the file.
    public var text: String?
    /// The text of the file from which ``text`` was made. If the file has another one, the changes since are merged. Nil to use
    /// ``text`` whatever the file has.
    public var over: String?
    public var change: TabChange?
    /// The look that the text is to name.
    public var look: String?

    public init(text: String? = nil, over: String? = nil, change: TabChange? = nil, look: String? = nil) {
        self.text = text
        self.over = over
        self.change = change
        self.look = look
    }

    /// The name in place of a file's in the errors of a change.
    public static let errorFile = "the change of the tabs"
    /// The key in an error about a desktop entry.
    public static let desktopEntryKey = "desktop"
}
