// SPDX-License-Identifier: MIT
import Localization
import ShellModel

extension WireFormat<LockState> {
    static let lock = WireFormat.object(
        .init("unlocked", \.isUnlocked, .bool), .init("ends_at", \.endsAt, .nullable(.unsigned).absent(.some(nil))),
        .init("prompt", \.prompt, .nullable(.prompt)), .init("rules", \.rules, .rules)
    ) { LockState(rules: $3, isUnlocked: $0, endsAt: $1, prompt: $2) }
}

extension WireFormat<LockRules> {
    fileprivate static let rules = WireFormat.object(
        .init("tabs", \.tabs, .array(of: .identifier())), .init("actions", \.actions, .array(of: .identifier())),
        .init("changes", \.guardsChanges, .bool), .init("unlock_for", \.unlockFor, .number(in: LockRules.times))
    ) { LockRules(tabs: $0, actions: $1, guardsChanges: $2, unlockFor: $3) }
}

extension WireFormat<LockPrompt> {
    /// `{"tab": "settings"}` or `{"action": "leave"}`.
    fileprivate static let prompt = WireFormat(
        schema: { _ in
            [
                "type": "object", "maxProperties": 1,
                "anyOf": [
                    ["required": ["tab"], "properties": ["tab": ["type": "string"]]],
                    ["required": ["action"], "properties": ["action": ["type": "string"]]],
                ],
            ]
        },
        encode: { prompt in
            switch prompt {
            case .tab(let tab): ["tab": .string(tab.rawValue)]
            case .action(let action): ["action": .string(action.rawValue)]
            }
        },
        decode: { (reader) throws(MessageError) in
            if let tab = reader.optional("tab") { return .tab(try WireFormat<TabID>.identifier().decode(tab)) }
            if let action = reader.optional("action") {
                return .action(try WireFormat<ActionID>.identifier().decode(action))
            }
            throw reader.error(localized("has no tab and no action"))
        })
}
