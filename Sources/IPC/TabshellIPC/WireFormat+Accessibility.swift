import Geometry
import ShellModel

extension WireFormat<AccessibilityNode> {
    /// A node with its children. Unset members are left out, as in AccessKit's JSON: a tree has many nodes.
    package static let accessibilityNode = WireFormat(
        schema: { $0.reference(to: "accessibilityNode", AccessibilityNode.schema) }, encode: { $0.json },
        decode: { (reader) throws(MessageError) in try AccessibilityNode(reader) })
}

extension WireFormat<AccessibilityEdit> {
    static let edit = WireFormat.object(
        .init("start", \.start, .integer(in: 0...Limits.maximumAccessibilityTextBytes)),
        .init("end", \.end, .integer(in: 0...Limits.maximumAccessibilityTextBytes)),
        .init("text", \.text, .nullable(.string(maximumBytes: Limits.maximumAccessibilityTextBytes)).absent(.some(nil)))
    ) { AccessibilityEdit(start: $0, end: $1, text: $2) }
}

extension AccessibilityNode {
    fileprivate static func schema(_ definitions: inout SchemaDefinitions) -> JSON {
        let text: JSON = ["type": "string"]
        let count: JSON = ["type": "integer", "minimum": 1]
        let number: JSON = ["type": "number"]
        let flag: JSON = ["type": "boolean"]
        let offset: JSON = ["type": "integer", "minimum": 0]
        let selection = JSON.objectSchema(
            [.init("anchor", offset), .init("focus", offset)], description: "In code points of the value.")
        let actions: JSON = ["type": "array", "items": text]
        let children: JSON = ["type": "array", "items": ["$ref": "#/$defs/accessibilityNode"]]
        let bounds = JSON.objectSchema(
            ["x0", "y0", "x1", "y1"].map { .init($0, number) },
            description: "In logical pixels of the output; in the answer of a page, of the page.")
        return .objectSchema(
            [
                .init("id", text), .init("authorId", text), .init("role", text),
                .init("label", text), .init("value", text), .init("textSelection", selection),
                .init("description", text), .init("selected", flag), .init("expanded", flag), .init("focused", flag),
                .init("disabled", flag), .init("modal", flag), .init("level", count),
                .init("positionInSet", count), .init("sizeOfSet", count), .init("actions", actions),
                .init("bounds", bounds), .init("children", children),
            ], description: "A part of what is on the screen. The names are AccessKit's.",
            optional: [
                "id", "authorId", "label", "value", "textSelection", "description", "selected", "expanded", "focused",
                "disabled", "modal", "level", "positionInSet", "sizeOfSet", "actions", "bounds", "children",
            ])
    }

    /// The node with its children, as on the socket.
    public var json: JSON {
        var members: [JSON.Member] = []
        func add(_ name: String, _ value: JSON?) { if let value { members.append(.init(name, value)) } }
        if !id.isEmpty { add("id", .string(id)) }
        add("authorId", authorID.map { .string($0) })
        add("role", .string(role.rawValue))
        if !label.isEmpty { add("label", .string(label)) }
        add("value", value.map { .string($0) })
        add("textSelection", textSelection.map { ["anchor": JSON($0.anchor), "focus": JSON($0.focus)] })
        add("description", description.map { .string($0) })
        add("selected", isSelected.map { .bool($0) })
        add("expanded", isExpanded.map { .bool($0) })
        if isFocused { add("focused", true) }
        if isDisabled { add("disabled", true) }
        if isModal { add("modal", true) }
        add("level", level.map { JSON($0) })
        add("positionInSet", positionInSet.map { JSON($0) })
        add("sizeOfSet", sizeOfSet.map { JSON($0) })
        if !actions.isEmpty { add("actions", .array(actions.map { .string($0.rawValue) })) }
        add(
            "bounds",
            bounds.map {
                [
                    "x0": .coordinate($0.x), "y0": .coordinate($0.y), "x1": .coordinate($0.maxX),
                    "y1": .coordinate($0.maxY),
                ]
            })
        if !children.isEmpty { add("children", .array(children.map(\.json))) }
        return .object(members)
    }

    package init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init(AccessibilityRole(rawValue: try reader.member("role", .name)))
        func text(_ name: String) throws(MessageError) -> String? {
            guard let member = reader.optional(name), member.json != .null else { return nil }
            return try member.string(maximumBytes: Limits.maximumAccessibilityTextBytes)
        }
        func flag(_ name: String) throws(MessageError) -> Bool? {
            guard let member = reader.optional(name), member.json != .null else { return nil }
            return try member.bool()
        }
        func count(_ name: String) throws(MessageError) -> Int? {
            guard let member = reader.optional(name), member.json != .null else { return nil }
            return try member.checked(try member.integer(), in: 1...Int(Int32.max))
        }
        (id, label) = (try text("id") ?? "", try text("label") ?? "")
        authorID = try text("authorId")
        (value, description) = (try text("value"), try text("description"))
        if let selection = reader.optional("textSelection"), selection.json != .null {
            func offset(_ name: String) throws(MessageError) -> Int {
                let member = try selection.member(name)
                return try member.checked(try member.integer(), in: 0...Limits.maximumAccessibilityTextBytes)
            }
            textSelection = TextSelection(anchor: try offset("anchor"), focus: try offset("focus"))
        }
        (isSelected, isExpanded) = (try flag("selected"), try flag("expanded"))
        isFocused = try flag("focused") ?? false
        (isDisabled, isModal) = (try flag("disabled") ?? false, try flag("modal") ?? false)
        level = try count("level")
        (positionInSet, sizeOfSet) = (try count("positionInSet"), try count("sizeOfSet"))
        actions =
            try reader.optional("actions")?.elements { (member) throws(MessageError) in
                AccessibilityAction(rawValue: try member.string(maximumBytes: Limits.maximumNameBytes))
            } ?? []
        if let bounds = reader.optional("bounds"), bounds.json != .null {
            let edges = [
                try bounds.member("x0").number(), try bounds.member("y0").number(), try bounds.member("x1").number(),
                try bounds.member("y1").number(),
            ].map(\.quartered)
            for edge in edges { _ = try bounds.checked(edge, in: -1e6...1e6) }
            self.bounds = Rect(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
        }
        children =
            try reader.optional("children")?.elements { (child) throws(MessageError) in
                try AccessibilityNode(child)
            } ?? []
    }
}

extension JSON {
    /// A coordinate to a quarter of a pixel, as an integer if it is one.
    fileprivate static func coordinate(_ value: Double) -> JSON {
        Int64(exactly: value.quartered).map { .integer($0) } ?? .number(value.quartered)
    }
}

extension Double {
    /// The number to a quarter. Coordinates are rounded both when read and when written, so that they pass on unchanged.
    fileprivate var quartered: Double { (self * 4).rounded() / 4 }
}
