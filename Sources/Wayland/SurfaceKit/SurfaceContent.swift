import Gestures
import Geometry

/// The content of a surface, drawn frame by frame.
public protocol SurfaceContent: AnyObject {
    /// True if it can be drawn at a scale (buffer pixels per logical pixel). Content that is not ready invalidates its
    /// surface once it is; until then the surface keeps its last frame.
    func isReady(at scale: Double) -> Bool

    /// Advances to a frame's time, and returns the damage since the previous frame, logical pixels; empty if none.
    func advance(to frame: Frame) -> [Rect]

    /// Draws at least the area (logical pixels) of the frame that the content was advanced to.
    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect])

    /// True if the next frame will differ without an invalidation.
    func isAnimating(at time: UInt64) -> Bool

    /// Ends all animations at their final values, since the surface is not visible.
    func finishAnimations()
}

extension SurfaceContent {
    public func isReady(at scale: Double) -> Bool { true }
    public func isAnimating(at time: UInt64) -> Bool { false }
    public func finishAnimations() {}
}

public struct Frame: Equatable, Sendable {
    /// Logical pixels.
    public var size: Size
    /// Buffer pixels per logical pixel.
    public var scale: Double
    /// The predicted presentation time: CLOCK_MONOTONIC, ns.
    public var time: UInt64
}

/// The receiver of a surface's input events. Points are logical pixels of the surface.
public protocol SurfaceInput: AnyObject {
    func handle(_ event: InputEvent, from source: InputSource)
}
