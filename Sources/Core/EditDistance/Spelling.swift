// SPDX-License-Identifier: MIT

/// Finds what somebody meant who spelt it wrong.
public enum Spelling {
    /// Longer words are not compared: the work grows with the product of both lengths.
    private static let maximumLength = 64

    /// The word of a list that is nearest to another, if it is near enough to have been meant: one slip for a short word,
    /// one for every three letters of a longer one. Whether letters are capitals does not count. Of words that are
    /// equally near it is the first.
    public static func nearest(_ word: String, among words: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased())
        guard !letters.isEmpty, letters.count <= maximumLength else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in words {
            let other = Array(candidate.lowercased())
            let limit = min(max(letters.count, other.count) / 3, 3)
            guard other.count <= maximumLength, abs(other.count - letters.count) <= max(limit, 1) else { continue }
            let distance = distance(letters, other)
            // A word of which every letter is another is another word, however short.
            guard distance <= max(limit, 1), distance < max(letters.count, other.count) else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// How many slips lie between two words: a letter too much, too few or wrong, or two neighbours exchanged, each part
    /// of a word being touched only once (Damerau and Levenshtein's distance, restricted).
    static func distance(_ word: [Character], _ other: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in word.enumerated() {
            var current = [row + 1]
            for (column, otherLetter) in other.enumerated() {
                var slips = min(
                    last[column] + (letter == otherLetter ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], word[row - 1] == otherLetter {
                    slips = min(slips, beforeLast[column - 1] + 1)
                }
                current.append(slips)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
