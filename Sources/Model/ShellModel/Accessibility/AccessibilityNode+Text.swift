import Geometry

extension AccessibilityNode {
    /// The tree as text, a line for each node, its children two columns to the right:
    /// `tab "Flash tab" value "3 new" selected, 2 of 3, click, at 131,724 124×88: Double tap to switch`.
    public var lines: [String] { [line] + children.flatMap { $0.lines.map { "  " + $0 } } }

    private var line: String {
        var line = role.rawValue
        if !label.isEmpty { line += " \"\(label.onOneLine)\"" }
        if let authorID { line += " \(authorID.onOneLine)" }
        if let value { line += " value \"\(value.onOneLine)\"" }
        var traits: [String] = []
        if let level { traits.append("level \(level)") }
        if isFocused { traits.append("focused") }
        if let (anchor, focus) = textSelection.map({ ($0.anchor, $0.focus) }) {
            traits.append(anchor == focus ? "caret \(focus)" : "selection \(anchor)–\(focus)")
        }
        if isSelected == true { traits.append("selected") }
        if let isExpanded { traits.append(isExpanded ? "expanded" : "collapsed") }
        if isDisabled { traits.append("disabled") }
        if isModal { traits.append("modal") }
        if let positionInSet, let sizeOfSet { traits.append("\(positionInSet) of \(sizeOfSet)") }
        traits += actions.map(\.rawValue)
        if let bounds {
            traits.append("at \(bounds.x.short),\(bounds.y.short) \(bounds.width.short)×\(bounds.height.short)")
        }
        if !traits.isEmpty { line += " " + traits.joined(separator: ", ") }
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
