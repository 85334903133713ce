// SPDX-License-Identifier: MIT
import Localization

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
                advice: localized(
                    "Run this in a terminal of a Wayland session, or start one on a console: tabshell-session"))
        case .silent(let seconds):
            return Check(
                "compositor", .failed, localized("does not answer within \(seconds) s"),
                advice: localized("It hangs, or something else listens on its socket: end it, and log in again."))
        case .answers(let count): return Check("compositor", .ok, localized("answers, with \(count) interfaces"))
        case .interface(let interface, let version?, _) where version >= interface.version:
            return Check(interface.name, .ok, localized("version \(version)"))
        case .interface(.layerShell, _, inWindows: true):
            return Check(WaylandInterface.layerShell.name, .absent, localized("not offered, and not needed in windows"))
        case .interface(let interface, let version, _):
            let problem = version.map { localized("version \($0) of \(interface.version)") } ?? localized("not offered")
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
