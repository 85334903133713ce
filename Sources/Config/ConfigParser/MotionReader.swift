import Localization
import Motion
import ShellModel
import TOML

/// Reads the value of a key of `[motion]`.
struct MotionReader {
    let diagnostics: Diagnostics

    static let keys = ["duration", "curve", "bounce"]
    private static let curves = CubicBezier.named.map(\.name)
    private static let allowed =
        localized("allowed: \"none\", { duration = 0.2, curve = \"ease-in-out\" }, { duration = 0.35, bounce = 0.3 }")

    /// Reads `"none"`, 0, or a table. `earlier` is the motion of the layers below, for missing keys.
    func read(_ entry: ConfigEntry, over earlier: Transition) -> Transition? {
        switch entry.value {
        case .string("none"), .integer(0), .float(0): return .immediate
        default: break
        }
        guard let members = entry.members else {
            return diagnostics.reject(localized("\(entry.value.described) is not a motion; \(Self.allowed)"), at: entry)
        }
        diagnostics.checkKeys(of: members, allowed: Self.keys)
        if let bounce = members["bounce"], members["curve"] != nil {
            return diagnostics.reject(localized("a motion has either a curve or a bounce, not both"), at: bounce)
        }
        var motion = earlier
        if let duration = members["duration"] {
            guard let seconds = diagnostics.number(duration, in: 0...10, unit: "s") else { return nil }
            motion.duration = UInt64((seconds * 1e9).rounded())
        }
        if let bounce = members["bounce"] {
            guard let bounce = diagnostics.number(bounce, in: -1...1) else { return nil }
            motion.timing = .spring(bounce: bounce)
        }
        if let curve = members["curve"] {
            guard let curve = self.curve(curve) else { return nil }
            motion.timing = .curve(curve)
        }
        return motion
    }

    /// Reads the name of a curve, or the four coordinates of its two control points.
    private func curve(_ entry: ConfigEntry) -> CubicBezier? {
        guard let elements = entry.elements else {
            guard case .string = entry.value else {
                let expected = localized("one of \(Self.curves.listed), or four numbers like [0.42, 0, 0.58, 1]")
                return diagnostics.typeMismatch(entry, expected: expected)
            }
            let name = diagnostics.enumValue(entry, among: Self.curves)
            return CubicBezier.named.first { $0.name == name }?.curve
        }
        guard elements.count == 4 else {
            return diagnostics.reject(
                localized("a curve has four numbers, [x1, y1, x2, y2], not \(elements.count)"), at: entry)
        }
        let points = elements.enumerated().compactMap { index, element in
            diagnostics.number(element, in: index % 2 == 0 ? 0...1 : -10...10)
        }
        return points.count == 4 ? CubicBezier(points[0], points[1], points[2], points[3]) : nil
    }
}
