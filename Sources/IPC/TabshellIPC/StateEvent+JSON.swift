import ShellModel

extension Topic {
    /// Creates a topic from its name on the wire; nil for any other text.
    init?(name: String) {
        guard name.utf8.count <= Limits.maximumNameBytes else { return nil }
        self.init(rawValue: name)
    }

    /// The format of the topic's value. Made at its first use: a program does not wait for topics that it never reads.
    var format: PartFormat<ShellState> {
        switch self {
        case .tabs: .init(\.tabs, .array(of: .tab))
        case .actions: .init(\.actions, .array(of: .action))
        case .look: .init(known: \.look, .look)
        case .appearance: .init(\.appearance, .appearanceState)
        case .preferences: .init(\.preferences, .preferences)
        case .selection: .init(known: \.selection, .selection)
        case .drag: .init(\.drag, .nullable(.selectionDrag))
        case .reselect: .init(\.reselect, .reselection)
        case .badges: .init(\.badges, .byID(.badge))
        case .paths: .init(\.paths, .paths)
        case .windows: .init(\.windows, .byID(.window))
        case .sheet: .init(\.sheet, .presentedTab)
        case .menu: .init(\.menu, .presentedTab)
        case .bar: .init(\.bar, .bar)
        case .action: .init(\.action, .actionInvocation)
        case .programs: .init(\.programs, .array(of: .programStatus))
        case .shown: .init(\.shown, .byID(.shownDocument))
        case .followed: .init(\.followed, .followedLink)
        case .message: .init(\.message, .nullable(.shownMessage))
        case .configuration: .init(\.configuration, .configurationStatus)
        case .kiosk: .init(\.kiosk, .kiosk)
        case .lock: .init(\.lock, .nullable(.lock))
        case .accessibility: .init(\.accessibility, .nullable(.accessibilityNode))
        }
    }
}

extension StateEvent {
    /// The value as in an event, under the topic's name.
    public var valueJSON: JSON { topic.format.encode(state) }
}

extension ShellState {
    /// The reply to the verb `state`: the revision, and each topic's value under its name.
    public var json: JSON {
        .object(
            [JSON.Member("revision", JSON(revision))]
                + replicate(Topic.byDefault).map { .init($0.topic.rawValue, $0.valueJSON) })
    }

    /// Decodes the reply to the verb `state`. Unknown topics are ignored.
    public init(json: JSON) throws(MessageError) {
        self.init()
        let reader = JSONObjectReader(json)
        revision = try reader.member("revision", .unsigned)
        for topic in Topic.allCases {
            guard let value = reader.optional(topic.rawValue), value.json != .null else { continue }
            try topic.format.decode(value, &self)
        }
    }
}

extension WireFormat<ShellConfiguration> {
    /// The configured topics, as in the reply to the verb `state`.
    package static let setup = WireFormat(
        schema: { _ in true }, encode: { ShellState(asConfigured: $0).json },
        decode: { (reader) throws(MessageError) in
            let state = try ShellState(json: reader.json)
            guard let look = state.look else { throw try reader.member("look").error("is null") }
            do throws(CommandError) {
                return try ShellConfiguration(
                    tabs: state.tabs, actions: state.actions, look: look, hasBridge: state.status(of: .bridge) != nil,
                    kiosk: state.kiosk.rules, lock: state.lock?.rules)
            } catch {
                throw reader.error("is inconsistent: \(error)")
            }
        })
}
