// SPDX-License-Identifier: MIT
import Glibc
import SeededRandom

extension StressStore {
    /// Generates a synthetic person's measurements for pictures and tests; in memory, so that they never mix with the
    /// user's. The same arguments give the same measurements.
    ///
    /// There are about a dozen variabilities a day with a heart rate each, a heart rate every ten waking minutes, one
    /// at rest a day, a breathing exercise on most days, and a note now and then.
    ///
    /// - Parameters:
    ///   - now: the time of the last measurements.
    ///   - days: the number of days that they go back, at most 3650.
    /// - Throws: ``StoreError``.
    public static func mock(
        seed: UInt64, now: Timestamp, days: Int, timeZone: LocalTimeZone = .system
    ) throws(StoreError) -> StressStore {
        let store = try inMemory()
        var subject = SyntheticSubject(seed: seed)
        let today = timeZone.day(at: now)
        for back in (0...min(max(days, 0), 3650)).reversed() {
            let batch = subject.batch(for: today.advanced(by: -back), until: now, in: timeZone)
            try store.add(batch)
        }
        return store
    }
}

/// A generator of measurements whose strain varies by day and by hour.
private struct SyntheticSubject {
    private var random: SplitMix64
    /// The strain of the day, in standard deviations.
    private var strain = 0.0

    private static let notes = ["slept badly", "long meeting", "a run in the park", "coffee late", "day off"]
    private static let exercises = ["4-7-8", "box", "coherent"]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func batch(for day: Day, until now: Timestamp, in timeZone: LocalTimeZone) -> StressStore.Batch {
        var batch = StressStore.Batch()
        let start = timeZone.start(of: day)
        strain = 0.6 * strain + 0.7 * random.normal()
        if let sample = try? Sample(
            time: start.advanced(by: 6 * Self.hour), restingHeartRate: (58 + 2.5 * strain).rounded(),
            source: Self.source)
        {
            batch.samples.append(sample)
        }
        for minute in stride(from: Int64(0), to: 24 * 60, by: 10) {
            let hour = Double(minute) / 60
            let isAwake = hour >= 7 && hour < 23
            let time = start.advanced(by: minute * 60_000 + Int64(random.unit() * 60) * 1000)
            let current = strain + (isAwake ? 0.5 * sin((hour - 9) / 14 * 2 * .pi) : -1.2) + 0.5 * random.normal()
            let rate = (66 + 6 * current + (isAwake ? 4 : 0)).rounded()
            let hasVariability = minute % 120 == 0
            guard isAwake || hasVariability else { continue }
            let variability = exp(log(48) - 0.22 * current + 0.08 * random.normal())
            let sample = try? Sample(
                time: time, sdnn: hasVariability ? (variability * 10).rounded() / 10 : nil,
                heartRate: min(max(rate, 42), 150), source: Self.source)
            if let sample { batch.samples.append(sample) }
        }
        let (chance, choice) = (random.unit(), Int(random.unit() * Double(Self.exercises.count)))
        if chance < 0.7 {
            let begin = start.advanced(by: 17 * Self.hour + Int64(random.unit() * 7200) * 1000)
            batch.sessions.append(
                Session(
                    start: begin, length: 60_000 * Int64(3 + Int(random.unit() * 8)), kind: "breathing",
                    name: Self.exercises[choice % Self.exercises.count]))
        }
        let (noteChance, noteChoice) = (random.unit(), Int(random.unit() * Double(Self.notes.count)))
        if noteChance < 0.2,
            let note = Note(
                time: start.advanced(by: 21 * Self.hour), text: Self.notes[noteChoice % Self.notes.count])
        {
            batch.notes.append(note)
        }
        batch.samples.removeAll { $0.time > now }
        batch.sessions.removeAll { $0.end > now }
        batch.notes.removeAll { $0.time > now }
        return batch
    }

    private static let hour: Int64 = 3_600_000
    private static let source = "made up"
}
