// SPDX-License-Identifier: MIT
import Localization
import ShellModel

/// A request of a client.
public enum Request: Equatable, Sendable {
    /// Changes the state. Only the commands that are declared in ``methods`` can be sent.
    case command(Command)

    case ping
    case version
    case state
    case subscribe([Topic])
    case barrier
    /// Applies a preset of the configuration, by name.
    case scene(String)
    /// Changes the preferences for the display and for speech.
    case preferences(PreferencesChange)
    /// The panel reports the window of a tab; nil is none. A window that came to the front by itself names the tab over
    /// which it appeared. `isWatched` is false if the compositor does not show its windows to the panel, and the note
    /// explains why there is no window.
    case window(TabID, WindowState?, over: TabID?, isWatched: Bool, note: String?)
    case tabs
    case looks
    case look(String)
    case reload
    /// Changes the tabs; true selects the tab that was added.
    case changeTabs(TabChange, selects: Bool = false)
    /// Keeps the changes of the tabs in a file.
    case save
    /// Ends the program of a tab and starts it again. The token allows its window to get the focus.
    case restart(TabID, activation: ActivationToken? = nil)
    /// The windows that belong to no tab.
    case windows
    /// The panel answers a question for these windows, by its number; nil if the compositor lists none.
    case foreign(UInt64, [ForeignWindow]?)
    /// The accessibility tree of the screen.
    case accessibility
    /// Presses what has a name.
    case press(String)
    /// A program answers a question for what it shows, by its number.
    case describe(UInt64, AccessibilityNode)
    /// A program has carried out a press, by its number, or tells why it cannot.
    case pressed(UInt64, problem: String? = nil)
    /// A page in front has something to be spoken.
    case announce(String, SpeechUrgency = .polite)
    /// A page in front has something to be felt.
    case haptic(HapticKind)
    /// Registers the client as a program; true if it answers pings, and questions for what it shows.
    case register(Program, answersPings: Bool = false, describes: Bool = false)
    /// Answers a ping of the daemon, by its number.
    case pong(UInt64)
    /// A registered program reports a problem, for `status`; nil after it has none any more.
    case report(String?)

    /// The declarations of all verbs, in the order of the hello's features.
    public static let methods: [RequestMethod] = [
        .ping, .version, .state, .subscribe, .barrier, .select, .next, .previous, .drag, .drop, .badge, .push, .pop,
        .root, .open, .action, .sheet, .menu, .bar, .focus, .scroll, .appearance, .preferences, .scene, .window, .cover,
        .output, .stacking, .tabs, .looks, .look, .reload, .addTab, .removeTab, .moveTab, .save, .restart, .windows,
        .foreign, .accessibility, .press, .describe, .pressed, .announce, .haptic, .register, .pong, .report,
    ]
}

extension Request {
    private static let methodsByName = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })

    /// The declaration of the request's verb, and its encoded arguments.
    var call: (method: RequestMethod, arguments: [JSON.Member]) {
        guard let method, let arguments = method.arguments(self) else {
            preconditionFailure("a request has no verb: \(self)")
        }
        return (method, arguments)
    }

    /// The declaration of the request's verb; nil for a command that cannot be sent. No other declaration is made.
    private var method: RequestMethod? {
        switch self {
        case .command(let command): command.method
        case .ping: .ping
        case .version: .version
        case .state: .state
        case .subscribe: .subscribe
        case .barrier: .barrier
        case .scene: .scene
        case .preferences: .preferences
        case .window: .window
        case .tabs: .tabs
        case .looks: .looks
        case .look: .look
        case .reload: .reload
        case .changeTabs(.add, _): .addTab
        case .changeTabs(.remove, _): .removeTab
        case .changeTabs(.move, _): .moveTab
        case .save: .save
        case .restart: .restart
        case .windows: .windows
        case .foreign: .foreign
        case .accessibility: .accessibility
        case .press: .press
        case .describe: .describe
        case .pressed: .pressed
        case .announce: .announce
        case .haptic: .haptic
        case .register: .register
        case .pong: .pong
        case .report: .report
        }
    }

    init(_ json: JSON) throws(WireError) {
        guard let verb = json["verb"] else {
            throw WireError(.invalidRequest, localized("the request has no \"verb\""))
        }
        guard case .string(let name) = verb else {
            throw WireError(.invalidRequest, localized("\"verb\" is a string, not \(verb.typeName)"))
        }
        guard name.utf8.count <= Limits.maximumNameBytes else {
            throw WireError(.unknownVerb, localized("\"verb\" has at most \(Limits.maximumNameBytes) bytes"))
        }
        guard let method = Self.methodsByName[name] else {
            throw WireError(
                .unknownVerb, localized("there is no verb \"\(name)\""),
                data: ["verbs": .array(Self.methods.map { .string($0.name) })])
        }
        do throws(MessageError) {
            self = try method.decode(JSONObjectReader(json))
        } catch {
            let subject = error.path.isEmpty ? "" : "\"\(error.path)\" "
            throw WireError(error.code, "\(name): \(subject)\(error.problem)", data: error.data)
        }
    }
}

extension Command {
    /// The declaration of the command's verb; nil if it cannot be sent.
    fileprivate var method: RequestMethod? {
        switch self {
        case .select: .select
        case .selectNext: .next
        case .selectPrevious: .previous
        case .open: .open
        case .badge: .badge
        case .push: .push
        case .pop: .pop
        case .popToRoot: .root
        case .run: .action
        case .setSheet: .sheet
        case .setMenu: .menu
        case .minimize: .bar
        case .focus: .focus
        case .scrolled: .scroll
        case .drag: .drag
        case .endDrag: .drop
        case .setAppearance: .appearance
        case .setCovered: .cover
        case .setOutput: .output
        case .setPageStacking: .stacking
        case .setPreferences, .setWindow, .setProgramStatus, .setProgramProblem, .applyPreset, .configure,
            .setConfigurationStatus, .setAccessibility:
            nil
        }
    }
}
