// SPDX-License-Identifier: MIT

/// The comparison of our figures with their bounds.
struct Verdicts {
    private var table = Table("Bounds", "figure", "ours", "bound", "verdict")
    private(set) var allHold = true

    /// Records a figure and its upper bound; nil if it could not be measured.
    mutating func add(_ name: String, _ value: Double?, atMost bound: Double, unit: String = "") {
        guard let value, !value.isNaN else {
            table.add(name, "–", "≤ \(figure(bound))\(unit)", "not measured")
            return
        }
        let holds = value <= bound
        if !holds { allHold = false }
        table.add(name, "\(figure(value))\(unit)", "≤ \(figure(bound))\(unit)", holds ? "holds" : "**broken**")
    }

    func show() {
        if !table.rows.isEmpty { table.show() }
    }
}
