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

extension String {
    /// The width of the text on a terminal, columns.
    public var columns: Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return reduce(0) { $0 + ($1.unicodeScalars.contains(where: \.isWide) ? 2 : 1) }
    }
}
