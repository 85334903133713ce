// SPDX-License-Identifier: MIT
import Geometry

extension AccessibilityNode {
    /// The tree as text in English.
    public var lines: [String] { lines(\.english) }

    /// Returns the tree as text, a line for each node, its children two columns to the right:
    /// `tab "Flash tab" value "3 new" selected, 2 of 3, click, at 131,724 124×88: Double tap to switch`.
    ///
    /// - Parameter text: returns a word in the language of the text.
    public func lines(_ text: (AccessibilityWord) -> String) -> [String] {
        [line(text)] + children.flatMap { $0.lines(text).map { "  " + $0 } }
    }

    private func line(_ text: (AccessibilityWord) -> String) -> String {
        var line = text(.role(role))
        if !label.isEmpty { line += " \"\(label.onOneLine)\"" }
        if let authorID { line += " \(authorID.onOneLine)" }
        if let value { line += " " + text(.value(value.onOneLine)) }
        var traits: [AccessibilityWord] = []
        if let level { traits.append(.level(level)) }
        if isSelected == true { traits.append(.selected) }
        if let isExpanded { traits.append(isExpanded ? .expanded : .collapsed) }
        if isDisabled { traits.append(.disabled) }
        if isModal { traits.append(.modal) }
        if let positionInSet, let sizeOfSet { traits.append(.place(positionInSet, of: sizeOfSet)) }
        traits += actions.map { .action($0) }
        if let bounds {
            traits.append(
                .bounds("\(bounds.x.short),\(bounds.y.short)", "\(bounds.width.short)×\(bounds.height.short)"))
        }
        if !traits.isEmpty { line += " " + traits.map(text).joined(separator: ", ") }
        if let description, !description.isEmpty { line += ": \(description.onOneLine)" }
        return line
    }
}

extension Double {
    /// The number without decimals, as text.
    fileprivate var short: String { isFinite && abs(self) < 1e9 ? String(Int(rounded())) : "?" }
}

extension String {
    fileprivate var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
