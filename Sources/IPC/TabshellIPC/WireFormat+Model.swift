import Motion
import ShellModel

extension WireFormat<Tab> {
    static let tab = WireFormat.object(
        .init("id", \.id, .identifier()), .init("title", \.title, .string), .init("icon", \.icon, .string),
        .init("filled_icon", \.filledIcon, .nullable(.string)),
        .init("icon_style", \.iconRendering, .nullable(.choice)),
        .init("spoken_label", \.accessibilityLabel, .string), .init("spoken_hint", \.accessibilityHint, .string),
        .init("role", \.role, .choice), .init("prominent", \.isProminent, .bool),
        .init("entrance", \.entrance, .choice), .init("routes", \.routes, .array(of: .string)),
        .init("action", \.action, .nullable(.identifier())), .init("menu", \.menu, .array(of: .identifier())),
        .init("window", \.window, .nullable(.windowBinding)), .init("hidden", \.isHidden, .bool.absent(false)),
        .init("width", \.width, .nullable(.number(in: Tab.widths)))
    ) {
        Tab(
            id: $0, title: $1, icon: $2, filledIcon: $3, iconRendering: $4, accessibilityLabel: $5,
            accessibilityHint: $6, role: $7, isProminent: $8, width: $15, isHidden: $14, entrance: $9, routes: $10,
            action: $11, menu: $12, window: $13)
    }
}

extension WireFormat<WindowBinding> {
    static let windowBinding = WireFormat.object(
        .init("app_id", \.appIDs, .appIDs), .init("title", \.title, .choice),
        .init("badge", \.badge, .choice), .init("fill", \.fills, .bool.absent(true))
    ) { WindowBinding(appIDs: $0, title: $1, badge: $2, fills: $3) }
}

extension WireFormat<[AppIDPattern]> {
    /// A string for one pattern, and an array for several.
    static let appIDs = WireFormat(
        schema: { _ in ["type": ["string", "array"], "items": ["type": "string"], "minItems": 1] },
        encode: { patterns in
            guard patterns.count != 1 else { return .string(patterns[0].text) }
            return .array(patterns.map { .string($0.text) })
        },
        decode: { (reader) throws(MessageError) in
            if case .string(let text) = reader.json { return [AppIDPattern(text)] }
            return try reader.array().map { element throws(MessageError) in AppIDPattern(try element.string()) }
        }
    )
    .described("One pattern for app-ids, or several. * stands for any characters, and ? for one.")
}

extension WireFormat<WindowState> {
    static let window = WireFormat.object(
        .init("title", \.title, .string(maximumBytes: Limits.maximumWindowTitleBytes)),
        .init("urgent", \.isUrgent, .bool)
    ) { WindowState(title: $0, isUrgent: $1) }
    .described(
        "The state of the window that is a tab's page. The title has at most \(Limits.maximumWindowTitleBytes) bytes in UTF-8."
    )
    .named("window")
}

extension WireFormat<ForeignWindow> {
    static let foreignWindow = WireFormat.object(
        .init("app_id", \.appID, .name),
        .init("title", \.title, .string(maximumBytes: Limits.maximumForeignTitleBytes)),
        .init("focused", \.hasFocus, .bool), .init("pid", \.pid, .nullable(.integer).absent(.some(nil))),
        .init("opened_at", \.openedAt, .nullable(.unsigned).absent(.some(nil)))
    ) { ForeignWindow(appID: $0, title: $1, hasFocus: $2, pid: $3, openedAt: $4) }
    .named("foreignWindow")

    /// The windows in the reply to the verb `windows`.
    package static let foreignWindows = WireFormat<[ForeignWindow]>.array(of: foreignWindow)
}

extension WireFormat<Action> {
    static let action = WireFormat.object(
        .init("id", \.id, .identifier()), .init("title", \.title, .string), .init("icon", \.icon, .string),
        .init("icon_style", \.iconRendering, .nullable(.choice))
    ) { Action(id: $0, title: $1, icon: $2, iconRendering: $3) }
}

extension WireFormat<Appearance> {
    static let appearance = WireFormat.choice.named("appearanceWord")
}

