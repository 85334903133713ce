import Posix

/// A terminal for the applications that need one: one whose windows can be given an app ID, by which their tab knows them.
struct Terminal: Sendable {
    var program: String
    /// The arguments before the application's program, for an app ID.
    var arguments: @Sendable (_ appID: String) -> [String]

    /// In the order of preference.
    static let all = [
        Terminal(program: "foot") { ["--app-id", $0] },
        Terminal(program: "kitty") { ["--class", $0] },
        Terminal(program: "alacritty") { ["--class", $0, "-e"] },
        Terminal(program: "wezterm") { ["start", "--class", $0, "--"] },
    ]

    static var names: String { all.map(\.program).joined(separator: ", ") }
    static var installed: Terminal? { all.first { ChildProcess.findExecutable($0.program) != nil } }

    func command(_ program: [String], appID: String) -> [String] { [self.program] + arguments(appID) + program }
}
