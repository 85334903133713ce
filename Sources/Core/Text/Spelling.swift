/// Suggestions for misspelt words.
public enum Spelling {
    /// The maximum length of compared words: the work grows with the product of both lengths.
    private static let maximumLength = 64

    /// The word of a list with the smallest edit distance to another, ignoring case. The distance may be one for a short word,
    /// and one for every three letters of a longer one, up to three. Among equally near words, the first.
    public static func nearest(_ word: String, among words: some Sequence<String>) -> String? {
        near(word, among: words).first
    }

    /// The words of a list within the distance of ``nearest(_:among:)``, the nearest first.
    public static func near(_ word: String, among words: some Sequence<String>) -> [String] {
        let letters = Array(word.lowercased())
        guard !letters.isEmpty, letters.count <= maximumLength else { return [] }
        var near: [(word: String, distance: Int)] = []
        for candidate in words {
            let other = Array(candidate.lowercased())
            let limit = min(max(letters.count, other.count) / 3, 3)
            guard other.count <= maximumLength, abs(other.count - letters.count) <= max(limit, 1) else { continue }
            let distance = distance(letters, other)
            // Words without a common letter do not match.
            guard distance <= max(limit, 1), distance < max(letters.count, other.count) else { continue }
            near.append((candidate, distance))
        }
        return near.enumerated().sorted { ($0.1.distance, $0.0) < ($1.1.distance, $1.0) }.map(\.element.word)
    }

    /// The restricted Damerau–Levenshtein distance (optimal string alignment).
    static func distance(_ word: [Character], _ other: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in word.enumerated() {
            var current = [row + 1]
            for (column, otherLetter) in other.enumerated() {
                var edits = min(
                    last[column] + (letter == otherLetter ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], word[row - 1] == otherLetter {
                    edits = min(edits, beforeLast[column - 1] + 1)
                }
                current.append(edits)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
