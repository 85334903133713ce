// SPDX-License-Identifier: MIT

/// How tabshell's programs exit. The numbers are part of the interface: units and scripts decide by them.
public enum ExitStatus: Int32, Sendable {
    case done = 0
    /// The daemon refused the request, or the program could not do its work.
    case refused = 1
    case usage = 2
    /// No daemon, or no compositor, could be reached.
    case cannotConnect = 3
    /// The daemon did not answer in time, or answered nonsense.
    case protocolFailure = 4
    /// Client and daemon speak protocols with different majors.
    case versionMismatch = 5
    /// Another one is running already.
    case alreadyRunning = 6
    /// The compositor went away.
    case compositorGone = 7
    /// The compositor lacks something that the program cannot do without; a restart would not help.
    case unsupportedCompositor = 8

    /// Whether starting the program again could lead anywhere.
    public var isWorthRestarting: Bool {
        switch self {
        case .usage, .versionMismatch, .alreadyRunning, .unsupportedCompositor: false
        default: true
        }
    }

    /// What it means, for a person who reads of a program that ended so.
    public var meaning: String {
        switch self {
        case .done: "it was done"
        case .refused: "it could not do its work"
        case .usage: "it was started wrongly"
        case .cannotConnect: "it found nobody to talk to"
        case .protocolFailure: "it got no sensible answer"
        case .versionMismatch: "it speaks another protocol than the daemon"
        case .alreadyRunning: "another one is running"
        case .compositorGone: "the compositor went away"
        case .unsupportedCompositor: "the compositor lacks something that it needs"
        }
    }
}
