// SPDX-License-Identifier: MIT

/// The spoken description of a tab.
public struct TabAnnouncement: Equatable, Sendable {
    /// The name of the tab.
    public var label: String
    /// The hint at its action; may be empty.
    public var hint: String
    /// The value of its badge; may be empty.
    public var value: String
    public var isSelected: Bool

    public init(label: String, hint: String = "", value: String = "", isSelected: Bool = false) {
        self.label = label
        self.hint = hint
        self.value = value
        self.isSelected = isSelected
    }

    /// The whole description in the order of screen readers: "Home, selected. 3 notifications."
    public var sentences: String {
        Self.join([isSelected ? "\(label), selected" : label, value, hint])
    }

    /// The name and the value: "Flash. 1 notification." Empty without a value.
    public var news: String {
        value.isEmpty ? "" : Self.join([label, value])
    }

    /// Adds a full stop, at which a voice pauses, to each part without an end of its own.
    private static func join(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.map { $0.last.map(ends.contains) ?? true ? $0 : $0 + "." }.joined(separator: " ")
    }

    private static let ends: [Character] = [".", "!", "?", "…", "。", "！", "？"]
}
