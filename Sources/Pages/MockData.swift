// SPDX-License-Identifier: MIT

/// Made-up measurements that look like a person's, always the same for the same seed.
public enum MockData {
    /// A week that ends on a Thursday afternoon.
    public static func make(seed: UInt64 = 7) -> StressData {
        var random = SplitMix(state: seed)
        let names = ["Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Yesterday", "Today"]
        let shortNames = ["Fri", "Sat", "Sun", "Mon", "Tue", "Wed", "Thu"]
        let moods = [42, 26, 21, 50, 56, 40, 25]
        let week = zip(zip(names, shortNames), moods).enumerated().map { index, day in
            let isToday = index == names.count - 1
            let last = isToday ? 14 * 60 + 32 : 21 * 60 + 30
            return StressDay(
                name: day.0.0, shortName: day.0.1,
                readings: readings(mood: day.1, every: isToday ? 47 : 94, until: last, random: &random))
        }
        return StressData(week: week)
    }

    /// A day: calm when getting up, a hump before noon, a smaller one in the afternoon, calm in the evening.
    private static func readings(
        mood: Int, every interval: Int, until last: Int, random: inout SplitMix
    ) -> [StressReading] {
        var readings: [StressReading] = []
        var minute = last - (last - 7 * 60) / interval * interval
        while minute <= last {
            let hour = Double(minute) / 60
            let shape =
                30 * hump(hour, at: 10.6, width: 1.5) + 18 * hump(hour, at: 16.5, width: 1.4)
                - 10 * hump(hour, at: 22, width: 3)
            let level = min(max(mood - 6 + Int(shape) + random.next(in: -7...7), 6), 94)
            readings.append(
                StressReading(
                    minute: minute, level: level,
                    variability: 74 - level / 2 + random.next(in: -4...4),
                    heartRate: 56 + level / 4 + random.next(in: -3...3)))
            minute += interval
        }
        return readings
    }

    /// A rounded hill of height 1 (a Lorentz curve: no library needed).
    private static func hump(_ x: Double, at center: Double, width: Double) -> Double {
        let distance = (x - center) / width
        return 1 / (1 + distance * distance)
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func next(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }
}