extension WireFormat<AppearanceState> {
    static let appearanceState = WireFormat.object(
        .init("value", \.value, .appearance), .init("accepted_at", \.acceptedAt, .unsigned)
    ) { AppearanceState(value: $0, acceptedAt: $1) }
}

extension WireFormat<Preferences> {
    /// Null is the value of the configuration.
    static let preferences = WireFormat.object(
        .init("contrast", \.contrast, .nullable(.choice)), .init("motion", \.motion, .nullable(.choice)),
        .init("transparency", \.transparency, .nullable(.choice)),
        .init("text_scale", \.textScale, .nullable(.number(in: Preferences.textScales))),
        .init("speech", \.speech, .nullable(.bool))
    ) { Preferences(contrast: $0, motion: $1, transparency: $2, textScale: $3, speech: $4) }
}

extension WireFormat<PresentedTab> {
    static let presentedTab = WireFormat.object(
        .init("tab", \.tab, .nullable(.identifier())), .init("accepted_at", \.acceptedAt, .unsigned)
    ) { PresentedTab(tab: $0, acceptedAt: $1) }
    .named("presentation")
}

extension WireFormat<BarState> {
    static let bar = WireFormat.object(
        .init("minimized", \.isMinimized, .bool), .init("accepted_at", \.acceptedAt, .unsigned),
        .init("output", \.output, .nullable(.name)), .init("stacking", \.pageStacking, .nullable(.choice)),
        .init("workspaces", \.hasWorkspaces, .bool.absent(false)), .init("focus", \.focus, .nullable(.barFocus))
    ) { BarState(isMinimized: $0, acceptedAt: $1, output: $2, pageStacking: $3, hasWorkspaces: $4, focus: $5) }
}

extension WireFormat<BarFocus> {
    static let barFocus = WireFormat.object(
        .init("tab", \.tab, .identifier()), .init("action", \.action, .nullable(.identifier())),
        .init("page", \.isPage, .bool.absent(false)), .init("field", \.isField, .bool.absent(false))
    ) { BarFocus($0, action: $1, isPage: $2, isField: $3) }
}

extension WireFormat<ActionInvocation> {
    static let actionInvocation = WireFormat.object(
        .init("action", \.action, .nullable(.identifier())), .init("count", \.count, .unsigned),
        .init("accepted_at", \.acceptedAt, .unsigned)
    ) { ActionInvocation(action: $0, count: $1, acceptedAt: $2) }
}

extension WireFormat<ShownDocument> {
    static let shownDocument = WireFormat.object(
        .init("text", \.text, .string(maximumBytes: ShownDocument.maximumBytes)), .init("format", \.format, .choice)
    ) { ShownDocument($0, $1) }
}

extension WireFormat<ShownMessage> {
    static let shownMessage = WireFormat.object(
        .init("text", \.text, .string(maximumBytes: ShownMessage.maximumBytes)),
        .init("tab", \.tab, .nullable(.identifier())), .init("accepted_at", \.acceptedAt, .unsigned),
        .init("ends_at", \.endsAt, .nullable(.unsigned))
    ) { ShownMessage($0, tab: $1, acceptedAt: $2, endsAt: $3) }
}

extension WireFormat<FollowedLink> {
    static let followedLink = WireFormat.object(
        .init("tab", \.tab, .nullable(.identifier())), .init("name", \.name, .nullable(.string)),
        .init("count", \.count, .unsigned), .init("accepted_at", \.acceptedAt, .unsigned)
    ) { FollowedLink(tab: $0, name: $1, count: $2, acceptedAt: $3) }
}

extension WireFormat<Selection> {
    static let selection = WireFormat.object(
        .init("tab", \.tab, .identifier()), .init("previous", \.previous, .nullable(.identifier())),
        .init("accepted_at", \.acceptedAt, .unsigned), .init("transition", \.transition, .transition),
        .init("page_transition", \.pageTransition, .transition), .init("covered", \.isCovered, .nullable(.bool)),
        .init("visit", \.visit, .nullable(.visit))
    ) {
        Selection(tab: $0, previous: $1, acceptedAt: $2, transition: $3, pageTransition: $4, isCovered: $5, visit: $6)
    }
}

