import Posix

/// A device that plays uploaded effects. It is closed with its last reference.
package protocol RumbleDevice: AnyObject {
    func upload(_ rumble: Rumble) throws(SystemError) -> Int32
    func play(_ effect: Int32) throws(SystemError)
    func remove(_ effect: Int32) throws(SystemError)
}

extension MotorDevice: RumbleDevice {
    package func upload(_ rumble: Rumble) throws(SystemError) -> Int32 {
        try upload(magnitude: rumble.magnitude, length: rumble.length)
    }
}

/// A rumble effect in the kernel's units.
package struct Rumble: Equatable, Sendable {
    /// The maximum of the kernel's interface, ms.
    private static let maximumLength = 32767.0

    /// 1…65535.
    package let magnitude: UInt16
    /// 1…32767 ms.
    package let length: UInt16

    /// - Parameters:
    ///   - strength: 0…1; higher values are clamped.
    ///   - duration: s.
    /// - Returns: nil for a strength or a duration that is not positive, or NaN.
    package init?(strength: Double, duration: Double) {
        guard strength > 0, duration > 0 else { return nil }
        magnitude = UInt16(max((min(strength, 1) * 65535).rounded(), 1))
        length = UInt16(max(min((duration * 1000).rounded(), Self.maximumLength), 1))
    }
}
