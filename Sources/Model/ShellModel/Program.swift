// SPDX-License-Identifier: MIT

/// A program that belongs to the shell: the panel, or the page of a tab.
public enum Program: Hashable, Sendable {
    case panel
    case page(TabID)

    /// `panel`, or `page:` and the tab's id.
    public var name: String {
        switch self {
        case .panel: "panel"
        case .page(let tab): "page:\(tab)"
        }
    }

    /// The inverse of ``name``; nil for anything else.
    public init?(name: String) {
        if name == "panel" {
            self = .panel
        } else if name.hasPrefix("page:"), name.utf8.count > 5 {
            self = .page(TabID(rawValue: String(name.dropFirst(5))))
        } else {
            return nil
        }
    }
}

/// How a program is doing.
public struct ProgramStatus: Equatable, Sendable {
    public enum Phase: String, Sendable, CaseIterable {
        /// Nobody has started it yet.
        case absent
        /// It runs and has not registered yet.
        case starting
        /// It runs and is registered.
        case alive
        /// It ended and is started again after a while.
        case restarting
        /// It ended in a way that a restart cannot mend.
        case failed
    }

    public var program: Program
    public var phase: Phase
    public var pid: Int32?
    /// How often it has been started again.
    public var restarts: Int
    /// Why it is not alive, in words for a person.
    public var reason: String?

    public init(
        program: Program, phase: Phase = .absent, pid: Int32? = nil, restarts: Int = 0, reason: String? = nil
    ) {
        self.program = program
        self.phase = phase
        self.pid = pid
        self.restarts = restarts
        self.reason = reason
    }
}
