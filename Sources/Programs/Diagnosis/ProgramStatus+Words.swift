// SPDX-License-Identifier: MIT
import Localization
public import ShellModel

extension ProgramStatus.Phase {
    /// The phase for people; in English it is the name in the protocol.
    public var word: String {
        localized(
            word: rawValue, context: "phase", among: ["absent", "starting", "alive", "restarting", "failed", "unknown"])
    }
}
