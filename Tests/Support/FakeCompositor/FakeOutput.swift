/// An output of a ``FakeCompositor``.
public final class FakeOutput {
    public internal(set) var name: String
    /// Logical pixels.
    public let width: Int
    public let height: Int
    public internal(set) var scale: Int
    /// The exact scale, if it differs from the integer one; clients do not get it.
    public let exactScale: Double?
    /// Millihertz; 0 if unknown.
    public let refresh: Int
    /// The value of wl_output.transform; the mode has the sides of the picture exchanged for the odd ones.
    public let transform: Int32
    /// True to end each batch of properties with `done`.
    public let isComplete: Bool
    public internal(set) var global: UInt32 = 0
    var objects: [FakeObject] = []

    public init(
        _ name: String, width: Int = 428, height: Int = 926, scale: Int = 1, refresh: Int = 60_000,
        isComplete: Bool = true, exactScale: Double? = nil, transform: Int32 = 0
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.scale = scale
        self.exactScale = exactScale
        self.refresh = refresh
        self.isComplete = isComplete
        self.transform = transform
    }

    func announce(to object: FakeObject) {
        objects.append(object)
        sendMode(to: object)
        describe(to: object)
    }

    private func sendMode(to object: FakeObject) {
        object.send(
            "geometry", .int(0), .int(0), .int(0), .int(0), .int(0), "nobody", "nothing", .int(transform))
        object.send("mode", 1, .int(Int32(mode.width)), .int(Int32(mode.height)), .int(Int32(refresh)))
    }

    /// The size in the orientation of the output, pixels.
    var mode: (width: Int, height: Int) {
        let size = (Int(pixels(width)), Int(pixels(height)))
        return transform % 2 == 0 ? size : (size.1, size.0)
    }

    private func pixels(_ length: Int) -> Int32 {
        Int32(clamping: Int((Double(length) * (exactScale ?? Double(scale))).rounded(.up)))
    }

    private func describe(to object: FakeObject) {
        object.send("scale", .int(Int32(scale)))
        object.send("name", .string(name))
        if isComplete { object.send("done") }
    }

    public func rename(to name: String) {
        self.name = name
        objects.forEach(describe)
    }

    /// Changes its integer scale.
    public func rescale(to scale: Int) {
        self.scale = scale
        objects.forEach(sendMode)
        objects.forEach(describe)
    }

    public func sendDone() {
        for object in objects { object.send("done") }
    }
}
