// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// A device that plays uploaded effects. It is closed with its last reference.
package protocol RumbleDevice: AnyObject {
    /// Uploads a rumble effect and returns its number.
    func upload(_ rumble: Rumble) throws(SystemError) -> Int32
    func play(_ effect: Int32) throws(SystemError)
    func remove(_ effect: Int32) throws(SystemError)
}

/// A motor among the kernel's input devices (evdev). Its gain is not changed: another program may have set it.
final class InputDevice: RumbleDevice {
    private let descriptor: FileDescriptor

    /// - Returns: nil for a device that is not a motor.
    /// - Throws: ``SystemError`` when it cannot be opened.
    init?(_ path: String) throws(SystemError) {
        // Effects are played by a write, which a read-only descriptor would reject only then.
        descriptor = try FileDescriptor(opening: path, O_RDWR | O_NONBLOCK | O_NOCTTY)
        guard descriptor.isRumbleMotor else { return nil }
    }

    func upload(_ rumble: Rumble) throws(SystemError) -> Int32 {
        try descriptor.uploadRumble(magnitude: rumble.magnitude, length: rumble.length)
    }

    func play(_ effect: Int32) throws(SystemError) { try descriptor.playEffect(effect) }

    func remove(_ effect: Int32) throws(SystemError) { try descriptor.removeEffect(effect) }
}
