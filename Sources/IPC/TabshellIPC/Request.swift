// SPDX-License-Identifier: MIT
import Localization
import ShellModel

/// A request of a client.
public indirect enum Request: Equatable, Sendable {
    /// Changes the state. Only the commands that have a verb can be sent.
    case command(Command)

    case ping
    case version
    case state
    case subscribe([Topic])
    case barrier
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
    /// Asks if the client may take a picture of the screen, which the daemon cannot make.
    case screenshot
    /// A program answers a question for what it shows, by its number.
    case describe(UInt64, AccessibilityNode)
    /// A program has carried out a press, by its number, or reports why it cannot.
    case pressed(UInt64, problem: String? = nil)
    /// A page in front has something to be spoken.
    case announce(String, SpeechUrgency = .polite)
    /// A page in front has something to be felt.
    case haptic(HapticKind)
    /// Gives the number of the lock, for this client alone or for the shell.
    case unlock(String, client: Bool = false)
    /// Locks the shell again.
    case lock
    /// Closes the number pad.
    case closePad
    /// A program has noticed input, or its end a second ago. The panel says how it is noticed.
    case activity(Bool, watch: InputWatch? = nil)
    /// Registers the client as a program; true if it answers pings, and questions for what it shows, and if it is a page that
    /// blurs what lies under a translucent bar where the compositor does not.
    case register(Program, answersPings: Bool = false, describes: Bool = false, blurs: Bool = false)
    /// A registered program has drawn its first frame. Then those start that nobody sees.
    case drawn
    /// Answers a ping of the daemon, by its number.
    case pong(UInt64)
    /// A registered program reports a problem, for `status`; nil after it has none any more.
    case report(String?)
}

extension Request {
    /// The declarations of all verbs, in the order of the hello's features.
    public static let methods = prototypes.compactMap(\.method)

    /// Decodes a verb and an object with its arguments.
    init(_ verb: RequestLine.Verb?, _ arguments: JSON) throws(WireError) {
        switch verb {
        case .known(let place):
            do throws(MessageError) {
                self = try Self.methods[place].decode(JSONObjectReader(arguments))
            } catch {
                let subject = error.path.isEmpty ? "" : "\"\(error.path)\" "
                throw WireError(error.code, "\(Self.methods[place].name): \(subject)\(error.problem)", data: error.data)
            }
        case .other(.string(let name)):
            guard name.utf8.count <= Limits.maximumNameBytes else {
                throw WireError(.unknownVerb, localized("\"verb\" has at most \(Limits.maximumNameBytes) bytes"))
            }
            throw WireError(
                .unknownVerb, localized("unknown verb \"\(name)\""),
                data: ["verbs": .array(Self.methods.map { .string($0.name) })])
        case .other(let verb):
            throw WireError(.invalidRequest, localized("\"verb\" is a string, not \(verb.typeName)"))
        case nil: throw WireError(.invalidRequest, localized("the request has no \"verb\""))
        }
    }
}
