import CommandLineKit
import TabshellIPC

extension [Check] {
    /// True unless a check failed.
    public var isHealthy: Bool { !contains { $0.verdict == .failed } }

    /// The table: subject, verdict and state, each with its advice in the lines below, and the total at the end.
    public var table: String {
        let rows = flatMap { check in
            let advice = check.advice?.split(separator: "\n").map { ["", "", "→ \($0)"] } ?? []
            let text = check.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return [[check.name, check.verdict.word, text.first ?? ""]]
                + text.dropFirst().map { ["", "", $0] } + advice
        }
        return TextTable(rows).text + "\n\n" + sum
    }

    private var sum: String {
        let failures = count { $0.verdict == .failed }
        let warnings = count { $0.verdict == .warning }
        let failed = failures == 0 ? "Everything needed works." : "Failed: \(failures)."
        return warnings == 0 ? failed : "\(failed) Warnings: \(warnings)."
    }
}

extension Check.Verdict {
    /// The verdict for people.
    var word: String {
        switch self {
        case .ok: "ok"
        case .absent: "–"
        case .warning: "warning"
        case .failed: "failed"
        }
    }
}
