// SPDX-License-Identifier: MIT
import Localization
import TabshellIPC

enum DeviceFinding: Equatable {
    case noMotor
    case motor(String)
    /// The motors that this user may not open, and the group that may.
    case lockedMotors([String], group: String?)
    case noSpeech(reason: String)
    case speech(String)

    var check: Check {
        switch self {
        case .noMotor: return Check("vibration", .absent, localized("no motor"))
        case .motor(let path): return Check("vibration", .ok, path)
        case .lockedMotors(let paths, let group):
            return Check(
                "vibration", .warning, localized("you may not open \(paths.joined(separator: ", "))"),
                advice: group.map { localized("sudo usermod --append --groups \($0) $USER, then log in again") })
        case .noSpeech(let reason): return Check("speech", .absent, reason)
        case .speech(let path): return Check("speech", .ok, path)
        }
    }
}
