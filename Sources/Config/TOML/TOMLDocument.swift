private import CTOML

/// A parsed document of TOML 1.0: a wrapper of toml++.
///
/// Keys of more than 32 names, and arrays and inline tables in more than 32 others, are errors.
public struct TOMLDocument: Equatable, Sendable {
    /// The values of the root table, by key.
    public let root: [String: TOMLNode]

    /// Parses a text.
    ///
    /// - Throws: ``TOMLError`` at the first place that is not TOML.
    public init(parsing text: String) throws(TOMLError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// Parses a text in UTF-8.
    ///
    /// - Throws: ``TOMLError`` at the first place that is not TOML in UTF-8.
    public init(parsing bytes: [UInt8]) throws(TOMLError) {
        let document = bytes.withUnsafeBytes { ctoml_parse($0.baseAddress, $0.count) }
        defer { ctoml_free(document) }
        var count = 0
        let nodes = UnsafeBufferPointer(start: ctoml_nodes(document, &count), count: count)
        guard !nodes.isEmpty else {
            var position = ctoml_position()
            let message = String(ctoml_error(document, &position))
            throw TOMLError(position: TOMLPosition(position), message: message)
        }
        var index = 0
        if case .table(let members) = Self.node(nodes, &index).value { root = members } else { root = [:] }
    }

    private static func node(_ nodes: UnsafeBufferPointer<ctoml_node>, _ index: inout Int) -> TOMLNode {
        let node = nodes[index]
        index += 1
        return TOMLNode(
            value: value(of: node, nodes, &index), position: TOMLPosition(node.position),
            keyPosition: node.key_position.line > 0 ? TOMLPosition(node.key_position) : nil)
    }

    private static func value(
        of node: ctoml_node, _ nodes: UnsafeBufferPointer<ctoml_node>, _ index: inout Int
    ) -> TOMLValue {
        switch node.kind {
        case CTOML_STRING: return .string(String(node.text))
        case CTOML_INTEGER: return .integer(Int(node.integer))
        case CTOML_FLOAT: return .float(node.number)
        case CTOML_BOOLEAN: return .boolean(node.integer != 0)
        case CTOML_DATE_TIME: return .dateTime(String(node.text))
        case CTOML_ARRAY: return .array((0..<node.count).map { _ in self.node(nodes, &index) })
        default:
            var members: [String: TOMLNode] = [:]
            for _ in 0..<node.count {
                let key = String(nodes[index].key)
                members[key] = self.node(nodes, &index)
            }
            return .table(members)
        }
    }
}

extension TOMLPosition {
    fileprivate init(_ position: ctoml_position) {
        self.init(line: Int(position.line), column: Int(position.column))
    }
}

extension String {
    fileprivate init(_ text: ctoml_text) {
        self.init(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.length), as: UTF8.self)
    }
}
