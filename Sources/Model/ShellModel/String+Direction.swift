/// The direction of writing of texts for people.
extension String {
    /// True if a letter's script is written from right to left.
    public var hasRightToLeftLetters: Bool {
        // The first such script begins at U+0590, whose first byte is 0xD6.
        utf8.contains { $0 >= 0xD6 } && unicodeScalars.contains(where: \.isRightToLeft)
    }

    /// The text for use in another one, isolated from its direction of writing: between FIRST STRONG ISOLATE and
    /// POP DIRECTIONAL ISOLATE, without such controls of its own.
    public var isolated: String {
        "\u{2068}" + String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionControl })) + "\u{2069}"
    }

    /// The text with each run of right-to-left words isolated, so that a number in the next column keeps its place.
    public var isolatingRightToLeftWords: String {
        var result = String.UnicodeScalarView()
        var (isInWords, space) = (false, String.UnicodeScalarView())
        for scalar in unicodeScalars {
            if isInWords, scalar == " ", space.isEmpty {
                space.append(scalar)
                continue
            }
            if isInWords != scalar.isRightToLeft {
                if isInWords { result.append("\u{2069}") }
                result += space
                if !isInWords { result.append("\u{2068}") }
                isInWords.toggle()
            } else {
                result += space
            }
            space.removeAll()
            result.append(scalar)
        }
        return String(isInWords ? result + ["\u{2069}"] + space : result)
    }
}

extension Unicode.Scalar {
    /// True for a letter of a script that is written from right to left.
    public var isRightToLeft: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        default: false
        }
    }

    /// True for an embedding, an override or an isolate.
    public var isDirectionControl: Bool {
        (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
}
