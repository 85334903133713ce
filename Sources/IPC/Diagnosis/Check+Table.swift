// SPDX-License-Identifier: MIT
import CommandLineKit

extension [Check] {
    /// True unless something needed does not work.
    public var isHealthy: Bool { !contains { $0.verdict == .failed } }

    /// The table: subject, verdict and state, each with its advice in the lines below, and the sum at the end.
    public var table: String {
        let rows = flatMap { check in
            let advice = check.advice?.split(separator: "\n").map { ["", "", "→ \($0)"] } ?? []
            let text = check.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return [[check.name, check.verdict == .absent ? "–" : check.verdict.rawValue, text.first ?? ""]]
                + text.dropFirst().map { ["", "", $0] } + advice
        }
        return TextTable(rows).text + "\n\n" + sum
    }

    private var sum: String {
        let failures = count { $0.verdict == .failed }
        let warnings = count { $0.verdict == .warning }
        let result =
            switch failures {
            case 0: "All that is needed works."
            case 1: "One thing that is needed does not work."
            default: "\(failures) things that are needed do not work."
            }
        return warnings == 0
            ? result : result + (warnings == 1 ? " There is a warning." : " There are \(warnings) warnings.")
    }
}
