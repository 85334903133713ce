// SPDX-License-Identifier: MIT
import ShellModel

extension Tab {
    var json: JSON {
        [
            "id": .string(id.rawValue), "title": .string(title), "icon": .string(icon),
            "filled_icon": filledIcon.map { .string($0) } ?? .null,
            "spoken_label": .string(spokenLabel), "spoken_hint": .string(spokenHint),
            "role": .string(role.rawValue), "prominent": .bool(isProminent), "entrance": .string(entrance.rawValue),
            "routes": .array(routes.map { .string($0) }), "action": action.map { .string($0.rawValue) } ?? .null,
            "menu": .array(menu.map { .string($0.rawValue) }), "window": window?.json ?? .null,
        ]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(
            id: TabID(rawValue: try reader.string("id")), title: try reader.string("title"),
            icon: try reader.string("icon"), filledIcon: try reader.optionalString("filled_icon"),
            spokenLabel: try reader.string("spoken_label"), spokenHint: try reader.string("spoken_hint"),
            role: try reader.choice("role"), isProminent: try reader.member("prominent").bool(),
            entrance: try reader.choice("entrance"), routes: try reader.member("routes").strings(),
            action: try reader.optionalString("action").map { ActionID(rawValue: $0) },
            menu: try reader.member("menu").strings().map { ActionID(rawValue: $0) },
            window: try reader.optional("window").map { value throws(MessageError) in try WindowBinding(value) })
    }
}

extension WindowBinding {
    var json: JSON {
        ["app_id": .string(appID), "title": .string(title.rawValue), "badge": .string(badge.rawValue)]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(
            appID: try reader.string("app_id"), title: try reader.choice("title"), badge: try reader.choice("badge"))
    }
}

extension WindowState {
    var json: JSON {
        ["title": .string(title), "urgent": .bool(isUrgent)]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(title: try reader.string("title"), isUrgent: try reader.member("urgent").bool())
    }
}

extension Action {
    var json: JSON {
        ["id": .string(id.rawValue), "title": .string(title), "icon": .string(icon)]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(
            id: ActionID(rawValue: try reader.string("id")), title: try reader.string("title"),
            icon: try reader.string("icon"))
    }
}

extension AppearanceState {
    var json: JSON {
        ["value": .string(value.rawValue), "accepted_at": JSON(acceptedAt)]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(value: try reader.choice("value"), acceptedAt: try reader.integer("accepted_at"))
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

    init(_ reader: JSONObjectReader) throws(MessageError) {
        if let count = reader.optional("count") {
            let number: Int = try count.integer()
            guard number >= 0 else { throw MessageError(message: "\(count.path.dropLast()) is \(number)") }
            self = .count(number)
        } else if let text = reader.optional("text") {
            self = .text(try text.string())
        } else if reader.optional("dot") != nil {
            self = .dot
        } else {
            throw MessageError(message: "\(reader.path.dropLast()) has neither count nor text nor dot")
        }
    }
}

extension PresentedTab {
    var json: JSON {
        ["tab": tab.map { .string($0.rawValue) } ?? .null, "accepted_at": JSON(acceptedAt)]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(tab: try reader.optionalTab("tab"), acceptedAt: try reader.integer("accepted_at"))
    }
}

extension BarState {
    var json: JSON {
        ["minimized": .bool(isMinimized), "accepted_at": JSON(acceptedAt)]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(
            isMinimized: try reader.member("minimized").bool(), acceptedAt: try reader.integer("accepted_at"))
    }
}

extension ActionInvocation {
    var json: JSON {
        [
            "action": action.map { .string($0.rawValue) } ?? .null, "count": JSON(count),
            "accepted_at": JSON(acceptedAt),
        ]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(
            action: try reader.optionalString("action").map { ActionID(rawValue: $0) },
            count: try reader.integer("count"), acceptedAt: try reader.integer("accepted_at"))
    }
}

extension Selection {
    var json: JSON {
        [
            "tab": .string(tab.rawValue), "previous": previous.map { .string($0.rawValue) } ?? .null,
            "accepted_at": JSON(acceptedAt), "transition": transition.json, "page_transition": pageTransition.json,
        ]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(
            tab: TabID(rawValue: try reader.string("tab")),
            previous: try reader.optionalTab("previous"),
            acceptedAt: try reader.integer("accepted_at"),
            transition: try Transition(try reader.member("transition")),
            pageTransition: try Transition(try reader.member("page_transition")))
    }
}

extension Reselection {
    var json: JSON {
        [
            "tab": tab.map { .string($0.rawValue) } ?? .null, "count": JSON(count),
            "accepted_at": JSON(acceptedAt),
        ]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(
            tab: try reader.optionalTab("tab"), count: try reader.integer("count"),
            acceptedAt: try reader.integer("accepted_at"))
    }
}

extension Transition {
    /// The duration is in ns; with it either the two control points of a cubic Bézier, or a spring's bounce.
    var json: JSON {
        switch timing {
        case .curve(let curve):
            [
                "duration": JSON(duration),
                "curve": [.number(curve.x1), .number(curve.y1), .number(curve.x2), .number(curve.y2)],
            ]
        case .spring(let bounce):
            ["duration": JSON(duration), "bounce": .number(bounce)]
        }
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        let duration: UInt64 = try reader.integer("duration")
        guard reader.optional("bounce") == nil else {
            self.init(duration: duration, bounce: try reader.number("bounce", in: -1...1))
            return
        }
        let points = try reader.array("curve").map { element throws(MessageError) in try element.number() }
        guard points.count == 4 else {
            throw MessageError(message: "\(reader.path)curve has \(points.count) numbers, expected 4")
        }
        self.init(duration: duration, curve: TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3]))
    }
}

extension ProgramStatus {
    var json: JSON {
        [
            "program": .string(program.name), "phase": .string(phase.rawValue), "pid": pid.map { JSON($0) } ?? .null,
            "restarts": JSON(restarts), "reason": reason.map { .string($0) } ?? .null,
        ]
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        let name = try reader.string("program")
        guard let program = Program(name: name) else {
            throw MessageError(message: "\(reader.path)program is \"\(name)\", expected \"panel\" or \"page:TAB\"")
        }
        self.init(
            program: program, phase: try reader.choice("phase"),
            pid: try reader.optional("pid").map { value throws(MessageError) in try value.integer() },
            restarts: try reader.integer("restarts"),
            reason: try reader.optional("reason").map { value throws(MessageError) in try value.string() })
    }
}
