import TabshellIPC

extension Request {
    /// True if it changes nothing, and is pointless without its reply.
    var isQuery: Bool {
        switch self {
        case .ping, .version, .state, .subscribe, .barrier, .tabs, .looks, .windows, .accessibility: true
        default: false
        }
    }

    /// True if the daemon waits for it: it is handled although earlier requests of its client are not finished.
    var isAnswer: Bool {
        switch self {
        case .pong, .describe, .pressed, .foreign, .report: true
        default: false
        }
    }

    /// The request in words, if a lock guards it: a permanent change of the tabs, the look or the display, or a picture of the screen.
    var guardedSubject: String? {
        switch self {
        case .changeTabs, .save, .look, .restart, .preferences, .command(.setAppearance), .command(.rotate):
            "a change of the shell"
        case .screenshot: "a picture of the screen"
        default: nil
        }
    }
}
