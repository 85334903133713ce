// SPDX-License-Identifier: MIT

/// A fact about the compositor.
public enum CompositorFinding: Equatable, Sendable {
    case missing(reason: String)
    /// It has not answered within a time, s.
    case silent(seconds: Int)
    case answers(interfaces: Int)
    /// An interface, the version that is offered, and true if the shell uses ordinary windows.
    case interface(WaylandInterface, version: UInt32?, inWindows: Bool)

    public var check: Check {
        switch self {
        case .missing(let reason):
            return Check(
                "compositor", .failed, reason,
                advice: "Run this in a terminal of a Wayland session, or start one on a console: tabshell-session")
        case .silent(let seconds):
            return Check(
                "compositor", .failed, "does not answer within \(seconds) s",
                advice: "It hangs, or something else listens on its socket: end it, and log in again.")
        case .answers(let count): return Check("compositor", .ok, "answers, with \(count) interfaces")
        case .interface(let interface, let version?, _) where version >= interface.version:
            return Check(interface.name, .ok, "version \(version)")
        case .interface(.layerShell, _, inWindows: true):
            return Check(WaylandInterface.layerShell.name, .absent, "not offered, and not needed in windows")
        case .interface(let interface, let version, _):
            let problem = version.map { "version \($0) of \(interface.version)" } ?? "not offered"
            return Check(
                interface.name, interface.need.verdict, "\(problem): \(interface.loss)", advice: interface.advice)
        }
    }
}

extension WaylandInterface.Need {
    /// The verdict on an interface that is not there.
    fileprivate var verdict: Check.Verdict {
        switch self {
        case .needed: .failed
        case .wanted: .warning
        case .optional: .absent
        }
    }
}
