extension Unicode.Scalar {
    /// True if a terminal would obey the scalar instead of showing it, or reorder the following text: the control
    /// characters C0, DEL and C1, the line and paragraph separators, and the embeddings, overrides and isolates of the
    /// bidirectional algorithm (UAX #9). The marks LRM, RLM and ALM reorder nothing beyond themselves.
    public var isTerminalControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// Returns the text for a terminal or a log: each terminal control as a visible escape, `\n`, `\r` and `\t` or its
    /// number in the notation of Swift, such as `\u{1b}`. A backslash is left as it is, so paths stay legible.
    ///
    /// Every text from a file, a peer or a command line goes through here before a person sees it: an
    /// escape sequence in it could recolour, retitle or fill the terminal, and a line feed could forge a line of a log.
    ///
    /// - Parameter keepingLineFeeds: keeps U+000A, in a text of several, already escaped lines.
    public func escapedForTerminal(keepingLineFeeds: Bool = false) -> String {
        // Few texts have anything to escape. These are the possible first bytes of such characters.
        guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else { return self }
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": result += keepingLineFeeds ? "\n" : "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.isTerminalControl: result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
