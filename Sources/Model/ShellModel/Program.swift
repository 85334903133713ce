/// A program of the shell: the panel, a tab's page, the viewer of its document, or the bridge to screen readers.
public enum Program: Hashable, Sendable {
    case panel
    case page(TabID)
    /// The program that draws a client's document in a tab whose own program draws none.
    case viewer(TabID)
    /// It reads the screen and presses as any client may, and does not register.
    case bridge

    /// True for a program that registers with the daemon, and needs a compositor.
    public var isOnScreen: Bool { self != .bridge }

    /// The tab that it shows, if any.
    public var tab: TabID? {
        switch self {
        case .page(let tab), .viewer(let tab): tab
        case .panel, .bridge: nil
        }
    }

    /// `panel`, `bridge`, or `page:` or `show:` followed by the tab's identifier.
    public var name: String {
        switch self {
        case .panel: "panel"
        case .page(let tab): "page:\(tab)"
        case .viewer(let tab): "show:\(tab)"
        case .bridge: "bridge"
        }
    }

    /// Parses a ``name``; nil for any other text.
    public init?(name: String) {
        if name.isIdentical(to: "panel") {
            self = .panel
        } else if name.isIdentical(to: "bridge") {
            self = .bridge
        } else if name.utf8.starts(with: "page:".utf8), name.utf8.count > 5 {
            self = .page(TabID(rawValue: String(Substring(name.utf8.dropFirst(5)))))
        } else if name.utf8.starts(with: "show:".utf8), name.utf8.count > 5 {
            self = .viewer(TabID(rawValue: String(Substring(name.utf8.dropFirst(5)))))
        } else {
            return nil
        }
    }
}

public struct ProgramStatus: Equatable, Sendable {
    public enum Phase: String, Sendable, CaseIterable {
        /// It has not been started.
        case absent
        /// It runs and has not registered yet.
        case starting
        /// It runs and, if required, is registered.
        case alive
        /// It ended and will be started again after a delay.
        case restarting
        /// It ended in a way that a restart cannot fix.
        case failed
        /// A phase that a later daemon sends and this client does not know. It is not a word of the protocol.
        case unknown

        /// The phases of the protocol.
        public static let allCases: [Phase] = [.absent, .starting, .alive, .restarting, .failed]
    }

    public var program: Program
    public var phase: Phase
    public var pid: Int32?
    public var restarts: Int
    /// The reason why it is not alive, for a person.
    public var reason: String?
    /// The first problem that it reported, for a person: an unreadable line of the daemon. After its end, without a report, the
    /// last line of its standard error.
    public var problem: String?
    /// False while it does not answer the daemon's pings.
    public var isResponsive: Bool
    /// True if the daemon can start it now.
    public var isStartable: Bool
    /// The app ID of a window that it opened in place of registering, if known.
    public var window: String?
    /// True for a page that blurs its content under a translucent bar in the compositor's place.
    public var blursBackdrop: Bool

    public init(
        program: Program, phase: Phase = .absent, pid: Int32? = nil, restarts: Int = 0, reason: String? = nil,
        problem: String? = nil, isResponsive: Bool = true, isStartable: Bool = true,
        window: String? = nil, blursBackdrop: Bool = false
    ) {
        self.program = program
        self.phase = phase
        self.pid = pid
        self.restarts = restarts
        self.reason = reason
        self.problem = problem
        self.isResponsive = isResponsive
        self.isStartable = isStartable
        self.window = window
        self.blursBackdrop = blursBackdrop
    }
}
