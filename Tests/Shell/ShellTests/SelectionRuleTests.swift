import Foundation
import ShellModel
import TestSupport
import Testing

/// Only in `make nightly`, since sway 1.7 crashes in some of these sessions.
private let seeds = ProcessInfo.processInfo.environment["TABSHELL_RULE_SEEDS"].flatMap { UInt64($0) } ?? 0

/// The rule of the selection on a real sway: only a person changes it. Windows that open, close, become fullscreen and ask for the
/// focus, locks and outputs do not.
///
/// `TABSHELL_RULE_SEED` is the first seed, `TABSHELL_RULE_SEEDS` their number, `TABSHELL_RULE_STEPS` the length of each run, and
/// `TABSHELL_RULE_ROOT` the root folder of a Debian whose sway is run.
@Suite(.serialized, .enabled(if: Environment.find("sway") != nil && seeds > 0), .toleratingSwayCrash)
struct SelectionRuleTests {
    /// The tabs whose pages are windows.
    static let apps: [TabID] = ["one", "two"]
    static let configuration =
        "order = [\"home\", \"one\", \"two\", \"flash\"]\n"
        + apps.map { ShellSession.windowTab($0.rawValue, appID: "org.example.\($0)") }.joined()

    private static let environment = ProcessInfo.processInfo.environment
    static let root = environment["TABSHELL_RULE_ROOT"].flatMap { $0.isEmpty ? nil : $0 }
    private static let first = environment["TABSHELL_RULE_SEED"].flatMap { UInt64($0) } ?? 1
    private static let steps = environment["TABSHELL_RULE_STEPS"].flatMap { Int($0) } ?? 40

    @Test(arguments: (first..<first + seeds).map { $0 }) func onlyThePersonSelects(seed: UInt64) throws {
        let run = try RuleRun(seed: seed, root: Self.root)
        do {
            while run.steps.count < Self.steps { try run.step() }
        } catch {
            let steps = run.steps.enumerated().suffix(30).map { "\($0 + 1). \($1)" }.joined(separator: "\n")
            let log = run.shell.daemon.errorOutput.suffix(1000)
            Issue.record(
                "TABSHELL_RULE_SEED=\(seed) TABSHELL_RULE_STEPS=\(Self.steps): \(error)\n\(steps)\nThe daemon's log: \(log)"
            )
        }
    }
}
