// SPDX-License-Identifier: MIT
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

    /// True if it changes the tabs, the look or the display for good, which a lock guards.
    var changesShell: Bool {
        switch self {
        case .changeTabs, .save, .look, .restart, .preferences, .scene, .command(.setAppearance), .command(.rotate):
            true
        default: false
        }
    }
}
