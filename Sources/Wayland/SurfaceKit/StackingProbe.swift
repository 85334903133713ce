import WaylandProtocols

/// A measurement of the place that a compositor gives a layer surface that enters a layer with others.
///
/// No protocol reports it, but many compositors give no frame callbacks to a surface behind an opaque one. So two
/// opaque surfaces of a few pixels are put in the same place; first one leaves the layer and comes back, then the
/// other. It is inconclusive if both get callbacks, or if the order makes no difference; and
/// no timeout, since a busy compositor answers late, and one whose output is off once it is on.
public final class StackingProbe {
    /// The end of the layer's stack at which a surface enters.
    public enum Result: Equatable, Sendable {
        case above
        case below
        /// The order makes no visible difference.
        case indistinct
        /// The compositor has closed the surfaces: the output was removed.
        case closed
    }

    /// The side of the surfaces, logical pixels: whole pixels at any scale of 1/2 and more.
    private static let side = 2
    /// The number of frame callbacks of one surface within which the other would also get one.
    private static let frames = 3

    private let buffer: PixelBuffer
    private let completion: (Result) -> Void
    private var surfaces: [ProbeSurface] = []
    private var counts = [0, 0]
    /// The last moved surface; nil until both are shown.
    private var moved: Int?
    /// For each measurement, true if the moved surface was visible.
    private var results: [Bool] = []

    /// Begins a measurement with a colour of 24 bits, `0xRRGGBB`. The completion is called once, unless the probe is
    /// released before.
    ///
    /// - Returns: nil if the compositor cannot move a surface to another layer, or memory runs out.
    public init?(
        _ connection: WaylandConnection, output: Output, color: UInt32, completion: @escaping (Result) -> Void
    ) {
        let globals = connection.globals
        guard let compositor = globals.compositor, let shm = globals.shm, let shell = globals.layerShell,
            shell.version >= ZwlrLayerSurfaceV1.setLayerSince,
            let buffer = PixelBuffer(width: Self.side, height: Self.side, shm: shm)
        else { return nil }
        buffer.write(Array(repeating: 0xFF00_0000 | color, count: Self.side * Self.side))
        self.buffer = buffer
        self.completion = completion
        for index in 0..<2 {
            let surface = ProbeSurface(compositor, shell, output: output, side: Self.side)
            surface.onConfigure = { [weak self] in self?.show(index) }
            surface.onClosed = { [weak self] in self?.finish(.closed) }
            surface.onFrame = { [weak self] in self?.frameArrived(index) }
            surfaces.append(surface)
        }
    }

    deinit { destroy() }

    private func destroy() {
        for surface in surfaces { surface.destroy() }
        surfaces = []
    }

    private func show(_ index: Int) {
        surfaces[index].attach(buffer)
        if moved == nil, surfaces.allSatisfy(\.isShown) { measure(moving: 0) }
    }

    private func measure(moving index: Int) {
        moved = index
        counts = [0, 0]
        surfaces[index].reenter()
        for surface in surfaces { surface.requestFrame(buffer) }
    }

    private func frameArrived(_ index: Int) {
        guard let moved else { return }
        counts[index] += 1
        if counts[0] > 0, counts[1] > 0 { return finish(.indistinct) }
        guard counts[index] == Self.frames else { return surfaces[index].requestFrame(buffer) }
        results.append(index == moved)
        if moved == 0 { return measure(moving: 1) }
        finish(results == [true, true] ? .above : results == [false, false] ? .below : .indistinct)
    }

    private func finish(_ result: Result) {
        destroy()
        completion(result)
    }
}
