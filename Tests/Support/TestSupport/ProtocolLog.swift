// SPDX-License-Identifier: MIT

import Foundation

/// A client's protocol log: its standard error under `WAYLAND_DEBUG=1`, as libwayland 1.21 and newer write it.
///
///     [1234567.890]  -> wl_surface@12.commit()                      1.21
///     [1234567.890] {Default Queue}  -> wl_surface#12.commit()      1.23
///     [1234567.890] wl_callback@8.done(5)
public struct ProtocolLog: Sendable {
    /// An object by interface and id. Ids are reused after an object's destruction.
    public struct Object: Hashable, Sendable, CustomStringConvertible {
        /// The interface, such as `wl_surface`; libwayland logs `[unknown]` for the result of wl_registry.bind.
        public let interface: String
        /// The id on the wire.
        public let id: UInt32

        /// Creates a reference to look up.
        public init(_ interface: String, _ id: UInt32) {
            (self.interface, self.id) = (interface, id)
        }

        /// The notation of libwayland 1.21.
        public var description: String { "\(interface)@\(id)" }
    }

    /// One message.
    public struct Entry: Equatable, Sendable {
        /// `CLOCK_REALTIME`, µs. libwayland logs 32 bits of it; the overflow is undone here.
        public let time: UInt64
        /// True for requests.
        public let isRequest: Bool
        /// True for an event that was discarded because its object was destroyed.
        public let isDiscarded: Bool
        /// The object of the message.
        public let object: Object
        /// The request's or event's name.
        public let message: String
        /// The arguments as logged: `5`, `"text"`, `wl_surface@3`, `new id wl_callback@8`, `nil`, `fd 7`, `array[12]`.
        public let arguments: [String]

        /// The object that an argument names, existing or new.
        public func object(_ index: Int) -> Object? {
            index < arguments.count ? Object(text: Substring(arguments[index])) : nil
        }
    }

    /// All messages, oldest first.
    public let entries: [Entry]

    /// Parses a log; other lines are ignored.
    public init(_ text: String) {
        var entries: [Entry] = []
        for line in text.split(separator: "\n") {
            guard let entry = Entry(line: line, after: entries.last?.time ?? 0) else { continue }
            entries.append(entry)
        }
        self.entries = entries
    }

    /// Parses a program's log so far.
    public init(of process: ChildProcess) {
        self.init(process.errorOutput)
    }

    /// The messages of one name on an object.
    public func messages(_ message: String, on object: Object) -> [Entry] {
        entries.filter { $0.object == object && $0.message == message }
    }

    /// The messages of one name on all objects of an interface.
    public func messages(_ message: String, interface: String) -> [Entry] {
        entries.filter { $0.object.interface == interface && $0.message == message }
    }

    /// The current time on the entries' clock, near a given time.
    public func time(ofRealtime microseconds: UInt64) -> UInt64 {
        unfold(UInt32(truncatingIfNeeded: microseconds), near: entries.last?.time ?? 0)
    }
}

extension ProtocolLog.Object {
    /// Parses `wl_surface@12`, `wl_surface#12` or `new id wl_surface@12`.
    init?(text: Substring) {
        let name = text.hasPrefix("new id ") ? text.dropFirst(7) : text
        guard let mark = name.lastIndex(where: { $0 == "@" || $0 == "#" }),
            let id = UInt32(name[name.index(after: mark)...])
        else { return nil }
        self.init(String(name[..<mark]), id)
    }
}

extension ProtocolLog.Entry {
    init?(line: Substring, after previous: UInt64) {
        var rest = line
        // The client's own unfinished line may precede the bracket.
        guard let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") else { return nil }
        let stamp = rest[rest.index(after: open)..<close].split(separator: ".")
        guard stamp.count == 2, stamp[1].count == 3, let milliseconds = UInt64(stamp[0].drop { $0 == " " }),
            let microseconds = UInt64(stamp[1])
        else { return nil }
        rest = rest[rest.index(after: close)...].drop { $0 == " " }
        if rest.first == "{", let end = rest.firstIndex(of: "}") {
            rest = rest[rest.index(after: end)...].drop { $0 == " " }
        }
        func strip(_ mark: String) -> Bool {
            guard rest.hasPrefix(mark) else { return false }
            rest = rest.dropFirst(mark.count).drop { $0 == " " }
            return true
        }
        let discarded = strip("discarded ")
        let request = strip("-> ")
        guard let brace = rest.firstIndex(of: "("), rest.last == ")", let dot = rest[..<brace].lastIndex(of: "."),
            let object = ProtocolLog.Object(text: rest[..<dot])
        else { return nil }
        let inner = rest[rest.index(after: brace)...].dropLast()
        self.init(
            time: unfold(UInt32(truncatingIfNeeded: milliseconds * 1000 + microseconds), near: previous),
            isRequest: request, isDiscarded: discarded, object: object,
            message: String(rest[rest.index(after: dot)..<brace]), arguments: split(inner))
    }
}

/// The number nearest to another one that has the given low 32 bits.
private func unfold(_ low: UInt32, near other: UInt64) -> UInt64 {
    if other == 0 { return UInt64(low) }
    let step = Int32(truncatingIfNeeded: Int64(low) - Int64(UInt32(truncatingIfNeeded: other)))
    return other &+ UInt64(bitPattern: Int64(step))
}

/// Splits arguments at commas outside strings. Strings are not escaped, so one that contains `", "` is ambiguous.
private func split(_ text: Substring) -> [String] {
    var arguments: [String] = []
    var current = ""
    var quoted = false
    for character in text {
        if character == "\"" { quoted.toggle() }
        if character == ",", !quoted {
            arguments.append(current)
            current = ""
        } else if !(character == " " && current.isEmpty) {
            current.append(character)
        }
    }
    if !current.isEmpty { arguments.append(current) }
    return arguments
}

extension ProtocolLog {
    /// A layer surface with its wl_surface.
    public struct LayerSurface: Equatable, Sendable {
        /// The object of commits, buffers and damage.
        public let surface: Object
        /// The object of anchors and zones.
        public let layerSurface: Object
        /// The namespace in `get_layer_surface`.
        public let namespace: String
        /// The time of creation, as in ``Entry/time``.
        public let time: UInt64
    }

    /// The layer surfaces of the client, oldest first.
    public var layerSurfaces: [LayerSurface] {
        messages("get_layer_surface", interface: "zwlr_layer_shell_v1").compactMap { entry in
            guard let layerSurface = entry.object(0), let surface = entry.object(1), entry.arguments.count == 5
            else { return nil }
            let namespace = entry.arguments[4].trimmingQuotes
            return LayerSurface(surface: surface, layerSurface: layerSurface, namespace: namespace, time: entry.time)
        }
    }

    /// The times of the surface's commits within a range.
    public func commits(of surface: Object, in range: Range<UInt64> = 0..<UInt64.max) -> [UInt64] {
        messages("commit", on: surface).map(\.time).filter(range.contains)
    }
}

extension String {
    fileprivate var trimmingQuotes: String {
        hasPrefix("\"") && hasSuffix("\"") && count > 1 ? String(dropFirst().dropLast()) : self
    }
}
