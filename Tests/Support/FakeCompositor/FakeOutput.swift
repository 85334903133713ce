// SPDX-License-Identifier: MIT

/// An output of a ``FakeCompositor``.
public final class FakeOutput {
    public internal(set) var name: String
    /// Logical pixels.
    public let width: Int
    public let height: Int
    /// The integer scale.
    public internal(set) var scale: Int
    /// Millihertz; 0 if unknown.
    public let refresh: Int
    /// True to end each batch of properties with `done`.
    public let isComplete: Bool
    /// The name of its global.
    public internal(set) var global: UInt32 = 0
    var objects: [FakeObject] = []

    public init(
        _ name: String, width: Int = 428, height: Int = 926, scale: Int = 1, refresh: Int = 60_000,
        isComplete: Bool = true
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.scale = scale
        self.refresh = refresh
        self.isComplete = isComplete
    }

    func announce(to object: FakeObject) {
        objects.append(object)
        object.send(
            "geometry", .int(0), .int(0), .int(0), .int(0), .int(0), "nobody", "nothing", .int(0))
        object.send(
            "mode", 1, .int(Int32(width * scale)), .int(Int32(height * scale)), .int(Int32(refresh)))
        describe(to: object)
    }

    private func describe(to object: FakeObject) {
        object.send("scale", .int(Int32(scale)))
        object.send("name", .string(name))
        if isComplete { object.send("done") }
    }

    /// Changes its name.
    public func rename(to name: String) {
        self.name = name
        objects.forEach(describe)
    }

    /// Changes its integer scale.
    public func rescale(to scale: Int) {
        self.scale = scale
        objects.forEach(describe)
    }

    /// Sends `done`.
    public func sendDone() {
        for object in objects { object.send("done") }
    }
}
