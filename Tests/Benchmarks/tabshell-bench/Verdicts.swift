/// The comparison of our figures with their floors and bounds.
struct Verdicts {
    private var table = Table("Bounds", "figure", "ours", "floor", "ratio", "bound", "verdict")
    private(set) var allHold = true

    /// Records a figure, and the floor of a bound that is a ratio; nil without a measurement.
    mutating func add(_ bound: Bound, _ value: Double?, floor: Double? = nil, else reason: String = "") {
        func cell(_ value: Double?) -> String {
            value.map { $0.isNaN ? "–" : "\(number($0)) \(bound.unit)" } ?? "–"
        }
        let ratio = value.flatMap { value in floor.map { value / $0 } }
        guard let compared = bound.isRatio ? ratio : value, !compared.isNaN else {
            let verdict = reason.isEmpty ? "not measured" : "not measured: \(reason)"
            return table.add(bound.figure, cell(value), cell(floor), "–", bound.description, verdict)
        }
        let holds = bound.holds(compared)
        if !holds { allHold = false }
        table.add(
            bound.figure, cell(value), cell(floor), ratio.map { "\(number($0)) ×" } ?? "–", bound.description,
            holds ? "holds" : "**broken**")
    }

    func show() {
        if !table.rows.isEmpty { table.show() }
    }
}
