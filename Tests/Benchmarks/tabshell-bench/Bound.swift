// SPDX-License-Identifier: MIT

/// A figure's bound: of the figure itself, or of its ratio to a floor that was measured in the same run.
struct Bound {
    let figure: String
    let limit: Double
    /// What the figure should be and is not yet; nil if that is the limit. A run does not fail for it.
    let goal: Double?
    /// The unit of the figure and of its floor.
    let unit: String
    /// True if the limit is one of the ratio to the floor.
    let isRatio: Bool
    /// True if the figure must reach the limit, false if it may not exceed it.
    let isMinimum: Bool

    init(_ figure: String, atMost limit: Double, _ unit: String, goal: Double? = nil) {
        (self.figure, self.limit, self.unit, self.goal) = (figure, limit, unit, goal)
        (isRatio, isMinimum) = (false, false)
    }

    init(_ figure: String, atMostTimesFloor limit: Double, _ unit: String, goal: Double? = nil) {
        (self.figure, self.limit, self.unit, self.goal) = (figure, limit, unit, goal)
        (isRatio, isMinimum) = (true, false)
    }

    init(_ figure: String, atLeastTimesFloor limit: Double, _ unit: String, goal: Double? = nil) {
        (self.figure, self.limit, self.unit, self.goal) = (figure, limit, unit, goal)
        (isRatio, isMinimum) = (true, true)
    }

    /// The bound as text.
    var description: String { text(limit) }
    /// The goal as text.
    var goalDescription: String { goal.map(text) ?? "–" }

    /// The verdict on a figure, or on its ratio to the floor.
    func verdict(on value: Double) -> Verdict {
        if !isWithin(limit, value) { return .broken }
        return goal.map { isWithin($0, value) } ?? true ? .holds : .holdsWithoutGoal
    }

    private func text(_ limit: Double) -> String {
        "\(isMinimum ? "≥" : "≤") \(number(limit))\(isRatio ? " ×" : " \(unit)")"
    }

    private func isWithin(_ limit: Double, _ value: Double) -> Bool { isMinimum ? value >= limit : value <= limit }
}

/// The comparison of a figure with its bound, as the table has it.
enum Verdict: String {
    case holds
    case holdsWithoutGoal = "holds, goal missed"
    case broken = "**broken**"
}