extension WireFormat<Visit> {
    static let visit = WireFormat.object(
        .init("from", \.from, .identifier()), .init("ends_at", \.endsAt, .unsigned)
    ) { Visit(from: $0, endsAt: $1) }
}

extension WireFormat<SelectionDrag> {
    static let selectionDrag = WireFormat.object(
        .init("from", \.from, .identifier()), .init("to", \.to, .identifier()),
        .init("progress", \.progress, .number(in: SelectionDrag.progressRange)),
        .init("accepted_at", \.acceptedAt, .unsigned), .init("release", \.release, .nullable(.dragRelease))
    ) { SelectionDrag(from: $0, to: $1, progress: $2, acceptedAt: $3, release: $4) }
}

extension WireFormat<SelectionDrag.Release> {
    static let dragRelease = WireFormat.object(
        .init("tab", \.tab, .identifier()), .init("velocity", \.velocity, .number(in: Limits.velocities)),
        .init("transition", \.transition, .transition)
    ) { SelectionDrag.Release(tab: $0, velocity: $1, transition: $2) }
}

extension WireFormat<Reselection> {
    static let reselection = WireFormat.object(
        .init("tab", \.tab, .nullable(.identifier())), .init("count", \.count, .unsigned),
        .init("accepted_at", \.acceptedAt, .unsigned)
    ) { Reselection(tab: $0, count: $1, acceptedAt: $2) }
}

extension WireFormat<ProgramStatus> {
    static let programStatus = WireFormat.object(
        .init("program", \.program, .supervisedProgram), .init("phase", \.phase, .choice),
        .init("pid", \.pid, .nullable(.integer)), .init("restarts", \.restarts, .unsigned),
        .init("reason", \.reason, .nullable(.string)), .init("problem", \.problem, .nullable(.string)),
        .init("responsive", \.isResponsive, .bool.absent(true)), .init("startable", \.isStartable, .bool.absent(true)),
        .init("window", \.window, .nullable(.name).absent(.some(nil))),
        .init("blurs", \.blursBackdrop, .bool.absent(false))
    ) {
        ProgramStatus(
            program: $0, phase: $1, pid: $2, restarts: $3, reason: $4, problem: $5, isResponsive: $6, isStartable: $7,
            window: $8, blursBackdrop: $9)
    }
}

extension WireFormat<ConfigurationStatus> {
    static let configurationStatus = WireFormat.object(
        .init("source", \.source, .choice), .init("errors", \.errors, .array(of: .string)),
        .init("unsaved_tabs", \.hasUnsavedTabs, .bool.absent(false))
    ) { ConfigurationStatus(source: $0, errors: $1, hasUnsavedTabs: $2) }
}

