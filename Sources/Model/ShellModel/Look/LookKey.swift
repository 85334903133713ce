// SPDX-License-Identifier: MIT

/// One value of a look: what it is called in the configuration and on the socket, what it may be, and where it lies.
/// Reading, writing, checking and the reference are all made of these.
public struct LookKey: Sendable {
    /// A place in a look.
    public typealias LookKeyPath<Value> = any WritableKeyPath<Look, Value> & Sendable

    public enum Kind: Sendable {
        case number(LookKeyPath<Double>, in: ClosedRange<Double>)
        case integer(LookKeyPath<Int>, in: ClosedRange<Int>)
        case flag(LookKeyPath<Bool>)
        case text(LookKeyPath<String>)
        case texts(LookKeyPath<[String]>)
        case choice(EnumKey)
        case transition(MotionToken)
        case color(Appearance, ColorToken)
    }

    /// Its names from the outside in, joined by dots: `bar.height`.
    public let path: String
    public let kind: Kind
    /// What a number counts, as it is written in the reference; empty for what has no unit.
    public let unit: String
    /// What it is, as one sentence.
    public let summary: String
}

/// A value of a look that is one of a few words.
public struct EnumKey: Sendable {
    public let words: [String]
    public let get: @Sendable (Look) -> String
    /// False when the word is none of them.
    public let set: @Sendable (inout Look, String) -> Bool

    init<Word: RawRepresentable<String> & CaseIterable & Sendable>(_ place: LookKey.LookKeyPath<Word>) {
        words = Word.allCases.map(\.rawValue)
        get = { $0[keyPath: place].rawValue }
        set = { look, text in
            guard let word = Word(rawValue: text) else { return false }
            look[keyPath: place] = word
            return true
        }
    }
}

extension LookKey {
    static func length(
        _ path: String, _ place: LookKeyPath<Double>, _ summary: String, in range: ClosedRange<Double> = 0...10_000
    ) -> LookKey {
        LookKey(path: path, kind: .number(place, in: range), unit: "px", summary: summary)
    }

    /// A length that may point upwards or to the leading edge.
    static func offset(_ path: String, _ place: LookKeyPath<Double>, _ summary: String) -> LookKey {
        length(path, place, summary, in: -10_000...10_000)
    }

    static func share(_ path: String, _ place: LookKeyPath<Double>, _ summary: String) -> LookKey {
        LookKey(path: path, kind: .number(place, in: 0...1), unit: "0–1", summary: summary)
    }

    static func factor(
        _ path: String, _ place: LookKeyPath<Double>, _ summary: String, in range: ClosedRange<Double> = 0.1...10
    ) -> LookKey {
        LookKey(path: path, kind: .number(place, in: range), unit: "factor", summary: summary)
    }

    static func seconds(_ path: String, _ place: LookKeyPath<Double>, _ summary: String) -> LookKey {
        LookKey(path: path, kind: .number(place, in: 0...10), unit: "s", summary: summary)
    }

    static func weight(_ path: String, _ place: LookKeyPath<Int>, _ summary: String) -> LookKey {
        LookKey(path: path, kind: .integer(place, in: 100...900), unit: "100–900", summary: summary)
    }

    static func count(_ path: String, _ place: LookKeyPath<Int>, _ summary: String) -> LookKey {
        LookKey(path: path, kind: .integer(place, in: 0...10_000), unit: "", summary: summary)
    }

    static func flag(_ path: String, _ place: LookKeyPath<Bool>, _ summary: String) -> LookKey {
        LookKey(path: path, kind: .flag(place), unit: "", summary: summary)
    }

    static func text(_ path: String, _ place: LookKeyPath<String>, _ summary: String) -> LookKey {
        LookKey(path: path, kind: .text(place), unit: "", summary: summary)
    }

    static func choice<Word: RawRepresentable<String> & CaseIterable & Sendable>(
        _ path: String, _ place: LookKeyPath<Word>, _ summary: String
    ) -> LookKey {
        LookKey(path: path, kind: .choice(EnumKey(place)), unit: "", summary: summary)
    }
}
