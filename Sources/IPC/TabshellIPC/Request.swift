import ShellModel

/// A request of a client. The declarations of the verbs document each.
public indirect enum Request: Equatable, Sendable {
    /// Changes the state. Only commands with a verb can be sent.
    case command(Command)

    case ping
    case version
    case state
    case subscribe([Topic])
    case barrier
    case preferences(PreferencesChange)
    /// The panel reports the window of a tab; nil without one. A window that came to the front unasked names the tab over
    /// which it appeared. `isWatched` is false if the compositor does not show its windows to the panel, and the note
    /// explains a missing window.
    case window(TabID, WindowState?, over: TabID?, isWatched: Bool, note: String?)
    case tabs
    case looks
    case look(String)
    case reload
    /// Changes the tabs; true selects the added tab.
    case changeTabs(TabChange, selects: Bool = false)
    case save
    /// Ends the program of a tab and starts it again. The token allows its window to get the focus.
    case restart(TabID, activation: ActivationToken? = nil)
    case windows
    /// The panel answers a question for these windows, by its number; nil if the compositor lists none.
    case foreign(UInt64, [ForeignWindow]?)
    case accessibility
    case press(String)
    /// Changes the text field of a name.
    case edit(String, AccessibilityEdit)
    /// Asks if the client may take a picture of the screen; the daemon cannot take one.
    case screenshot
    /// A program answers a question for its accessibility tree, by its number.
    case describe(UInt64, AccessibilityNode)
    /// A program has carried out a press, by its number, or reports why it cannot.
    case pressed(UInt64, problem: String? = nil)
    case announce(String, SpeechUrgency = .polite)
    case haptic(HapticKind)
    /// Gives the PIN, for this client alone or for the shell.
    case unlock(String, client: Bool = false)
    case lock
    case closePad
    /// A program has noticed input, or its end a second ago. The panel adds its source.
    case activity(Bool, watch: InputWatch? = nil)
    /// Registers the client as a program. A page may blur its content under a translucent bar in the compositor's place.
    case register(Program, answersPings: Bool = false, describes: Bool = false, blurs: Bool = false)
    /// A registered program has drawn its first frame. Then the invisible ones start.
    case drawn
    case pong(UInt64)
    /// A registered program reports a problem, for `status`; nil once it is solved.
    case report(String?)

    /// The declarations of all verbs, in the order of the hello's features.
    public static let methods = prototypes.compactMap(\.method)

    init(_ verb: RequestLine.Verb?, _ arguments: JSON) throws(WireError) {
        switch verb {
        case .known(let place):
            do throws(MessageError) {
                self = try Self.methods[place].format.decode(JSONObjectReader(arguments))
            } catch {
                let subject = error.path.isEmpty ? "" : "\"\(error.path)\" "
                throw WireError(error.code, "\(Self.methods[place].name): \(subject)\(error.problem)", data: error.data)
            }
        case .other(.string(let name)):
            guard name.utf8.count <= Limits.maximumNameBytes else {
                throw WireError(.unknownVerb, "\"verb\" has at most \(Limits.maximumNameBytes) bytes")
            }
            throw WireError(
                .unknownVerb, "unknown verb \"\(name)\"",
                data: ["verbs": .array(Self.methods.map { .string($0.name) })])
        case .other(let verb):
            throw WireError(.invalidRequest, "\"verb\" is a string, not \(verb.typeName)")
        case nil: throw WireError(.invalidRequest, "the request has no \"verb\"")
        }
    }
}