extension WireFormat<Program> {
    static let program = program(#"^(panel|(page|show):[\s\S]+)$"#) { $0.isOnScreen }
        .described("panel, or page: or show: followed by the ID of a tab").named("program")

    static let supervisedProgram = program(#"^(panel|bridge|(page|show):[\s\S]+)$"#) { _ in true }
        .described("panel, bridge, or page: or show: followed by the ID of a tab").named("supervisedProgram")

    private static func program(_ pattern: String, where isAllowed: @escaping @Sendable (Program) -> Bool) -> Self {
        WireFormat(
            schema: { _ in
                ["type": "string", "maxLength": JSON(Limits.maximumNameBytes), "pattern": .string(pattern)]
            }, encode: { .string($0.name) },
            decode: { (reader) throws(MessageError) in
                let name = try reader.string(maximumBytes: Limits.maximumNameBytes)
                guard let program = Program(name: name), isAllowed(program) else {
                    throw reader.error("is \"panel\" or \"page:TAB\", not \"\(name)\"")
                }
                return program
            })
    }
}

extension WireFormat<Transition> {
    /// The duration in ns, and either the two control points of a cubic Bézier or the bounce of a spring.
    static let transition = WireFormat(
        schema: { _ in
            [
                "type": "object", "required": ["duration"],
                "properties": [
                    "duration": ["type": "integer", "minimum": 0],
                    "curve": ["type": "array", "items": ["type": "number"], "minItems": 4, "maxItems": 4],
                    "bounce": ["type": "number", "minimum": -1, "maximum": 1],
                ],
                "oneOf": [["required": ["curve"]], ["required": ["bounce"]]],
            ]
        },
        encode: { transition in
            let duration = JSON(transition.duration)
            return switch transition.timing {
            case .curve(let curve):
                .object([
                    .init("duration", duration),
                    .init("curve", [.number(curve.x1), .number(curve.y1), .number(curve.x2), .number(curve.y2)]),
                ])
            case .spring(let bounce): .object([.init("duration", duration), .init("bounce", .number(bounce))])
            }
        },
        decode: { (reader) throws(MessageError) in
            let duration: UInt64 = try reader.member("duration").integer()
            if let bounce = reader.optional("bounce") {
                return Transition(duration: duration, bounce: try bounce.checked(try bounce.number(), in: -1...1))
            }
            let curve = try reader.member("curve")
            let points = try curve.array().map { element throws(MessageError) in try element.number() }
            guard points.count == 4 else {
                throw curve.error("is an array of 4 numbers, not \(points.count)")
            }
            return Transition(duration: duration, curve: CubicBezier(points[0], points[1], points[2], points[3]))
        }
    )
    .described("The duration of a change, and either the control points of a cubic Bézier or the bounce of a spring.")
    .named("transition")
}

extension WireFormat<Badge> {
    package static let badge = badge { (reader) throws(MessageError) in
        if let member = reader.optional("count") {
            let count: Int = try member.integer()
            guard count >= 0 else { throw member.error("is at least 0, not \(count)") }
            return .count(count)
        }
        if let text = reader.optional("text") { return .text(try text.string()) }
        if reader.optional("dot") != nil { return .dot }
        throw reader.error("has no count, text or dot")
    }

    static let requestedBadge = badge { (reader) throws(MessageError) in
        if case .object(let members) = reader.json, members.count == 1, let member = members.first {
            // A long name equals none of these; comparing it would take time.
            switch (member.name.utf8.count > 8 ? "" : member.name, member.value) {
            case ("count", .integer(let count)) where (0...Int64(Limits.maximumBadgeCount)).contains(count):
                return .count(Int(count))
            case ("text", .string(let text)) where (1...Limits.maximumBadgeTextBytes).contains(text.utf8.count):
                return .text(text)
            case ("dot", .bool(true)): return .dot
            default: break
            }
        }
        throw reader.error(
            """
            is {"count": 0 to \(Limits.maximumBadgeCount)}, {"text": 1 to \(Limits.maximumBadgeTextBytes) bytes}, \
            {"dot": true} or null
            """)
    }

    private static func badge(
        decode: @escaping @Sendable (JSONObjectReader) throws(MessageError) -> Badge
    ) -> WireFormat {
        WireFormat(
            schema: { _ in
                let count: JSON = ["type": "integer", "minimum": 0, "maximum": JSON(Limits.maximumBadgeCount)]
                let text: JSON = ["type": "string", "minLength": 1, "maxLength": JSON(Limits.maximumBadgeTextBytes)]
                return .memberSchema("oneOf", ["count": count, "text": text, "dot": ["const": true]])
            }, encode: { $0.json }, decode: decode
        )
        .described(
            "One of a count, a text and a dot. The text has at most \(Limits.maximumBadgeTextBytes) bytes in UTF-8."
        )
        .named("badge")
    }
}

extension Badge {
    /// `{"count": 3}`, `{"text": "new"}` or `{"dot": true}`.
    public var json: JSON {
        switch self {
        case .count(let count): ["count": JSON(count)]
        case .text(let text): ["text": .string(text)]
        case .dot: ["dot": true]
        }
    }
}

extension WireFormat<[TabID: [String]]> {
    /// The paths by tab, without empty ones.
    package static let paths = WireFormat(
        schema: { _ in
            [
                "type": "object",
                "additionalProperties": [
                    "type": "array", "items": ["type": "string"], "minItems": 1,
                    "maxItems": JSON(ShellState.maximumPathComponents),
                ],
            ]
        }, encode: byTab.encode, decode: byTab.decode)

    private static let byTab = WireFormat.byID(.array(of: .string))
}
