// SPDX-License-Identifier: MIT
import Posix

/// A device that plays uploaded effects. It is closed with its last reference.
package protocol RumbleDevice: AnyObject {
    /// Uploads a rumble effect and returns its number.
    func upload(_ rumble: Rumble) throws(SystemError) -> Int32
    func play(_ effect: Int32) throws(SystemError)
    func remove(_ effect: Int32) throws(SystemError)
}

extension MotorDevice: RumbleDevice {
    package func upload(_ rumble: Rumble) throws(SystemError) -> Int32 {
        try upload(magnitude: rumble.magnitude, length: rumble.length)
    }
}
