// SPDX-License-Identifier: MIT
import Localization
import TabshellIPC

extension Request {
    /// True if it changes nothing, so that it is pointless without its reply.
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

    /// The request in words, if a lock guards it: a change of the tabs, the look or the display for good, or a picture of the screen.
    var guardedSubject: String? {
        switch self {
        case .changeTabs, .save, .look, .restart, .preferences, .command(.setAppearance), .command(.rotate):
            localized("a change of the shell")
        case .screenshot: localized("a picture of the screen")
        default: nil
        }
    }
}
