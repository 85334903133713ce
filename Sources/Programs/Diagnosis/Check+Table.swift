// SPDX-License-Identifier: MIT
import CommandLineKit
import Localization
import TabshellIPC

extension [Check] {
    /// True unless something needed does not work.
    public var isHealthy: Bool { !contains { $0.verdict == .failed } }

    /// The table: subject, verdict and state, each with its advice in the lines below, and the sum at the end.
    public var table: String {
        let rows = flatMap { check in
            let advice = check.advice?.split(separator: "\n").map { ["", "", "→ \($0)"] } ?? []
            let text = check.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return [[check.localizedName, check.verdict.word, text.first ?? ""]]
                + text.dropFirst().map { ["", "", $0] } + advice
        }
        return TextTable(rows).text + "\n\n" + sum
    }

    private var sum: String {
        let failures = count { $0.verdict == .failed }
        let warnings = count { $0.verdict == .warning }
        let result =
            switch failures {
            case 0: localized("All that is needed works.")
            default:
                localized(
                    failures, one: "One thing that is needed does not work.",
                    other: "\(failures) things that are needed do not work.")
            }
        guard warnings > 0 else { return result }
        return result + " " + localized(warnings, one: "There is a warning.", other: "There are \(warnings) warnings.")
    }
}

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
