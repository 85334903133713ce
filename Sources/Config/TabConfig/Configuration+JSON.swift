// SPDX-License-Identifier: MIT
import ShellModel
import TabshellIPC

extension Configuration {
    /// As the helper that reads files hands it to the daemon; nobody else ever sees it.
    public var json: JSON {
        [
            "state": ShellState(setup, now: 0).json,
            "programs": JSON(programs, name: \.name),
            "action_programs": JSON(actionPrograms, name: \.rawValue),
            "scenes": .array(scenes.map(\.json)),
            "appearance": appearance.map { .string($0.rawValue) } ?? .null,
        ]
    }

    /// - Throws: ``MessageError`` for anything that ``json`` does not make.
    public init(json: JSON) throws(MessageError) {
        guard let value = json["state"] else { throw MessageError("state is missing") }
        let state = try ShellState(json: value)
        guard let look = state.look else { throw MessageError("state.look is missing") }
        do throws(CommandError) {
            setup = try ShellConfiguration(tabs: state.tabs, actions: state.actions, look: look)
        } catch {
            throw MessageError("state contradicts itself: \(error)")
        }
        programs = [:]
        for (name, arguments) in json["programs"]?.commands ?? [] {
            guard let program = Program(name: name) else { throw MessageError("there is no program \(name)") }
            programs[program] = arguments
        }
        actionPrograms = [:]
        for (name, arguments) in json["action_programs"]?.commands ?? [] {
            actionPrograms[ActionID(rawValue: name)] = arguments
        }
        scenes = []
        guard case .array(let elements)? = json["scenes"] else { throw MessageError("scenes are missing") }
        for element in elements { scenes.append(try ScenePreset(json: element)) }
        appearance = json["appearance"]?.text.flatMap(Appearance.init(rawValue:))
    }
}

extension ScenePreset {
    fileprivate var json: JSON {
        [
            "name": .string(name),
            "memory": PersistentState(selected: tab, appearance: appearance, badges: badges, paths: paths).json,
            "sheet": sheet.map { .string($0.rawValue) } ?? .null,
            "menu": menu.map { .string($0.rawValue) } ?? .null,
            "minimized": .bool(isMinimized),
        ]
    }

    fileprivate init(json: JSON) throws(MessageError) {
        guard let name = json["name"]?.text, let value = json["memory"] else {
            throw MessageError("a scene has no name or no memory")
        }
        let memory = try PersistentState(json: value)
        self.init(
            name: name, tab: memory.selected, appearance: memory.appearance, badges: memory.badges,
            paths: memory.paths, sheet: json["sheet"]?.text.map(TabID.init(rawValue:)),
            menu: json["menu"]?.text.map(TabID.init(rawValue:)), isMinimized: json["minimized"] == true)
    }
}

extension JSON {
    fileprivate init<Key>(_ programs: [Key: [String]], name: (Key) -> String) {
        let members = programs.map { key, arguments in
            JSON.Member(name(key), .array(arguments.map { .string($0) }))
        }
        self = .object(members.sorted { $0.name < $1.name })
    }

    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    fileprivate var commands: [(name: String, arguments: [String])] {
        guard case .object(let members) = self else { return [] }
        return members.map { member in
            guard case .array(let words) = member.value else { return (member.name, []) }
            return (member.name, words.compactMap(\.text))
        }
    }
}
