// SPDX-License-Identifier: MIT
import WaylandProtocols

/// A measurement of where the compositor puts a layer surface that enters a layer in which there are others.
///
/// No protocol reports it, but many compositors give no frame callbacks to a surface behind an opaque one. So two
/// opaque surfaces of a few pixels are put in the same place; first one leaves the layer and comes back, then the
/// other. Where a compositor calls both back, or where it makes no difference which of them came last, there is no
/// result.
///
/// It does not have a timeout: a compositor that is busy answers late, and one whose output is off once it is on.
public final class StackingProbe {
    /// The end of the layer's stack at which a surface enters.
    public enum Result: Equatable, Sendable {
        case above
        case below
        /// It makes no difference, or none that can be seen.
        case indistinct
        /// The compositor has closed the surfaces: the output was removed.
        case closed
    }

    /// The side of the surfaces, logical pixels: whole pixels at any scale of 1/2 and more.
    private static let side = 2
    /// The frame callbacks of one surface within which the other would have had one too.
    private static let frames = 3

    private let buffer: PixelBuffer
    private let completion: (Result) -> Void
    private var surfaces: [ProbeSurface] = []
    private var counts = [0, 0]
    /// The surface that was moved last; nil until both are shown.
    private var moved: Int?
    /// True if the surface that was moved was seen, by measurement.
    private var results: [Bool] = []

    /// Begins a measurement.
    ///
    /// - Parameters:
    ///   - color: 24 bits, `0xRRGGBB`.
    ///   - completion: called once, unless the probe is released before.
    /// - Returns: nil if the compositor cannot move a surface to another layer, or if there is no memory.
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
