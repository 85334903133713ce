// SPDX-License-Identifier: MIT
import ShellModel
import TabshellIPC

/// The content of the file that keeps the state from one daemon to the next.
struct StateFile: Equatable {
    var memory: PersistentState
    var look: ConfigurationManager.LookOverride?
}

extension StateFile {
    var json: JSON {
        guard case .object(let members) = memory.json else { return memory.json }
        let choice: JSON = look.map { ["name": .string($0.look), "over": .string($0.over)] } ?? .null
        return .object(members + [JSON.Member("look", choice)])
    }

    /// - Throws: ``MessageError`` for JSON that no daemon has written.
    init(json: JSON) throws(MessageError) {
        memory = try PersistentState(json: json)
        if case .string(let name)? = json["look"]?["name"], case .string(let over)? = json["look"]?["over"] {
            look = ConfigurationManager.LookOverride(look: name, over: over)
        }
    }
}
