// SPDX-License-Identifier: MIT
import Localization
import ShellModel

extension Topic {
    /// Creates a topic from its name on the wire; nil for any other text.
    init?(name: String) {
        guard name.utf8.count <= Limits.maximumNameBytes else { return nil }
        self.init(rawValue: name)
    }

    private static let formats = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.makeFormat()) })

    /// The format of the topic's value.
    var format: WireFormat<StateEvent.Value> { Self.formats[self] ?? makeFormat() }

    /// A topic is declared here, in `Topic` and in `ShellState`.
    private func makeFormat() -> WireFormat<StateEvent.Value> {
        switch self {
        case .tabs: .init(.array(of: .tab), Value.tabs) { if case .tabs(let value) = $0 { value } else { nil } }
        case .actions:
            .init(.array(of: .action), Value.actions) { if case .actions(let value) = $0 { value } else { nil } }
        case .look: .init(.look, Value.look) { if case .look(let value) = $0 { value } else { nil } }
        case .appearance:
            .init(.appearanceState, Value.appearance) { if case .appearance(let value) = $0 { value } else { nil } }
        case .preferences:
            .init(.preferences, Value.preferences) { if case .preferences(let value) = $0 { value } else { nil } }
        case .selection:
            .init(.selection, Value.selection) { if case .selection(let value) = $0 { value } else { nil } }
        case .drag:
            .init(.nullable(.selectionDrag), Value.drag) {
                if case .drag(let value) = $0 { .some(value) } else { nil }
            }
        case .reselect:
            .init(.reselection, Value.reselect) { if case .reselect(let value) = $0 { value } else { nil } }
        case .badges: .init(.byID(.badge), Value.badges) { if case .badges(let value) = $0 { value } else { nil } }
        case .paths: .init(.paths, Value.paths) { if case .paths(let value) = $0 { value } else { nil } }
        case .windows:
            .init(.byID(.window), Value.windows) { if case .windows(let value) = $0 { value } else { nil } }
        case .sheet: .init(.presentedTab, Value.sheet) { if case .sheet(let value) = $0 { value } else { nil } }
        case .menu: .init(.presentedTab, Value.menu) { if case .menu(let value) = $0 { value } else { nil } }
        case .bar: .init(.bar, Value.bar) { if case .bar(let value) = $0 { value } else { nil } }
        case .action:
            .init(.actionInvocation, Value.action) { if case .action(let value) = $0 { value } else { nil } }
        case .programs:
            .init(.array(of: .programStatus), Value.programs) {
                if case .programs(let value) = $0 { value } else { nil }
            }
        case .configuration:
            .init(.configurationStatus, Value.configuration) {
                if case .configuration(let value) = $0 { value } else { nil }
            }
        case .accessibility:
            .init(.nullable(.accessibilityNode), Value.accessibility) {
                if case .accessibility(let value) = $0 { .some(value) } else { nil }
            }
        }
    }

    private typealias Value = StateEvent.Value
}

extension WireFormat<StateEvent.Value> {
    /// - Parameters:
    ///   - wrap: makes the topic's value.
    ///   - unwrap: returns nil for the value of another topic.
    fileprivate init<Content>(
        _ format: WireFormat<Content>, _ wrap: @escaping @Sendable (Content) -> Value,
        unwrap: @escaping @Sendable (Value) -> Content?
    ) {
        self.init(
            schema: format.schema, encode: { unwrap($0).map(format.encode) ?? .null },
            decode: { (reader) throws(MessageError) in wrap(try format.decode(reader)) })
    }
}

extension StateEvent {
    /// `{"event": TOPIC, "revision": N, TOPIC: VALUE}`.
    var json: JSON {
        let name = topic.rawValue
        return .object([.init("event", .string(name)), .init("revision", JSON(revision)), .init(name, valueJSON)])
    }

    /// The value as it stands in an event, under the topic's name.
    public var valueJSON: JSON { topic.format.encode(value) }
}

extension ShellState {
    /// The reply to the verb `state`: the revision, and each topic's value under its name.
    public var json: JSON {
        .object(
            [JSON.Member("revision", JSON(revision))]
                + replicate(Topic.byDefault).map { .init($0.topic.rawValue, $0.valueJSON) })
    }

    /// Decodes the reply to the verb `state`. Unknown topics are ignored.
    ///
    /// - Parameter problems: collects what is passed over in a reply of another version; nil to throw it.
    /// - Throws: ``MessageError`` if a value is missing or invalid.
    public init(json: JSON, problems: DecodingProblems? = nil) throws(MessageError) {
        self.init()
        let reader = JSONObjectReader(json, problems: problems)
        let revision: UInt64 = try reader.member("revision").integer()
        for topic in Topic.allCases {
            guard let value = reader.optional(topic.rawValue), value.json != .null else { continue }
            let content: StateEvent.Value
            do throws(MessageError) {
                content = try topic.format.decode(value)
            } catch {
                try reader.passOver(error)
                continue
            }
            do throws(ReplicationError) {
                try apply(StateEvent(revision: revision, value: content))
            } catch {
                throw MessageError(localized("the state is inconsistent: \(error)"))
            }
        }
    }
}

extension WireFormat<ShellConfiguration> {
    /// The configured topics, as in the reply to the verb `state`.
    package static let setup = WireFormat(
        schema: { _ in true }, encode: { ShellState(asConfigured: $0).json },
        decode: { (reader) throws(MessageError) in
            let state = try ShellState(json: reader.json)
            guard let look = state.look else { throw try reader.member("look").error(localized("is null")) }
            do throws(CommandError) {
                return try ShellConfiguration(
                    tabs: state.tabs, actions: state.actions, look: look, hasBridge: state.status(of: .bridge) != nil)
            } catch {
                throw reader.error(localized("is inconsistent: \(error)"))
            }
        })
}
