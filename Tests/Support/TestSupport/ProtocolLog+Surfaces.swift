// SPDX-License-Identifier: MIT

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

    /// A frame callback, with times as in ``Entry/time``.
    public struct FrameCallback: Equatable, Sendable {
        /// The time of the request.
        public let requested: UInt64
        /// The time of `done`; nil if it did not come.
        public let done: UInt64?

        /// Creates a callback, for comparison.
        public init(requested: UInt64, done: UInt64?) {
            (self.requested, self.done) = (requested, done)
        }
    }

    /// A rectangle in a request.
    public struct Area: Equatable, Sendable {
        /// The distance from the left edge.
        public let x: Int
        /// The distance from the top edge.
        public let y: Int
        /// In the unit of the request.
        public let width: Int
        /// In the unit of the request.
        public let height: Int

        /// A rectangle by its top left corner and its size.
        public init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
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

    /// The times at which a buffer (not null) was attached, within a range.
    public func attaches(of surface: Object, in range: Range<UInt64> = 0..<UInt64.max) -> [UInt64] {
        messages("attach", on: surface).filter { $0.object(0) != nil && range.contains($0.time) }.map(\.time)
    }

    /// The surface's frame callbacks, oldest first.
    public func frameCallbacks(of surface: Object) -> [FrameCallback] {
        var callbacks: [FrameCallback] = []
        // Ids are reused, so a `done` belongs to the latest request of its id.
        var waiting: [Object: Int] = [:]
        for entry in entries {
            if entry.message == "frame", entry.object == surface, let callback = entry.object(0) {
                waiting[callback] = callbacks.count
                callbacks.append(FrameCallback(requested: entry.time, done: nil))
            } else if entry.message == "done", let index = waiting.removeValue(forKey: entry.object) {
                callbacks[index] = FrameCallback(requested: callbacks[index].requested, done: entry.time)
            }
        }
        return callbacks
    }

    /// The rectangles of `damage_buffer` within a range of times, buffer pixels.
    public func damage(of surface: Object, in range: Range<UInt64> = 0..<UInt64.max) -> [Area] {
        messages("damage_buffer", on: surface).filter { range.contains($0.time) }.compactMap(\.area)
    }

    /// The arguments of all `set_exclusive_zone` requests, logical pixels.
    public func exclusiveZones(of layerSurface: Object) -> [Int] {
        messages("set_exclusive_zone", on: layerSurface).compactMap { $0.integer(0) }
    }

    /// The rectangles added to the region of the latest `set_input_region`; nil if it was null (the whole surface) or
    /// never sent. Subtractions are ignored.
    public func inputRegion(of surface: Object) -> [Area]? {
        guard let last = entries.lastIndex(where: { $0.object == surface && $0.message == "set_input_region" }),
            let region = entries[last].object(0)
        else { return nil }
        let made = entries[..<last].lastIndex { $0.message == "create_region" && $0.object(0) == region } ?? 0
        return entries[made..<last].filter { $0.object == region && $0.message == "add" }.compactMap(\.area)
    }
}

extension ProtocolLog.Entry {
    /// The first four arguments as a rectangle.
    var area: ProtocolLog.Area? {
        guard let x = integer(0), let y = integer(1), let width = integer(2), let height = integer(3) else {
            return nil
        }
        return ProtocolLog.Area(x: x, y: y, width: width, height: height)
    }
}

extension String {
    fileprivate var trimmingQuotes: String {
        hasPrefix("\"") && hasSuffix("\"") && count > 1 ? String(dropFirst().dropLast()) : self
    }
}
