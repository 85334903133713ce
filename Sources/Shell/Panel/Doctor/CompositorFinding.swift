// SPDX-License-Identifier: MIT
import Localization
import TabshellIPC

/// A fact about the compositor.
enum CompositorFinding: Equatable, Sendable {
    case missing(reason: String)
    case answers(interfaces: Int)
    /// An interface, the version that is offered, and true if the shell uses ordinary windows.
    case interface(WaylandInterface, version: UInt32?, inWindows: Bool)

    var check: Check {
        switch self {
        case .missing(let reason):
            return Check(
                "compositor", .failed, reason,
                advice: localized(
                    "Run this in a terminal of a Wayland session, or start one on a console: tabshell-session"))
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
