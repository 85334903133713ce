/// A value in the database, with its row id.
struct Identified<Value: Equatable & Sendable>: Equatable, Sendable, Identifiable {
    let id: Int64
    let value: Value
}

extension Array {
    /// The index of the first element whose key is not less than a value, in an array sorted by that key.
    func lowerBound<Key: Comparable>(of value: Key, by key: (Element) -> Key) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if key(self[middle]) < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension StringProtocol {
    /// The text without the characters that meet a condition at both ends.
    func trimmed(while isOmitted: (Character) -> Bool) -> String {
        guard let start = firstIndex(where: { !isOmitted($0) }), let end = lastIndex(where: { !isOmitted($0) }) else {
            return ""
        }
        return String(self[start...end])
    }
}

/// A value rounded for display; nil if infinite, NaN or too large.
func rounded(_ value: Double) -> Int? {
    value.isFinite && abs(value) < 1e9 ? Int(value.rounded()) : nil
}

func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
}
