/// Conversion of `wl_fixed_t`, signed 24.8 fixed point. Each of its values is exact as a `Double`.
enum Fixed {
    static func double(_ fixed: Int32) -> Double {
        Double(fixed) / 256
    }

    /// Returns the nearest fixed-point number: clamped to the range, and 0 for NaN.
    static func fixed(_ value: Double) -> Int32 {
        guard !value.isNaN else { return 0 }
        let scaled = (value * 256).rounded(.toNearestOrEven)
        return Int32(exactly: scaled) ?? (scaled < 0 ? .min : .max)
    }
}
