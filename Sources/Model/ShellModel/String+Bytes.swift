extension String {
    /// True if the bytes are the same. `==` compares canonical equivalence, which takes seconds for some 60 kB.
    package func isIdentical(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let (one, two) = (utf8.span, other.utf8.span)
        return one.indices.allSatisfy { one[$0] == two[$0] }
    }

    /// Returns the longest prefix of whole characters within a number of bytes of UTF-8. If that cuts the text, `end`
    /// follows it, within the same limit.
    package func truncated(toBytes limit: Int, end: String = "") -> String {
        guard utf8.count > limit else { return self }
        var length = end.utf8.count
        return prefix { character in
            length += character.utf8.count
            return length <= limit
        } + end
    }
}

extension Unicode.Scalar {
    /// True if the scalar is in C0 or C1, or is DEL.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
