extension Unicode.Scalar {
    /// True for the wide and fullwidth scalars of East Asia, and for emoji, by the blocks of Unicode (UAX #11).
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        // Flags are two letters.
        case 0x1F1E6...0x1F1FF: false
        default: value >= 0x231A && properties.isEmojiPresentation
        }
    }

    /// The width of the scalar on a terminal, columns: 0 for a mark on the letter before it.
    public var columns: Int {
        guard value >= 0x300 else { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return (0x1160...0x11FF).contains(value) ? 0 : isWide ? 2 : 1
        }
    }
}

extension Character {
    /// True if it takes two columns of a terminal.
    fileprivate var isWide: Bool { unicodeScalars.contains(where: \.isWide) }
}

extension String {
    /// The width of the text on a terminal, columns.
    public var columns: Int {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + ($1.isWide ? 2 : 1) }
    }

    /// Characters that must not begin a line.
    private static let closing: Set<Character> = Set("、。，．」』）］｝・：；？！ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ.,:;)]!?")
    /// Characters that must not end a line.
    private static let opening: Set<Character> = Set("「『（［｛([")

    /// The text in the parts between which a line of a paragraph may end without a space: for a word of Japanese or Chinese,
    /// with punctuation attached. Any other word is one part.
    public var breakableParts: [String] {
        guard utf8.contains(where: { $0 >= 0xE1 }) else { return [self] }
        var parts: [String] = []
        var last: Character?
        for character in self {
            if let previous = last, previous.isWide || character.isWide, !Self.closing.contains(character),
                !Self.opening.contains(previous)
            {
                parts.append(String(character))
            } else {
                parts.append((parts.popLast() ?? "") + String(character))
            }
            last = character
        }
        return parts
    }
}
