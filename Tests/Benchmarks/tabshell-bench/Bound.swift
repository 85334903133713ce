/// A figure's bound: of the figure itself, or of its ratio to a floor that was measured in the same run.
struct Bound {
    let figure: String
    let limit: Double
    /// The unit of the figure and of its floor.
    let unit: String
    /// True if the limit is one of the ratio to the floor.
    let isRatio: Bool
    /// True if the figure must reach the limit, false if it may not exceed it.
    let isMinimum: Bool

    init(_ figure: String, atMost limit: Double, _ unit: String) {
        (self.figure, self.limit, self.unit) = (figure, limit, unit)
        (isRatio, isMinimum) = (false, false)
    }

    init(_ figure: String, atMostTimesFloor limit: Double, _ unit: String) {
        (self.figure, self.limit, self.unit) = (figure, limit, unit)
        (isRatio, isMinimum) = (true, false)
    }

    init(_ figure: String, atLeastTimesFloor limit: Double, _ unit: String) {
        (self.figure, self.limit, self.unit) = (figure, limit, unit)
        (isRatio, isMinimum) = (true, true)
    }

    /// The bound as text.
    var description: String {
        "\(isMinimum ? "≥" : "≤") \(number(limit))\(isRatio ? " ×" : " \(unit)")"
    }

    /// True if a figure, or its ratio to the floor, is within the bound.
    func holds(_ value: Double) -> Bool { isMinimum ? value >= limit : value <= limit }
}
