// SPDX-License-Identifier: MIT
import Localization
import TabshellIPC

extension Check {
    /// The subject for people: that of a protocol or a variable is its name.
    var localizedName: String {
        localized(
            word: name,
            among: [
                "programs", "configuration", "vibration", "speech", "saved state", "font", "compositor", "daemon",
                "other daemons", "socket",
            ])
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
