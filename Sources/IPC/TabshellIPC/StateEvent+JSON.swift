// SPDX-License-Identifier: MIT
import ShellModel

extension StateEvent {
    /// `{"event": TOPIC, "revision": N, TOPIC: VALUE}`.
    var json: JSON {
        let name = topic.rawValue
        return .object([
            .init("event", .string(name)), .init("revision", JSON(revision)), .init(name, value.json),
        ])
    }
}

extension ShellState {
    /// The whole state as the verb `state` answers it: the revision, and each topic's value under its name.
    public var json: JSON {
        var members = [JSON.Member("revision", JSON(revision))]
        for event in replicate() {
            members.append(.init(event.topic.rawValue, event.value.json))
        }
        return .object(members)
    }

    /// Reads the answer to the verb `state`. Topics that are not known are ignored.
    ///
    /// - Throws: ``MessageError`` that says what is missing or wrong.
    public init(json: JSON) throws(MessageError) {
        self.init()
        let reader = JSONObjectReader(json)
        let revision: UInt64 = try reader.integer("revision")
        for topic in Topic.allCases {
            guard let value = reader.optional(topic.rawValue) else { continue }
            let event = StateEvent(revision: revision, value: try StateEvent.Value(topic, value))
            do throws(ReplicationError) {
                try apply(event)
            } catch {
                throw MessageError(message: "the state contradicts itself: \(error)")
            }
        }
    }
}

extension StateEvent.Value {
    /// The value as it stands in an event, under the topic's name.
    public var json: JSON {
        switch self {
        case .tabs(let tabs): .array(tabs.map(\.json))
        case .actions(let actions): .array(actions.map(\.json))
        case .look(let look): look.json
        case .appearance(let appearance): appearance.json
        case .selection(let selection): selection.json
        case .reselect(let reselect): reselect.json
        case .badges(let badges): JSON(badges.mapValues(\.json))
        case .paths(let paths): JSON(paths.mapValues { .array($0.map { .string($0) }) })
        case .windows(let windows): JSON(windows.mapValues(\.json))
        case .sheet(let presentation), .menu(let presentation): presentation.json
        case .bar(let bar): bar.json
        case .action(let action): action.json
        case .programs(let programs): .array(programs.map(\.json))
        }
    }

    init(_ topic: Topic, _ reader: JSONObjectReader) throws(MessageError) {
        switch topic {
        case .tabs:
            self = .tabs(try reader.array().map { element throws(MessageError) in try Tab(element) })
        case .actions:
            self = .actions(try reader.array().map { element throws(MessageError) in try Action(element) })
        case .look:
            self = .look(try Look(reader))
        case .appearance:
            self = .appearance(try AppearanceState(reader))
        case .selection:
            self = .selection(try Selection(reader))
        case .reselect:
            self = .reselect(try Reselection(reader))
        case .badges:
            self = .badges(try reader.tabs { value throws(MessageError) in try Badge(value) })
        case .paths:
            self = .paths(try reader.tabs { value throws(MessageError) in try value.strings() })
        case .windows:
            self = .windows(try reader.tabs { value throws(MessageError) in try WindowState(value) })
        case .sheet:
            self = .sheet(try PresentedTab(reader))
        case .menu:
            self = .menu(try PresentedTab(reader))
        case .bar:
            self = .bar(try BarState(reader))
        case .action:
            self = .action(try ActionInvocation(reader))
        case .programs:
            self = .programs(try reader.array().map { element throws(MessageError) in try ProgramStatus(element) })
        }
    }
}

extension JSON {
    /// An object of values by tab, in the order of their names.
    fileprivate init(_ values: [TabID: JSON]) {
        self = .object(
            values.sorted { $0.key.rawValue < $1.key.rawValue }.map { JSON.Member($0.key.rawValue, $0.value) })
    }
}
