// SPDX-License-Identifier: MIT

/// The picture that a compositor makes of a surface: the part of its buffer that the viewport shows, with the opacity of
/// the surface. Nothing is stretched.
public struct FakePicture {
    public let size: PixelSize
    private let frame: FakeCommit
    private let origin: (x: Int, y: Int)
    private let opacity: Double

    fileprivate init?(_ frame: FakeCommit, in commit: FakeCommit) {
        guard let buffer = frame.bufferSize else { return nil }
        self.frame = frame
        origin = commit.source.map { (Int($0.x), Int($0.y)) } ?? (0, 0)
        size = commit.source.map { PixelSize(Int($0.width), Int($0.height)) } ?? buffer
        opacity = commit.opacity
    }

    /// A pixel: premultiplied ARGB.
    public func pixel(_ x: Int, _ y: Int) -> UInt32 {
        let pixel = frame.pixel(origin.x + x, origin.y + y)
        if opacity == 1 { return pixel }
        return [24, 16, 8, 0].reduce(0) { sum, shift in
            sum | UInt32((Double(pixel >> shift & 0xFF) * opacity).rounded()) << shift
        }
    }
}

extension FakeSurface {
    /// The picture since the last commit; nil without a buffer.
    public var picture: FakePicture? {
        guard let shown, let last = commits.last else { return nil }
        return FakePicture(shown, in: last)
    }
}
