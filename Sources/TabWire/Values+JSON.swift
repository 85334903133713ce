// SPDX-License-Identifier: MIT
import TabModel

extension Tab {
    var json: JSON {
        [
            "id": .string(id.rawValue), "title": .string(title), "icon": .string(icon),
            "spoken_label": .string(spokenLabel), "spoken_hint": .string(spokenHint),
            "entrance": .string(entrance.rawValue),
        ]
    }

    init(_ reader: Reader) throws(MessageError) {
        self.init(
            id: TabID(rawValue: try reader.string("id")), title: try reader.string("title"),
            icon: try reader.string("icon"), spokenLabel: try reader.string("spoken_label"),
            spokenHint: try reader.string("spoken_hint"), entrance: try reader.choice("entrance"))
    }
}

extension Selection {
    var json: JSON {
        [
            "tab": .string(tab.rawValue), "previous": previous.map { .string($0.rawValue) } ?? .null,
            "accepted_at": JSON(acceptedAt), "transition": transition.json,
        ]
    }

    init(_ reader: Reader) throws(MessageError) {
        self.init(
            tab: TabID(rawValue: try reader.string("tab")),
            previous: try reader.optionalTab("previous"),
            acceptedAt: try reader.integer("accepted_at"),
            transition: try Transition(try reader.member("transition")))
    }
}

extension Reselection {
    var json: JSON {
        [
            "tab": tab.map { .string($0.rawValue) } ?? .null, "count": JSON(count),
            "accepted_at": JSON(acceptedAt),
        ]
    }

    init(_ reader: Reader) throws(MessageError) {
        self.init(
            tab: try reader.optionalTab("tab"), count: try reader.integer("count"),
            acceptedAt: try reader.integer("accepted_at"))
    }
}

extension Transition {
    /// The duration is in ns; the curve is the two control points of a cubic Bézier.
    var json: JSON {
        [
            "duration": JSON(duration),
            "curve": [.number(curve.x1), .number(curve.y1), .number(curve.x2), .number(curve.y2)],
        ]
    }

    init(_ reader: Reader) throws(MessageError) {
        let points = try reader.array("curve").map { element throws(MessageError) in try element.number() }
        guard points.count == 4 else {
            throw MessageError(message: "\(reader.path)curve has \(points.count) numbers, expected 4")
        }
        self.init(
            duration: try reader.integer("duration"),
            curve: TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3]))
    }
}

extension ProgramStatus {
    var json: JSON {
        [
            "program": .string(program.name), "phase": .string(phase.rawValue), "pid": pid.map { JSON($0) } ?? .null,
            "restarts": JSON(restarts), "reason": reason.map { .string($0) } ?? .null,
        ]
    }

    init(_ reader: Reader) throws(MessageError) {
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

extension Reader {
    fileprivate func optionalTab(_ name: String) throws(MessageError) -> TabID? {
        guard let value = optional(name) else { return nil }
        return TabID(rawValue: try value.string())
    }
}
