/// The order statistics of a sample.
struct Sample {
    private let sorted: [Double]

    /// The values, in order.
    var values: [Double] { sorted }

    init(_ values: [Double]) { sorted = values.sorted() }

    var isEmpty: Bool { sorted.isEmpty }
    var count: Int { sorted.count }
    var median: Double { quantile(0.5) }
    var p99: Double { quantile(0.99) }
    var least: Double { sorted.first ?? .nan }
    var most: Double { sorted.last ?? .nan }

    /// Interpolates linearly between the two nearest ranks.
    func quantile(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let place = share * Double(sorted.count - 1)
        let low = Int(place)
        let high = min(low + 1, sorted.count - 1)
        return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }
}

/// A number with about three digits.
func number(_ value: Double) -> String {
    if value.isNaN { return "–" }
    let digits = abs(value) >= 100 || value == value.rounded() ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return digits == 0 ? "\(Int(rounded))" : "\(rounded)"
}
