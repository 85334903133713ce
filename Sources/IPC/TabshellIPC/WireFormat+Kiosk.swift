import ShellModel

extension WireFormat<KioskState> {
    /// The rules, written as in the configuration.
    static let kiosk = WireFormat.object(
        .init("idle", \.isIdle, .bool), .init("screen", \.screen, .choice), .init("watch", \.watch, .nullable(.choice)),
        .init("returns", \.returns, .integer), .init("rotation", \.rotation, .choice),
        .init("scheduled", \.scheduled, .scheduled), .init("rules", \.rules, .rules)
    ) {
        KioskState(
            rules: $6, isIdle: $0, screen: $1, watch: $2, returns: $3, rotation: $4, scheduled: $5)
    }
}

extension WireFormat<KioskRules> {
    fileprivate static let rules = WireFormat.object(
        .init("idle", \.idle, .idle), .init("rotation", \.rotation, .rotation),
        .init("schedule", \.schedule, .array(of: .entry))
    ) { KioskRules(idle: $0, rotation: $1, schedule: $2) }
}

extension WireFormat<RotationRules> {
    fileprivate static let rotation = WireFormat.object(
        .init("tabs", \.stops, .array(of: .stop)), .init("resume_after", \.resumeAfter, .number(in: IdleRules.times))
    ) { RotationRules(stops: $0, resumeAfter: $1) }
}

extension WireFormat<RotationRules.Stop> {
    fileprivate static let stop = WireFormat.object(
        .init("tab", \.tab, .identifier()), .init("seconds", \.seconds, .number(in: RotationRules.times))
    ) { RotationRules.Stop(tab: $0, seconds: $1) }
}

extension WireFormat<ScheduleEntry> {
    /// Times are minutes of the day.
    fileprivate static let entry = WireFormat.object(
        .init("from", \.from, .integer(in: 0...1440)), .init("to", \.to, .integer(in: 0...1440)),
        .init("days", \.days, .array(of: .choice)), .init("values", \.values, .scheduled)
    ) { ScheduleEntry(from: $0, to: $1, days: $2, values: $3) }
}

extension WireFormat<ScheduledValues> {
    fileprivate static let scheduled = WireFormat.object(
        .init("tab", \.tab, .nullable(.identifier())), .init("rotation", \.rotates, .nullable(.bool)),
        .init("look", \.look, .nullable(.name)), .init("appearance", \.appearance, .nullable(.choice)),
        .init("contrast", \.contrast, .nullable(.choice)),
        .init("brightness", \.brightness, .nullable(.number(in: ScheduledValues.brightnesses))),
        .init("blank", \.isBlank, .nullable(.bool))
    ) {
        ScheduledValues(
            tab: $0, rotates: $1, look: $2, appearance: $3, contrast: $4, brightness: $5, isBlank: $6)
    }
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
            if case .after(let seconds) = rule { return .number(seconds) }
            return .string(PointerHiding.words.first { $0.rule == rule }?.word ?? "never")
        },
        decode: { (reader) throws(MessageError) in
            guard case .string(let word) = reader.json else {
                return .after(try reader.checked(try reader.number(), in: IdleRules.pointerTimes))
            }
            if let known = PointerHiding.words.first(where: { $0.word == word }) { return known.rule }
            throw reader.error("is a number, \"never\", \"always\" or \"touch\"")
        })
}

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
        schema: { _ in .memberSchema("anyOf", ["tab": ["type": "string"], "action": ["type": "string"]]) },
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
            throw reader.error("has no tab and no action")
        })
}
