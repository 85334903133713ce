import WaylandScanner

/// An argument of a message.
public enum WireValue: Equatable, Sendable {
    case int(Int32)
    case uint(UInt32)
    case fixed(Double)
    case string(String?)
    /// An object's id; 0 is null.
    case object(UInt32)
    /// A new object's id; with its interface and version if the message leaves them open.
    case newObject(UInt32, interface: String?, version: UInt32?)
    case array([UInt8])
    case descriptor(Int32)
}

extension WireValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(integerLiteral value: UInt32) { self = .uint(value) }
    public init(stringLiteral value: String) { self = .string(value) }

    var words: [UInt32] {
        switch self {
        case .int(let value): [UInt32(bitPattern: value)]
        case .uint(let value), .object(let value), .newObject(let value, _, _): [value]
        case .fixed(let value): [UInt32(bitPattern: Int32(min(max(value * 256, -0x1p31), 0x1p31 - 1).rounded()))]
        case .string(nil): [0]
        case .string(let text?): Self.words(Array(text.utf8) + [0])
        case .array(let bytes): Self.words(bytes)
        case .descriptor: []
        }
    }

    /// A length, and the bytes padded to 32 bits.
    private static func words(_ bytes: [UInt8]) -> [UInt32] {
        let padded = bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
        let body = stride(from: 0, to: padded.count, by: 4).map { start in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(padded[start + $1]) << (8 * UInt32($1)) }
        }
        return [UInt32(bytes.count)] + body
    }
}

/// A decoder of a message's arguments.
struct WireReader {
    private var words: ArraySlice<UInt32>
    private let nextDescriptor: () -> Int32

    init(_ words: ArraySlice<UInt32>, nextDescriptor: @escaping () -> Int32) {
        self.words = words
        self.nextDescriptor = nextDescriptor
    }

    mutating func values(of message: Message) -> [WireValue] {
        message.arguments.map { value(of: $0) }
    }

    private mutating func value(of argument: Argument) -> WireValue {
        switch argument.kind {
        case .int: return .int(Int32(bitPattern: word()))
        case .uint: return .uint(word())
        case .fixed: return .fixed(Double(Int32(bitPattern: word())) / 256)
        case .object: return .object(word())
        case .string: return .string(string())
        case .array: return .array(bytes(Int(word())))
        case .fd: return .descriptor(nextDescriptor())
        case .newID:
            guard argument.interface == nil else { return .newObject(word(), interface: nil, version: nil) }
            let interface = string()
            let version = word()
            return .newObject(word(), interface: interface, version: version)
        }
    }

    private mutating func word() -> UInt32 { words.popFirst() ?? 0 }

    private mutating func string() -> String? {
        let length = Int(word())
        return length == 0 ? nil : String(decoding: bytes(length).dropLast(), as: UTF8.self)
    }

    private mutating func bytes(_ count: Int) -> [UInt8] {
        let body = words.prefix((count + 3) / 4)
        words = words.dropFirst(body.count)
        return (0..<min(count, 4 * body.count)).map { index in
            UInt8(truncatingIfNeeded: body[body.startIndex + index / 4] >> (8 * UInt32(index % 4)))
        }
    }
}
