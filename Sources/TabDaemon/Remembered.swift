// SPDX-License-Identifier: MIT
import TabModel
import TabWire

/// What survives the daemon.
struct Remembered: Equatable {
    var memory: Memory
    var look: Configurator.Choice?
}

extension Remembered {
    var json: JSON {
        guard case .object(let members) = memory.json else { return memory.json }
        let choice: JSON = look.map { ["name": .string($0.look), "over": .string($0.over)] } ?? .null
        return .object(members + [JSON.Member("look", choice)])
    }

    /// - Throws: ``MessageError`` when it was not written by a daemon.
    init(json: JSON) throws(MessageError) {
        memory = try Memory(json: json)
        if case .string(let name)? = json["look"]?["name"], case .string(let over)? = json["look"]?["over"] {
            look = Configurator.Choice(look: name, over: over)
        }
    }
}
