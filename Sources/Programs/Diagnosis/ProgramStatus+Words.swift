// SPDX-License-Identifier: MIT
import Localization
public import ShellModel

extension ProgramStatus.Phase {
    /// The phase for people; in English it is the name in the protocol.
    public var word: String {
        switch self {
        case .absent: localized("absent", context: "phase")
        case .starting: localized("starting", context: "phase")
        case .alive: localized("alive", context: "phase")
        case .restarting: localized("restarting", context: "phase")
        case .failed: localized("failed", context: "phase")
        case .unknown: localized("unknown", context: "phase")
        }
    }
}
