// SPDX-License-Identifier: MIT

extension Unicode.Scalar {
    /// True for the wide and fullwidth scalars of East Asia, and for emoji, by the blocks of Unicode (UAX #11).
    var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

extension Character {
    /// True if it takes two columns of a terminal.
    var isWide: Bool { unicodeScalars.contains(where: \.isWide) }
}

extension String {
    /// The number of columns that the text takes on a terminal.
    public var columns: Int {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + ($1.isWide ? 2 : 1) }
    }

    /// Characters that no line may begin with.
    private static let closing: Set<Character> = Set("、。，．」』）］｝・：；？！ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ.,:;)]!?")
    /// Characters that no line may end with.
    private static let opening: Set<Character> = Set("「『（［｛([")

    /// The text in the parts between which a line of a paragraph may end without a space: those of a word of Japanese or Chinese,
    /// where punctuation stays with what it belongs to. Any other word is one part.
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
