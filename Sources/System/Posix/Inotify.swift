import CLinux
import Glibc

/// An inotify(7) instance: reports changes in directories. Non-blocking.
public struct Inotify: ~Copyable, Sendable {
    /// A set of `IN_…` flags.
    public struct Mask: OptionSet, Sendable {
        public let rawValue: UInt32

        public static let attributes = Mask(rawValue: UInt32(IN_ATTRIB))
        public static let closedAfterWrite = Mask(rawValue: UInt32(IN_CLOSE_WRITE))
        public static let created = Mask(rawValue: UInt32(IN_CREATE))
        public static let deleted = Mask(rawValue: UInt32(IN_DELETE))
        public static let deletedSelf = Mask(rawValue: UInt32(IN_DELETE_SELF))
        public static let movedFrom = Mask(rawValue: UInt32(IN_MOVED_FROM))
        public static let movedTo = Mask(rawValue: UInt32(IN_MOVED_TO))
        public static let movedSelf = Mask(rawValue: UInt32(IN_MOVE_SELF))
        /// The path must be a directory.
        public static let onlyDirectory = Mask(rawValue: UInt32(IN_ONLYDIR))
        /// A link itself is watched.
        public static let notFollowed = Mask(rawValue: UInt32(IN_DONT_FOLLOW))
        /// Added to the events of an earlier watch of the same object.
        public static let added = Mask(rawValue: UInt32(IN_MASK_ADD))
        /// Reported: the object is a directory.
        public static let isDirectory = Mask(rawValue: UInt32(IN_ISDIR))
        /// Reported: events were lost.
        public static let overflow = Mask(rawValue: UInt32(IN_Q_OVERFLOW))

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }
    }

    public struct Event: Equatable, Sendable {
        /// The number of the watch; -1 for an overflow.
        public var watch: Int32
        public var mask: Mask
        /// The name in the directory; empty for the directory itself.
        public var name: String
    }

    public let descriptor: FileDescriptor

    /// - Throws: ``SystemError`` when the kernel grants no more instances.
    public init() throws(SystemError) {
        descriptor = FileDescriptor(
            owning: try systemCall("inotify_init1") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) })
    }

    /// Watches a path.
    ///
    /// - Returns: the number of the watch; the same for the same directory.
    /// - Throws: ``SystemError``; `ENOSPC` when the kernel grants no more watches.
    public func watch(_ path: String, for mask: Mask) throws(SystemError) -> Int32 {
        try systemCall("watching \(path)") { inotify_add_watch(descriptor.rawValue, path, mask.rawValue) }
    }

    /// Ends a watch, which may have ended by itself.
    public func remove(_ watch: Int32) { inotify_rm_watch(descriptor.rawValue, watch) }

    /// Reads the events that have arrived.
    public func readEvents() -> [Event] {
        var events: [Event] = []
        while let count = try? descriptor.read(upTo: 16 * 1024, { events += Self.parse($0) }), count > 0 {}
        return events
    }

    /// Parses the kernel's records: a header, and a name of `len` bytes, padded with zeros.
    private static func parse(_ bytes: Span<UInt8>) -> [Event] {
        bytes.withUnsafeBytes { bytes in
            let header = MemoryLayout<inotify_event>.size
            var events: [Event] = []
            var rest = bytes[...]
            while rest.count >= header {
                let event = rest.loadUnaligned(as: inotify_event.self)
                let record = rest.prefix(header + Int(event.len))
                let name = String(decoding: record.dropFirst(header).prefix { $0 != 0 }, as: UTF8.self)
                events.append(Event(watch: event.wd, mask: Mask(rawValue: event.mask), name: name))
                rest = rest.dropFirst(record.count)
            }
            return events
        }
    }
}
