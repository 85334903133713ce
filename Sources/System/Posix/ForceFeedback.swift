// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Force feedback of an input device (evdev), which is the descriptor's file.
extension FileDescriptor {
    /// True if the device is a motor and nothing else: it can rumble and has no keys, unlike a game controller.
    public var isRumbleMotor: Bool { clinux_is_motor(rawValue) == 1 }

    /// Uploads a rumble effect.
    ///
    /// - Parameters:
    ///   - magnitude: 0…65535.
    ///   - length: 0…32767 ms.
    /// - Returns: the effect's number.
    /// - Throws: ``SystemError``.
    public func uploadRumble(magnitude: UInt16, length: UInt16) throws(SystemError) -> Int32 {
        try systemCall("EVIOCSFF") { clinux_upload_rumble(rawValue, magnitude, length) }
    }

    /// Plays an uploaded effect once, and returns at once.
    ///
    /// - Throws: ``SystemError``.
    public func playEffect(_ effect: Int32) throws(SystemError) {
        try systemCall("playing an effect") { clinux_play_effect(rawValue, effect) }
    }

    /// - Throws: ``SystemError``.
    public func removeEffect(_ effect: Int32) throws(SystemError) {
        try systemCall("EVIOCRMFF") { clinux_remove_effect(rawValue, effect) }
    }
}
