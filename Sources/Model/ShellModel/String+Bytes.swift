// SPDX-License-Identifier: MIT

extension String {
    /// Returns true if the texts have the same bytes. `==` compares canonical equivalence, which takes seconds for some
    /// texts of 60 kB.
    package func isIdentical(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let (one, two) = (utf8.span, other.utf8.span)
        return one.indices.allSatisfy { one[$0] == two[$0] }
    }

    /// Returns the longest prefix of whole characters within a number of bytes of UTF-8.
    ///
    /// - Parameter end: a text that follows the prefix, within the same limit, if it is not the whole.
    package func truncated(toBytes limit: Int, end: String = "") -> String {
        guard utf8.count > limit else { return self }
        var length = end.utf8.count
        return prefix { character in
            length += character.utf8.count
            return length <= limit
        } + end
    }
}
