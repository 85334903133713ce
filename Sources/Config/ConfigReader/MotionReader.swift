// SPDX-License-Identifier: MIT
import TOMLText
import ShellModel

/// Reads how something moves.
struct MotionReader {
    private let problems: Diagnostics

    static let keys = ["duration", "curve", "bounce"]
    static let curves = TimingCurve.named.map(\.name)
    private static let allowed =
        "allowed: \"none\", { duration = 0.2, curve = \"ease-in-out\" }, { duration = 0.35, bounce = 0.3 }"

    init(_ problems: Diagnostics) {
        self.problems = problems
    }

    /// `"none"`, 0, or a table. What the table does not say stays as it was.
    ///
    /// - Parameter earlier: the motion that the values go over.
    func read(_ entry: Entry, over earlier: Transition) -> Transition? {
        switch entry.value {
        case .string("none"), .integer(0), .number(0): return .immediate
        default: break
        }
        guard let members = entry.members else {
            problems.add("\(entry.value.spoken) is no motion; \(Self.allowed)", at: entry)
            return nil
        }
        problems.checkKeys(of: members, allowed: Self.keys)
        if let bounce = members["bounce"], members["curve"] != nil {
            problems.add("a motion has either a curve or a bounce, not both", at: bounce)
            return nil
        }
        var motion = earlier
        if let duration = members["duration"] {
            guard let seconds = problems.number(duration, in: 0...10, unit: "s") else { return nil }
            motion.duration = UInt64((seconds * 1e9).rounded())
        }
        if let bounce = members["bounce"] {
            guard let bounce = problems.number(bounce, in: -1...1) else { return nil }
            motion.timing = .spring(bounce: bounce)
        }
        if let curve = members["curve"] {
            guard let curve = self.curve(curve) else { return nil }
            motion.timing = .curve(curve)
        }
        return motion
    }

    /// A name, or the four coordinates of the two control points.
    private func curve(_ entry: Entry) -> TimingCurve? {
        guard let elements = entry.elements else {
            guard case .string = entry.value else {
                return problems.wrong(entry, "one of \(Self.curves.listed), or four numbers like [0.42, 0, 0.58, 1]")
            }
            let name = problems.word(entry, among: Self.curves)
            return TimingCurve.named.first { $0.name == name }?.curve
        }
        guard elements.count == 4 else {
            problems.add("a curve has four numbers, [x1, y1, x2, y2], not \(elements.count)", at: entry)
            return nil
        }
        let points = elements.enumerated().compactMap { index, element in
            problems.number(element, in: index % 2 == 0 ? 0...1 : -10...10)
        }
        return points.count == 4 ? TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3]) : nil
    }
}
