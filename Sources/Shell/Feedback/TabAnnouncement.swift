// SPDX-License-Identifier: MIT

/// What there is to say of a tab.
public struct TabAnnouncement: Equatable, Sendable {
    /// What the tab is called.
    public var label: String
    /// What can be done with it; may be empty.
    public var hint: String
    /// What waits there; may be empty.
    public var value: String
    public var isSelected: Bool

    public init(label: String, hint: String = "", value: String = "", isSelected: Bool = false) {
        self.label = label
        self.hint = hint
        self.value = value
        self.isSelected = isSelected
    }

    /// All of it, in the order in which screen readers say it: "Home, selected. 3 notifications."
    public var sentences: String {
        Self.join([isSelected ? "\(label), selected" : label, value, hint])
    }

    /// What is new there, with the name alone: "Flash. 1 notification." Empty when nothing waits.
    public var news: String {
        value.isEmpty ? "" : Self.join([label, value])
    }

    /// A full stop makes a voice pause; whoever has ended a sentence differently meant that.
    private static func join(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.map { $0.last.map(ends.contains) ?? true ? $0 : $0 + "." }.joined(separator: " ")
    }

    private static let ends: [Character] = [".", "!", "?", "…", "。", "！", "？"]
}
