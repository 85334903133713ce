// SPDX-License-Identifier: MIT
import ShellModel

/// What a client's reply is paired by: whatever the client chose.
public enum RequestID: Equatable, Sendable {
    case integer(Int64)
    case string(String)
}

/// What a client asks for. A tab that is not named is the selected one, or the one whose sheet is open.
public enum Verb: Equatable, Sendable {
    case ping
    case version
    case state
    case subscribe([Topic])
    case barrier

    /// Where that starts a program, the token goes with it.
    case select(TabID, activation: ActivationToken? = nil)
    case next
    case previous
    /// Nil takes the badge away.
    case badge(TabID, Badge?)
    case push(TabID?, [String])
    case pop(TabID?)
    case root(TabID?)
    case open(TabID, [String])
    case action(ActionID)
    /// What the panel sees of a tab's window: nil is none. One that came forward by itself says over which tab; where
    /// no windows can be seen, `isWatched` is false.
    case window(TabID, WindowState?, over: TabID?, isWatched: Bool)
    /// Nil dismisses the sheet that is open.
    case sheet(TabID?)
    /// Nil closes the menu that is open.
    case menu(TabID?)
    case bar(minimized: Bool)
    /// A page was scrolled.
    case scroll(TabID, ScrollDirection)
    case appearance(Appearance)
    case scene(String)

    case tabs
    case looks
    case look(String)
    case reload
    case register(Program)

    /// The word for a verb on the wire.
    public enum Name: String, Sendable, CaseIterable {
        case ping, version, state, subscribe, barrier
        case select, next, previous, badge, push, pop, root, open, action, sheet, menu, bar, scroll, appearance, scene
        case window
        case tabs, looks, look, reload, register
    }

    public var name: Name {
        switch self {
        case .ping: .ping
        case .version: .version
        case .state: .state
        case .subscribe: .subscribe
        case .barrier: .barrier
        case .select: .select
        case .next: .next
        case .previous: .previous
        case .badge: .badge
        case .push: .push
        case .pop: .pop
        case .root: .root
        case .open: .open
        case .action: .action
        case .sheet: .sheet
        case .menu: .menu
        case .bar: .bar
        case .scroll: .scroll
        case .appearance: .appearance
        case .scene: .scene
        case .window: .window
        case .tabs: .tabs
        case .looks: .looks
        case .look: .look
        case .reload: .reload
        case .register: .register
        }
    }
}

/// One request line.
public struct Request: Equatable, Sendable {
    /// Nil asks for no pairing; the reply's id is null then.
    public var id: RequestID?
    public var verb: Verb

    public init(id: RequestID?, verb: Verb) {
        self.id = id
        self.verb = verb
    }
}

/// Why a line is not a request, with the id to answer to where there is one.
public struct RequestError: Error, Equatable, Sendable {
    public var id: RequestID?
    public var error: WireError
}
