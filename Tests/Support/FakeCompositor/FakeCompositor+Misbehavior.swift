// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import WaylandScanner

/// Misbehaviour of a compositor.
extension FakeCompositor {
    /// Events whose loss or repetition libwayland itself answers by ending the connection, and those that the registry
    /// must get right for anything to work.
    private static let lawful: Set<String> = ["wl_display", "wl_registry", "wl_callback", "wp_presentation_feedback"]

    /// Sends random events with random arguments to a client's objects: valid opcodes, and objects of the right kind.
    ///
    /// - Returns: the number of events sent.
    @discardableResult
    public func sendRandomEvents(_ count: Int, to client: FakeClient, using random: inout SplitMix64) throws -> Int {
        var sent = 0
        for _ in 0..<count {
            let kinds = client.objectCounts.keys.filter { !Self.lawful.contains($0) }.sorted()
            guard let kind = kinds.randomElement(using: &random),
                let object = client.objects(kind).randomElement(using: &random),
                let event = object.interface.events.filter({ $0.since <= object.version }).randomElement(using: &random)
            else { continue }
            var values: [WireValue] = []
            for argument in event.arguments {
                guard let value = try value(of: argument, object, client, using: &random) else { break }
                values.append(value)
            }
            // A new object without a right to exist, or no object of the kind.
            guard values.count == event.arguments.count else { continue }
            object.send(event.name, values)
            for case .descriptor(let number) in values { close(number) }
            // A serial that was sent may be acknowledged.
            if event.name == "configure", case .uint(let serial)? = values.first {
                (object.content as? FakeSurface)?.sent.append(serial)
            }
            sent += 1
        }
        return sent
    }

    private func value(
        of argument: Argument, _ object: FakeObject, _ client: FakeClient, using random: inout SplitMix64
    ) throws -> WireValue? {
        let numbers: [UInt32] = [0, 1, 2, 3, 16, 120, 428, 926, 32_767, 40_000, 0x7FFF_FFFF, 0x8000_0000, .max]
        switch argument.kind {
        case .int: return .int(Int32(bitPattern: numbers.randomElement(using: &random) ?? 0))
        case .uint: return .uint(numbers.randomElement(using: &random) ?? 0)
        case .fixed: return .fixed(Double(Int32(truncatingIfNeeded: random.next())) / 256)
        case .string:
            if argument.isNullable, random.next() % 4 == 0 { return .string(nil) }
            return .string(
                String(
                    (0..<Int(random.next() % 60)).map { _ in "aä☃️\u{202E}\u{1B}".randomElement(using: &random) ?? "a" })
            )
        case .array: return .array((0..<Int(random.next() % 40)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        case .object:
            let candidates = argument.interface.map(client.objects) ?? []
            if argument.isNullable, candidates.isEmpty || random.next() % 4 == 0 { return .object(0) }
            return candidates.randomElement(using: &random).map { .object($0.id) }
        case .newID: return nil
        case .fd: return .descriptor(try descriptor(using: &random))
        }
    }

    /// A file of garbage, an empty one, or one that cannot be read as a file.
    private func descriptor(using random: inout SplitMix64) throws -> Int32 {
        let path =
            switch random.next() % 3 {
            case 0: try folder.write(String(repeating: "xkb_keymap {", count: Int(random.next() % 2000)), to: "garbage")
            case 1: "/dev/null"
            default: "/"
            }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw SystemError("opening \(path)", errno: errno) }
        return file
    }
}
