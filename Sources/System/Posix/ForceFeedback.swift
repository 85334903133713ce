import CLinux
import Glibc

/// A motor among the kernel's input devices (evdev). Its gain is not changed: another program may have set it.
public final class MotorDevice {
    private let descriptor: FileDescriptor

    /// - Returns: nil unless the device is a motor alone: it can rumble but lacks keys, unlike a game
    ///   controller.
    /// - Throws: ``SystemError`` when it cannot be opened.
    public init?(_ path: String) throws(SystemError) {
        // Effects are played by a write, which a read-only descriptor would reject only then.
        descriptor = try FileDescriptor(opening: path, O_RDWR | O_NONBLOCK | O_NOCTTY)
        guard clinux_is_motor(descriptor.rawValue) == 1 else { return nil }
    }

    /// Uploads a rumble effect.
    ///
    /// - Parameters:
    ///   - magnitude: 0…65535.
    ///   - length: 0…32767 ms.
    /// - Returns: the effect's number.
    public func upload(magnitude: UInt16, length: UInt16) throws(SystemError) -> Int32 {
        try systemCall("EVIOCSFF") { clinux_upload_rumble(descriptor.rawValue, magnitude, length) }
    }

    /// Plays an uploaded effect once, and returns at once.
    public func play(_ effect: Int32) throws(SystemError) {
        try systemCall("playing an effect") { clinux_play_effect(descriptor.rawValue, effect) }
    }

    public func remove(_ effect: Int32) throws(SystemError) {
        try systemCall("EVIOCRMFF") { clinux_remove_effect(descriptor.rawValue, effect) }
    }
}
