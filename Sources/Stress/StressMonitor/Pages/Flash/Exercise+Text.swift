// SPDX-License-Identifier: MIT
import Localization

/// The reason why a text does not describe an exercise.
struct ExerciseError: Error, Equatable, Sendable, CustomStringConvertible {
    var text: String
    var reason: String

    var description: String {
        localized("\"\(text)\": \(reason); an exercise is written as \"Name: 4-7-8\" or \"Name: 4-7-8 x5\"")
    }
}

extension Exercise {
    /// The approximate length of an exercise without a number of rounds, ms: three minutes.
    private static let defaultLength: Int64 = 180_000

    /// Parses an exercise: a name, a colon, two to four lengths in seconds separated by dashes (in-out, in-hold-out,
    /// in-hold-out-hold), and optionally the number of rounds: `Calm: 4-6`, `Sleep: 4-7-8 x4`.
    init(text: String) throws(ExerciseError) {
        func fail(_ reason: String) -> ExerciseError { ExerciseError(text: text, reason: reason) }
        guard let colon = text.lastIndex(of: ":") else { throw fail(localized("expected a colon after the name")) }
        let name = Self.trimmed(text[..<colon])
        guard !name.isEmpty else { throw fail(localized("expected a name before the colon")) }
        guard name.utf8.count <= 60 else { throw fail(localized("the name has more than 60 bytes")) }
        let words = text[text.index(after: colon)...].split(separator: " ")
        guard let rhythm = words.first, words.count <= 2 else {
            throw fail(localized("after the colon, expected a rhythm and optionally a number of rounds"))
        }
        var seconds: [Double] = []
        for part in rhythm.split(separator: "-", omittingEmptySubsequences: false) {
            guard let length = Double(part), (0...60).contains(length), part.allSatisfy({ $0.isNumber || $0 == "." })
            else { throw fail(localized("\"\(part)\" is not a length of 0 to 60 seconds")) }
            seconds.append(length)
        }
        guard (2...4).contains(seconds.count) else { throw fail(localized("a rhythm has two to four lengths")) }
        // Only holds may be 0, which leaves them out.
        let breaths = seconds.count == 2 ? seconds : [seconds[0], seconds[2]]
        guard breaths.allSatisfy({ $0 >= 1 }) else {
            throw fail(localized("breathing in or out takes at least a second"))
        }
        var rounds: Int?
        if words.count == 2 {
            guard words[1].hasPrefix("x"), let count = Int(words[1].dropFirst()), (1...200).contains(count) else {
                throw fail(localized("\"\(words[1])\" is not a number of rounds from x1 to x200"))
            }
            rounds = count
        }
        let once = Self.breathing(name, localized("Your own"), seconds, rounds: 1, symbol: .breath)
        let defaultRounds = Int((Double(Self.defaultLength) / Double(once.roundLength)).rounded(.up))
        self = Self.breathing(name, localized("Your own"), seconds, rounds: rounds ?? defaultRounds, symbol: .breath)
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = text[...]
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
