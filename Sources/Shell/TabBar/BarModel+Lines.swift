extension BarModel {
    /// An upper bound of a text's width in ems: a text is not measured before it is drawn.
    static func estimatedWidth(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + ($1.isWide ? 1.05 : 0.5) }
    }

    /// A text in lines, broken between words, and between the characters of scripts without spaces. Where it is too
    /// long for them, words in its last line are left out, optionally before its end: errors have their suggestion there.
    static func lines(
        of text: String, maximum: Int = 2, keepsEnd: Bool = true, fits: (String) -> Bool
    ) -> [String] {
        var words = ArraySlice(words(of: text))
        func line(_ words: ArraySlice<String>) -> String {
            let line = words.joined()
            return line.last == " " ? String(line.dropLast()) : line
        }
        var lines: [String] = []
        while lines.count < maximum - 1, !fits(line(words)) {
            var count = words.count
            while count > 1, !fits(line(words.prefix(count))) { count -= 1 }
            lines.append(line(words.prefix(count)))
            words = words.dropFirst(count)
            if words.isEmpty { return lines }
        }
        if !keepsEnd || fits(line(words)) { return lines + [line(words)] }
        var last = words
        repeat { last = last.dropFirst() } while last.count > 1 && !fits("… " + line(last))
        return lines + ["… " + line(last)]
    }

    /// The parts of a text that a line is broken between, with the spaces that follow.
    private static func words(of text: String) -> [String] {
        var words = [""]
        for character in text {
            if character == " ", words.last == "" { continue }
            words[words.count - 1].append(character)
            if character == " " || character.unicodeScalars.first?.isWide == true { words.append("") }
        }
        return words.last == "" && words.count > 1 ? words.dropLast() : words
    }
}

extension Unicode.Scalar {
    /// True if a character is as wide as an em, and a line may be broken after it.
    fileprivate var isWide: Bool { value >= 0x2E80 }
}
