import Localization

/// An exercise of a sequence of phases for a number of rounds.
///
/// Its position depends only on the time since its start, so it continues correctly while the page is hidden.
struct Exercise: Equatable, Sendable {
    struct Phase: Equatable, Sendable {
        var word: String
        var hint: String
        /// The duration, ms; more than 0.
        var milliseconds: Int64
        /// The size of the guide at the start of the phase, 0…1.
        var from: Double
        /// The size of the guide at the end of the phase, 0…1.
        var to: Double

        init(_ word: String, _ hint: String, seconds: Double, from: Double, to: Double) {
            self.word = word
            self.hint = hint
            milliseconds = Int64((min(max(seconds, 0.1), 3600) * 1000).rounded())
            self.from = from
            self.to = to
        }
    }

    struct Position: Equatable, Sendable {
        var phase: Int
        var progress: Double
        /// The remaining seconds of the phase, rounded up.
        var count: Int
        var round: Int
        /// The size of the guide, 0…1.
        var fullness: Double
        /// The remaining seconds of the exercise, rounded up.
        var secondsLeft: Int
        var isFinished: Bool
    }

    /// The kind of an exercise's session in the store.
    static let kind = "breathing"

    let name: String
    let summary: String
    /// The rhythm in numbers.
    let pattern: String
    let phases: [Phase]
    let rounds: Int
    let symbol: Symbol

    /// The length of a round, ms.
    var roundLength: Int64 { max(phases.reduce(0) { $0 + $1.milliseconds }, 1) }

    /// The length of the exercise, ms.
    var length: Int64 { roundLength * Int64(rounds) }

    /// The position at a time since the start, ns, clamped to the length of the exercise.
    func position(elapsed: Int64) -> Position {
        let whole = length * 1_000_000
        let elapsed = min(max(elapsed, 0), whole)
        // The end belongs to the last phase, not to another round.
        let isFinished = elapsed == whole
        let moment = isFinished ? whole - 1 : elapsed
        let (index, end) = phase(at: moment)
        let phase = phases[index]
        let length = phase.milliseconds * 1_000_000
        let progress = isFinished ? 1 : Double(length - (end - moment)) / Double(length)
        let eased = progress * progress * (3 - 2 * progress)
        return Position(
            phase: index, progress: progress, count: isFinished ? 0 : Int((end - moment + 999_999_999) / 1_000_000_000),
            round: Int(moment / (roundLength * 1_000_000)) + 1,
            fullness: phase.from + (phase.to - phase.from) * eased,
            secondsLeft: Int((whole - elapsed + 999_999_999) / 1_000_000_000), isFinished: isFinished)
    }

    /// The index of the phase at a time since the start, and its end; ns.
    private func phase(at moment: Int64) -> (index: Int, end: Int64) {
        let length = roundLength * 1_000_000
        var end = moment / length * length
        for (index, phase) in phases.enumerated() {
            end += phase.milliseconds * 1_000_000
            if end > moment { return (index, end) }
        }
        return (phases.count - 1, end)
    }

    /// The time since the start at which the next phase begins or the exercise ends, ns; nil when it has ended.
    func nextTransition(after elapsed: Int64) -> Int64? {
        let elapsed = max(elapsed, 0)
        return elapsed < length * 1_000_000 ? phase(at: elapsed).end : nil
    }

    /// Four equal sides: in, hold, out, hold.
    static let boxBreathing = breathing(
        localized("Box breathing"), localized("Even and steady"), [4, 4, 4, 4], rounds: 12, symbol: .box)

    /// In for 4, hold for 7, out for 8.
    static let fourSevenEight = breathing(
        localized("4-7-8 breath"), localized("To wind down"), [4, 7, 8], rounds: 5, symbol: .moon)

    /// Five and a half seconds in and out: about the rhythm of the greatest heart rate variability.
    static let coherent = breathing(
        localized("Coherent breath"), localized("In tune with the heart"), [5.5, 5.5], rounds: 27, symbol: .waves)

    /// Five senses, one after another.
    static let grounding = Exercise(
        name: localized("Grounding"), summary: localized("Five senses"), pattern: "5 · 4 · 3 · 2 · 1",
        phases: [
            Phase(localized("See"), localized("Name five things that you see"), seconds: 25, from: 1, to: 0.8),
            Phase(localized("Touch"), localized("Four things that you can touch"), seconds: 20, from: 0.8, to: 0.6),
            Phase(localized("Hear"), localized("Three sounds around you"), seconds: 15, from: 0.6, to: 0.4),
            Phase(localized("Smell"), localized("Two things that you smell"), seconds: 12, from: 0.4, to: 0.2),
            Phase(localized("Taste"), localized("One thing that you taste"), seconds: 8, from: 0.2, to: 0),
        ], rounds: 1, symbol: .senses)

    static let all = [boxBreathing, fourSevenEight, coherent, grounding]

