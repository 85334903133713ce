// SPDX-License-Identifier: MIT
import Geometry

/// What a surface shows.
public protocol SurfaceContent: AnyObject {
    /// Whether it can be drawn at a scale (buffer pixels for a logical pixel). Content that cannot yet invalidates its
    /// surface when it can; until then the surface shows what it has shown before.
    func isReady(at scale: Double) -> Bool

    /// Brings the content up to a frame's time.
    ///
    /// - Returns: what differs from the frame before (logical pixels); nothing when the two are alike.
    func advance(to frame: Frame) -> [Rect]

    /// Draws the content of the frame that it was advanced to.
    ///
    /// - Parameter area: what is to be drawn, at the least (logical pixels).
    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect])

    /// Whether the next frame will differ although nothing happens.
    func isMoving(at time: UInt64) -> Bool

    /// Nobody sees the surface: whatever moves is to be where it was going.
    func finishMoving()
}

extension SurfaceContent {
    /// Always.
    public func isReady(at scale: Double) -> Bool { true }
}

/// One picture of a surface.
public struct Frame: Equatable, Sendable {
    /// Logical pixels.
    public var size: Size
    /// Buffer pixels for a logical pixel.
    public var scale: Double
    /// When it will be seen, as far as one can tell: CLOCK_MONOTONIC, ns.
    public var time: UInt64

    public init(size: Size, scale: Double, time: UInt64) {
        self.size = size
        self.scale = scale
        self.time = time
    }
}
