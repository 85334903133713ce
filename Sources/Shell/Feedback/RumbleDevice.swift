// SPDX-License-Identifier: MIT
import CLinux
import EventLoop
import Glibc

/// A device that plays effects which were loaded into it. It is let go of with its last reference.
package protocol RumbleDevice: AnyObject {
    /// Loads a rumble and gives its number.
    func upload(_ rumble: Rumble) throws(SystemError) -> Int32
    func play(_ effect: Int32) throws(SystemError)
    func remove(_ effect: Int32) throws(SystemError)
}

/// A motor among the kernel's input devices (evdev). The gain is left alone: another program may have set it.
final class InputDevice: RumbleDevice {
    private let path: String
    private let descriptor: FileDescriptor

    /// - Returns: nil for a device that is no motor.
    /// - Throws: ``SystemError`` when it cannot be opened.
    init?(_ path: String) throws(SystemError) {
        // Effects are loaded by a write, and a read-only descriptor would be refused only then.
        let flags = O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        let number = try systemCall("opening \(path)") { open(path, flags) }
        self.path = path
        descriptor = FileDescriptor(owning: number)
        guard clinux_is_motor(number) == 1 else { return nil }
    }

    func upload(_ rumble: Rumble) throws(SystemError) -> Int32 {
        try systemCall("loading an effect into \(path)") {
            clinux_upload_rumble(descriptor.number, rumble.magnitude, rumble.length)
        }
    }

    func play(_ effect: Int32) throws(SystemError) {
        try systemCall("playing an effect on \(path)") { clinux_play_effect(descriptor.number, effect) }
    }

    func remove(_ effect: Int32) throws(SystemError) {
        try systemCall("removing an effect from \(path)") { clinux_remove_effect(descriptor.number, effect) }
    }
}