    /// Creates a breathing exercise from two to four lengths in seconds: in, out; in, hold, out; or in, hold, out, hold.
    static func breathing(
        _ name: String, _ summary: String, _ seconds: [Double], rounds: Int, symbol: Symbol
    ) -> Exercise {
        let forms = [
            (localized("Inhale"), localized("Breathe in through the nose"), 0.0, 1.0),
            (localized("Hold"), localized("Shoulders loose"), 1, 1),
            (localized("Exhale"), localized("Let it out slowly"), 1, 0), (localized("Hold"), localized("Rest"), 0, 0),
        ]
        let lengths = seconds.count == 2 ? [seconds[0], 0, seconds[1]] : seconds
        let phases = zip(forms, lengths).map { form, length in
            Phase(form.0, form.1, seconds: length, from: form.2, to: form.3)
        }
        return Exercise(
            name: name, summary: summary, pattern: seconds.map { Formatters.number($0) }.joined(separator: " · "),
            phases: phases.filter { $0.milliseconds > 100 }, rounds: rounds, symbol: symbol)
    }
}

/// A run of an exercise. Times are CLOCK_MONOTONIC, ns.
struct ExerciseRun: Equatable, Sendable {
    let exercise: Exercise
    let began: UInt64
    /// The time of its start, delayed by the pauses since.
    private var start: UInt64
    private var pausedAt: UInt64?

    init(_ exercise: Exercise, now: UInt64) {
        self.exercise = exercise
        began = now
        start = now
    }

    var isPaused: Bool { pausedAt != nil }

    /// The time since the start without pauses, ns.
    func elapsed(at now: UInt64) -> Int64 { Int64(clamping: pausedAt ?? now) - Int64(clamping: start) }

    func position(at now: UInt64) -> Exercise.Position { exercise.position(elapsed: elapsed(at: now)) }

    /// The time at which the next phase begins or the exercise ends; nil while it is paused and after its end.
    func nextTransition(after now: UInt64) -> UInt64? {
        guard !isPaused, let turn = exercise.nextTransition(after: elapsed(at: now)) else { return nil }
        return start &+ UInt64(turn)
    }

    /// The time of its end; nil while it is paused.
    var end: UInt64? { isPaused ? nil : start &+ UInt64(exercise.length) * 1_000_000 }

    mutating func pause(now: UInt64) {
        if pausedAt == nil { pausedAt = max(now, start) }
    }

    mutating func resume(now: UInt64) {
        guard let pausedAt else { return }
        start &+= now > pausedAt ? now - pausedAt : 0
        self.pausedAt = nil
    }
}

struct FlashMenu: Equatable, Sendable {
    var exercises = Exercise.all
    /// The names of activities against stress, recorded with one press.
    var actions = [localized("Walk"), localized("Water"), localized("Stretch"), localized("Fresh air")]
    var notes = [
        localized("Work"), localized("Sleep"), localized("Coffee"), localized("People"), localized("Body"),
    ]

    static let actionKind = "action"
}

/// An observer of the exercises on the Flash page, for haptic or spoken cues.
protocol ExerciseObserver: AnyObject {
    func began(_ phase: Exercise.Phase)
    func finished(_ exercise: Exercise)
}

/// The reason why a text does not describe an exercise.
struct ExerciseError: Error, Equatable, Sendable, CustomStringConvertible {
    var text: String
    var reason: String

    var description: String {
        "\"\(text)\": \(reason); an exercise is written as \"Name: 4-7-8\" or \"Name: 4-7-8 x5\""
    }
}

extension Exercise {
    /// The approximate length of an exercise without a number of rounds, ms: three minutes.
    private static let defaultLength: Int64 = 180_000

    /// Parses an exercise: a name, a colon, two to four lengths in seconds separated by dashes (in-out, in-hold-out,
    /// in-hold-out-hold), and optionally the number of rounds: `Calm: 4-6`, `Sleep: 4-7-8 x4`.
    init(text: String) throws(ExerciseError) {
        func fail(_ reason: String) -> ExerciseError { ExerciseError(text: text, reason: reason) }
        guard let colon = text.lastIndex(of: ":") else { throw fail("expected a colon after the name") }
        let name = text[..<colon].trimmed { $0 == " " }
        guard !name.isEmpty else { throw fail("expected a name before the colon") }
        guard name.utf8.count <= 60 else { throw fail("the name has more than 60 bytes") }
        let words = text[text.index(after: colon)...].split(separator: " ")
        guard let rhythm = words.first, words.count <= 2 else {
            throw fail("after the colon, expected a rhythm and optionally a number of rounds")
        }
        var seconds: [Double] = []
        for part in rhythm.split(separator: "-", omittingEmptySubsequences: false) {
            guard let length = Double(part), (0...60).contains(length), part.allSatisfy({ $0.isNumber || $0 == "." })
            else { throw fail("\"\(part)\" is not a length of 0 to 60 seconds") }
            seconds.append(length)
        }
        guard (2...4).contains(seconds.count) else { throw fail("a rhythm has two to four lengths") }
        // Only holds may be 0, which omits them.
        let breaths = seconds.count == 2 ? seconds : [seconds[0], seconds[2]]
        guard breaths.allSatisfy({ $0 >= 1 }) else {
            throw fail("breathing in or out takes at least a second")
        }
        var rounds: Int?
        if words.count == 2 {
            guard words[1].hasPrefix("x"), let count = Int(words[1].dropFirst()), (1...200).contains(count) else {
                throw fail("\"\(words[1])\" is not a number of rounds from x1 to x200")
            }
            rounds = count
        }
        let once = Self.breathing(name, "Your own", seconds, rounds: 1, symbol: .breath)
        let defaultRounds = Int((Double(Self.defaultLength) / Double(once.roundLength)).rounded(.up))
        self = Self.breathing(name, "Your own", seconds, rounds: rounds ?? defaultRounds, symbol: .breath)
    }
}
