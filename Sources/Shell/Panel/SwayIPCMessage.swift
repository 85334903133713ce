// SPDX-License-Identifier: MIT
import TabshellIPC

/// The messages of sway's own socket (sway-ipc(7)): a name, a length and a kind, and a JSON value.
enum SwayIPCMessage {
    /// How long an answer may be; a longer one is no answer to us.
    static let longest = 1 << 20
    private static let magic = Array("i3-ipc".utf8)
    private static let headerLength = 14
    private static let subscribe: UInt32 = 2
    private static let tree: UInt32 = 4
    private static let windowEvent: UInt32 = 0x8000_0003

    /// What is heard.
    enum Incoming: Equatable {
        /// All windows: those that ask for attention, by sway's number, with their app-ids.
        case urgent([Int64: String])
        /// One window; nil means that it asks for nothing, or has gone.
        case window(Int64, urgent: String?)
        case other
    }

    /// Asks to be told of windows, and then what there is.
    static var introduction: [UInt8] {
        message(subscribe, Array(#"["window"]"#.utf8)) + message(tree, [])
    }

    /// Takes the whole messages from the front of what was received.
    ///
    /// - Returns: nil when it is not what sway speaks.
    static func take(from bytes: inout [UInt8]) -> [Incoming]? {
        var result: [Incoming] = []
        var start = 0
        while bytes.count - start >= headerLength {
            guard bytes[start..<start + magic.count].elementsEqual(magic) else { return nil }
            let length = Int(word(bytes, at: start + 6))
            guard length <= longest else { return nil }
            let end = start + headerLength + length
            guard end <= bytes.count else { break }
            let kind = word(bytes, at: start + 10)
            if kind == tree || kind == windowEvent {
                guard let json = try? JSONParser.parse(Array(bytes[start + headerLength..<end])) else { return nil }
                result.append(kind == tree ? .urgent(urgent(in: json)) : window(json))
            }
            start = end
        }
        bytes.removeFirst(start)
        return result
    }

    static func message(_ kind: UInt32, _ body: [UInt8]) -> [UInt8] {
        magic + words(UInt32(body.count)) + words(kind) + body
    }

    private static func window(_ json: JSON) -> Incoming {
        guard let container = json["container"], case .integer(let id)? = container["id"] else { return .other }
        guard json["change"] != "close", case .string(let appID)? = container["app_id"], container["urgent"] == true
        else { return .window(id, urgent: nil) }
        return .window(id, urgent: appID)
    }

    private static func urgent(in node: JSON) -> [Int64: String] {
        var result: [Int64: String] = [:]
        if case .integer(let id)? = node["id"], case .string(let appID)? = node["app_id"], node["urgent"] == true {
            result[id] = appID
        }
        for name in ["nodes", "floating_nodes"] {
            guard case .array(let children)? = node[name] else { continue }
            for child in children { result.merge(urgent(in: child)) { first, _ in first } }
        }
        return result
    }

    /// In the machine's own order, as sway writes them.
    private static func words(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    private static func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
