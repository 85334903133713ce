// SPDX-License-Identifier: MIT
import Localization
import TabshellIPC

extension Check {
    /// The subject for people: that of a protocol or a variable is its name.
    var localizedName: String {
        switch name {
        case "programs": localized("programs")
        case "configuration": localized("configuration")
        case "vibration": localized("vibration")
        case "speech": localized("speech")
        case "saved state": localized("saved state")
        case "font": localized("font")
        case "compositor": localized("compositor")
        case "daemon": localized("daemon")
        case "other daemons": localized("other daemons")
        case "socket": localized("socket")
        default: name
        }
    }
}

extension Check.Verdict {
    /// The verdict for people.
    var word: String {
        switch self {
        case .ok: localized("ok")
        case .absent: "–"
        case .warning: localized("warning")
        case .failed: localized("failed", context: "verdict")
        }
    }
}
