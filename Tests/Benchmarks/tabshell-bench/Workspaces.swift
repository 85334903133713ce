import TestSupport

/// Five workspaces with one window each, so that a switch neither creates nor removes a workspace.
struct Workspaces {
    static let count = 5

    static var canHaveWindows: Bool { Environment.find("foot") != nil }

    private let windows: [ChildProcess]

    init(on sway: HeadlessSway) throws {
        var windows: [ChildProcess] = []
        if Workspaces.canHaveWindows {
            for number in 1...Workspaces.count {
                try sway.swaymsg("workspace", "\(number)")
                windows.append(
                    try sway.start(
                        "foot", ["--working-directory=/", "--app-id", "bench-\(number)", "tail", "-f", "/dev/null"]))
                try waitUntil("foot's window on workspace \(number)") {
                    try sway.windows.contains("bench-\(number)")
                }
            }
        }
        self.windows = windows
    }
}
