// SPDX-License-Identifier: MIT
import Gestures
import Localization
import ShellModel

extension WireFormat<KioskState> {
    /// The rules are written as in the configuration.
    static let kiosk = WireFormat.object(
        .init("idle", \.isIdle, .bool), .init("screen", \.screen, .choice), .init("watch", \.watch, .nullable(.choice)),
        .init("returns", \.returns, .integer), .init("rules", \.rules, .rules)
    ) { KioskState(rules: $4, isIdle: $0, screen: $1, watch: $2, returns: $3) }
}

extension WireFormat<KioskRules> {
    fileprivate static let rules = WireFormat.object(.init("idle", \.idle, .idle)) { KioskRules(idle: $0) }
}

extension WireFormat<IdleRules> {
    fileprivate static let idle = WireFormat.object(
        .init("return_after", \.returnAfter, .seconds), .init("return_to", \.returnTo, .nullable(.identifier())),
        .init("clears_text", \.clearsText, .bool), .init("resets", \.resets, .bool),
        .init("dim_after", \.dimAfter, .seconds), .init("blank_after", \.blankAfter, .seconds),
        .init("hide_pointer", \.pointer, .pointerHiding)
    ) {
        IdleRules(
            returnAfter: $0, returnTo: $1, clearsText: $2, resets: $3, dimAfter: $4, blankAfter: $5, pointer: $6)
    }
}

extension WireFormat<Double?> {
    /// A time without input; null for never.
    fileprivate static let seconds = WireFormat.nullable(.number(in: IdleRules.times))
}

extension WireFormat<PointerHiding> {
    /// A time in seconds, or a word.
    fileprivate static let pointerHiding = WireFormat(
        schema: { _ in ["type": ["number", "string"]] },
        encode: { rule in
            switch rule {
            case .never: "never"
            case .always: "always"
            case .touch: "touch"
            case .after(let seconds): .number(seconds)
            }
        },
        decode: { (reader) throws(MessageError) in
            guard case .string(let word) = reader.json else {
                return .after(try reader.checked(try reader.number(), in: IdleRules.pointerTimes))
            }
            switch word {
            case "never": return .never
            case "always": return .always
            case "touch": return .touch
            default: throw reader.error(localized("is a number, \"never\", \"always\" or \"touch\""))
            }
        })
}
