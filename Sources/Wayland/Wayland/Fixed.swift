// SPDX-License-Identifier: MIT

/// Wayland's fixed-point numbers: 24 bits before the point, 8 behind. Every one of them is exact as a `Double`.
enum Fixed {
    static func double(_ fixed: Int32) -> Double {
        Double(fixed) / 256
    }

    /// The nearest fixed-point number; beyond the range its end, and 0 for what is not a number.
    static func fixed(_ value: Double) -> Int32 {
        guard !value.isNaN else { return 0 }
        let scaled = (value * 256).rounded(.toNearestOrEven)
        return Int32(exactly: scaled) ?? (scaled < 0 ? .min : .max)
    }
}
