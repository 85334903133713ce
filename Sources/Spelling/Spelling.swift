// SPDX-License-Identifier: MIT

/// What somebody who misspelt a word may have meant.
public enum Spelling {
    /// The longest word that is looked at; who writes more than this has not misspelt anything.
    private static let longest = 64

    /// The candidate that is made of the word with the fewest letters changed, added, left out, or swapped with their
    /// neighbour; the first of several. Nil where even that one is too far away to have been meant: more than a third
    /// of the word's letters, and for a short word more than one.
    public static func nearest(_ word: String, among candidates: [String]) -> String? {
        let letters = Array(word.lowercased().utf8)
        guard !letters.isEmpty, letters.count <= longest else { return nil }
        let most = max(1, letters.count / 3)
        var nearest: (candidate: String, distance: Int)?
        for candidate in candidates {
            let other = Array(candidate.lowercased().utf8)
            guard other.count <= longest, abs(other.count - letters.count) <= most else { continue }
            let distance = distance(letters, other)
            if distance <= most, distance < nearest?.distance ?? Int.max { nearest = (candidate, distance) }
        }
        return nearest?.candidate
    }

    /// The optimal string alignment distance: as Levenshtein's, with a swap of neighbours as one step.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let isSame = first[row] == second[column]
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}
