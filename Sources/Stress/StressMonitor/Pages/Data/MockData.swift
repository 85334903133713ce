import Glibc
import Localization

/// Synthetic measurements that resemble a person's, the same for the same seed.
enum MockData {
    /// The time of the last measurements: Thursday, 19 November 2026, 14:32.
    static let now = Timestamp(seconds: 1_795_098_720)

    private static let notes = [
        localized("Slept badly"), localized("Long meeting"), localized("A run in the park"), localized("Coffee late"),
        localized("Day off"),
    ]
    private static let exercises = [
        localized("4-7-8 breath"), localized("Box breathing"), localized("Coherent breath"),
    ]
    private static let hour: Int64 = 3_600_000

    /// Returns the records of a number of days up to ``now``, in order.
    static func batch(seed: UInt64 = 7, days: Int = 365) -> StressStore.Batch {
        var batch = StressStore.Batch()
        var random = SplitMix64(state: seed)
        var strain = 0.0
        let today = LocalTimeZone.utc.day(at: now)
        for back in (0..<min(max(days, 0), 3650)).reversed() {
            let day = today.advanced(by: -back)
            // More strain on weekdays than on weekends, with a period of a few weeks.
            let rhythm = (day.weekday < 5 ? 0.3 : -0.6) + 0.4 * sin(Double(day.number) / 9)
            strain = 0.5 * strain + 0.5 * random.normal()
            addDay(day, strain: back == 0 ? 0.1 : strain + rhythm, &random, to: &batch)
        }
        batch.samples.removeAll { $0.time > now }
        batch.sessions.removeAll { $0.start > now }
        batch.notes.removeAll { $0.time > now }
        return batch
    }

    /// Adds a day: calm at night and in the evening, with a peak before noon and a smaller one in the afternoon.
    private static func addDay(
        _ day: Day, strain: Double, _ random: inout SplitMix64, to batch: inout StressStore.Batch
    ) {
        let start = LocalTimeZone.utc.start(of: day)
        var minute = 6 * 60 + 40 + random.next(in: 0...20)
        while minute < 23 * 60 {
            let hour = Double(minute) / 60
            let shape = 1.5 * peak(hour, at: 10.6, width: 1.4) + 0.9 * peak(hour, at: 16.5, width: 1.4) - 0.7
            let current = strain + shape + 0.25 * random.normal()
            let variability = exp(log(48) - 0.22 * current + 0.05 * random.normal())
            let sample = try? Sample(
                time: start.advanced(by: Int64(minute) * 60_000), sdnn: variability.rounded(),
                heartRate: (66 + 5 * current + 1.5 * random.normal()).rounded(), source: "")
            batch.samples += [sample].compactMap(\.self)
            minute += 74 + random.next(in: -14...14)
        }
        if random.unit() < 0.6 {
            let begin = start.advanced(by: 12 * hour + Int64(random.next(in: 0...119)) * 60_000)
            batch.sessions.append(
                Session(
                    start: begin, length: 60_000 * Int64(random.next(in: 2...6)), kind: Exercise.kind,
                    name: exercises[random.next(in: 0...2)]))
        }
        if random.unit() < 0.25 {
            let time = start.advanced(by: 13 * hour + Int64(random.next(in: 0...300)) * 60_000)
            batch.notes += [Note(time: time, text: notes[random.next(in: 0...4)])].compactMap(\.self)
        }
    }

    /// A Lorentzian peak of height 1.
    private static func peak(_ x: Double, at center: Double, width: Double) -> Double {
        let distance = (x - center) / width
        return 1 / (1 + distance * distance)
    }
}

/// A pseudo-random generator whose numbers are the same for the same seed.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
private struct SplitMix64 {
    var state: UInt64

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func next(in range: ClosedRange<Int>) -> Int { range.lowerBound + Int(next() % UInt64(range.count)) }

    /// A number of 0..<1, uniformly distributed.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A normally distributed number with mean 0 and standard deviation 1 (Box–Muller transform).
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - unit())).squareRoot()
        return radius * cos(2 * .pi * unit())
    }
}
