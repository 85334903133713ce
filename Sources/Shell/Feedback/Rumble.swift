// SPDX-License-Identifier: MIT

/// A pulse in the kernel's units.
package struct Rumble: Equatable, Sendable {
    /// The longest that the kernel's interface specifies, ms.
    private static let longest = 32767.0

    /// 1…65535.
    package let magnitude: UInt16
    /// 1…32767 ms.
    package let length: UInt16

    /// - Parameters:
    ///   - strength: 0…1; more is 1.
    ///   - duration: s.
    /// - Returns: nil for a pulse without strength or length, and for what is no number.
    package init?(strength: Double, duration: Double) {
        guard strength > 0, duration > 0 else { return nil }
        magnitude = UInt16(max((min(strength, 1) * 65535).rounded(), 1))
        length = UInt16(max(min((duration * 1000).rounded(), Self.longest), 1))
    }
}
