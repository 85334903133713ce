import TestSupport

public struct PixelRect: Hashable, Sendable {
    public var x, y, width, height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    public func contains(x: Int, y: Int) -> Bool {
        x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }
}

/// A rectangle in fractions of pixels.
public struct PixelArea: Hashable, Sendable {
    public var x, y, width, height: Double
}

/// A width and a height.
public struct PixelSize: Hashable, Sendable {
    public var width, height: Int

    public init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
}

/// The state of a surface after one commit.
public struct FakeCommit {
    /// `CLOCK_MONOTONIC`, ns.
    public internal(set) var time: UInt64 = 0
    public internal(set) var hasBuffer = false
    /// The size of the current buffer, buffer pixels; nil without one.
    public internal(set) var bufferSize: PixelSize?
    /// False if the current buffer is XRGB8888.
    public internal(set) var hasAlpha = true
    /// The distance of the current buffer's first pixel from the start of its pool, bytes; 0 without a buffer.
    public internal(set) var bufferOffset = 0
    /// The pixels of a buffer attached by this commit: premultiplied ARGB, row by row; only the last ``FakeSurface/keptFrames``.
    public internal(set) var pixels: [UInt32] = []
    /// The damage of this commit, buffer pixels.
    public internal(set) var damage: [PixelRect] = []
    /// The input region, logical pixels; nil is the whole surface.
    public internal(set) var inputRegion: [PixelRect]?
    public internal(set) var opaqueRegion: [PixelRect] = []
    /// The blur region, logical pixels; nil without one.
    public internal(set) var blurRegion: [PixelRect]?
    public internal(set) var bufferScale = 1
    /// The viewport's destination; nil if it is unset.
    public internal(set) var destination: PixelSize?
    /// The viewport's source, buffer pixels; nil if it is unset.
    public internal(set) var source: PixelArea?
    /// The multiplier of its alpha, 0…1.
    public internal(set) var opacity = 1.0
    /// The time before which it may not be shown, CLOCK_MONOTONIC, ns; nil without one.
    public internal(set) var timestamp: UInt64?
    public internal(set) var setsBarrier = false
    public internal(set) var waitsForBarrier = false
    var callbacks: [FakeObject] = []
    var feedbacks: [FakeObject] = []

    public var asksForFrame: Bool { !callbacks.isEmpty }

    /// The state that the next commit applies if nothing is requested until then.
    var lasting: FakeCommit {
        var next = self
        next.hasBuffer = false
        (next.damage, next.callbacks, next.feedbacks) = ([], [], [])
        (next.timestamp, next.setsBarrier, next.waitsForBarrier) = (nil, false, false)
        return next
    }

    public func pixel(_ x: Int, _ y: Int) -> UInt32 {
        guard let bufferSize, pixels.indices.contains(y * bufferSize.width + x) else { return 0 }
        return pixels[y * bufferSize.width + x]
    }
}

public final class FakeSurface {
    public struct Layer {
        public let namespace: String
        /// Nil if the client leaves it to the compositor.
        public let output: FakeOutput?
        public internal(set) var layer: Int
        /// top 1, bottom 2, left 4, right 8.
        public internal(set) var anchor = 0
        public internal(set) var size = PixelSize(0, 0)
        public internal(set) var exclusiveZone = 0
        /// The margins at the top, right, bottom and left edge, logical pixels.
        public internal(set) var margins = [0, 0, 0, 0]
        /// none 0, exclusive 1, on demand 2.
        public internal(set) var keyboardInteractivity = 0

        /// True if its zone, if it has one, is at the left or right edge: it is not anchored to both of them.
        var isAlongSide: Bool { anchor & 12 != 12 }
    }

    public let object: FakeObject
    public let client: FakeClient
    public private(set) var commits: [FakeCommit] = []
    /// The number of commits with a buffer whose pixels are kept: all of a long test's would fill the memory.
    public static let keptFrames = 100
    /// The number of all commits with a buffer of more than one pixel.
    public private(set) var pictureCount = 0
    /// The indices of these commits.
    private var frames: [Int] = []
    /// The pending state, which may be uncommitted.
    public internal(set) var layer: Layer?
    /// The requests of the surface and its role, by name.
    public internal(set) var journal: [String] = []
    /// The number of interactive moves that the client has begun.
    public internal(set) var moves = 0
    /// True while it is not shown, see ``FakeCompositor/forgetsCoveredSurfaces``.
    public internal(set) var isForgotten = false
    public internal(set) var title: String?
    public internal(set) var appID: String?
    /// The pending frame callbacks.
    public internal(set) var callbacks: [FakeObject] = []
    /// The buffers that the compositor holds.
    public internal(set) var held: [FakeBuffer] = []

    var role: FakeObject?
    var toplevel: FakeObject?
    var fractionalScale: FakeObject?
    var sent: [UInt32] = []
    var isConfigured = false
    /// The size configured last.
    var told: PixelSize?
    /// The layer state of its last commit.
    var arranged: Layer?
    var background: FakeObject?
    var frameDue: UInt64?
    var current: FakeBuffer?
    var pending = FakeCommit()
    /// The buffer that the next commit attaches.
    var attached: FakeBuffer?
    var alphaModifier: FakeObject?
    /// The commit timers and fifos.
    var constraints: [FakeObject] = []
    /// The sizes and states of the configures by serial, and of the one acknowledged last.
    var configurations: [UInt32: (size: PixelSize, states: [UInt8])] = [:]
    var configuration: (size: PixelSize, states: [UInt8])?
    /// The unanswered requests for presentation feedback.
    public internal(set) var feedbacks: [FakeObject] = []

    init(_ object: FakeObject, client: FakeClient) {
        self.object = object
        self.client = client
    }

    func record(_ commit: FakeCommit) {
        commits.append(commit)
        guard commit.hasBuffer else { return }
        if let size = commit.bufferSize, size != PixelSize(1, 1) { pictureCount += 1 }
        frames.append(commits.count - 1)
        if frames.count > Self.keptFrames { commits[frames.removeFirst()].pixels = [] }
    }

    public var isAlive: Bool { object.isAlive }
    public var shown: FakeCommit? { commits.last { $0.hasBuffer } }
    public var frameCount: Int { commits.reduce(0) { $0 + ($1.hasBuffer ? 1 : 0) } }

    /// Configures the surface. The states are xdg_toplevel's, for a window.
    public func configure(_ width: Int, _ height: Int, serial: UInt32, states: [UInt8] = []) {
        sent.append(serial)
        told = PixelSize(width, height)
        configurations[serial] = (PixelSize(width, height), states)
        if let toplevel {
            toplevel.send(
                "configure", .int(Int32(truncatingIfNeeded: width)), .int(Int32(truncatingIfNeeded: height)),
                .array(states.flatMap { [$0, 0, 0, 0] }))
            role?.send("configure", .uint(serial))
        } else {
            role?.send(
                "configure", .uint(serial), .uint(UInt32(truncatingIfNeeded: width)),
                .uint(UInt32(truncatingIfNeeded: height)))
        }
    }

    /// Answers requests for presentation feedback with a time (CLOCK_MONOTONIC, ns) and the time to the next refresh, ns, or 0.
    public func present(at time: UInt64, refresh: UInt32 = 16_666_667) {
        present(seconds: time / 1_000_000_000, nanoseconds: UInt32(time % 1_000_000_000), refresh: refresh)
    }

    /// Answers the requests for presentation feedback with a `timespec`, which may be invalid.
    public func present(seconds: UInt64, nanoseconds: UInt32, refresh: UInt32) {
        for feedback in feedbacks {
            feedback.send(
                "presented", .uint(UInt32(seconds >> 32)), .uint(UInt32(truncatingIfNeeded: seconds)),
                .uint(nanoseconds), .uint(refresh), 0, 0, 0)
            client.remove(feedback)
        }
        feedbacks = []
    }

    /// Answers the requests for presentation feedback: the frames were never shown.
    public func discardFeedback() {
        for feedback in feedbacks {
            feedback.send("discarded")
            client.remove(feedback)
        }
        feedbacks = []
    }

    /// Forgets the commits before the last frame, with their pixels.
    public func forgetCommits() {
        let count = commits.lastIndex { $0.hasBuffer } ?? 0
        commits.removeFirst(count)
        frames = frames.filter { $0 >= count }.map { $0 - count }
    }

    public func sendClosed() {
        if let toplevel { toplevel.send("close") } else { role?.send("closed") }
    }

    /// Answers the frame callbacks.
    public func fireFrame() {
        frameDue = nil
        let callbacks = self.callbacks
        self.callbacks = []
        for callback in callbacks {
            callback.send("done", .uint(UInt32(truncatingIfNeeded: Monotonic.now / 1_000_000)))
            client.remove(callback)
        }
    }

    /// Destroys the frame callbacks without an answer.
    func dropFrames() {
        frameDue = nil
        for callback in callbacks + pending.callbacks { client.remove(callback) }
        callbacks = []
        pending.callbacks = []
    }

    public func releaseBuffers() {
        for buffer in held where buffer !== current { buffer.release() }
        held.removeAll { !$0.isBusy }
    }

    /// Releases all buffers, as a compositor does after copying them.
    public func releaseAllBuffers() {
        for buffer in held { buffer.release() }
        held = []
    }

    public func prefer(scale: UInt32) {
        fractionalScale?.send("preferred_scale", .uint(scale))
    }
}

final class FakeRegion {
    var rects: [PixelRect] = []
}

/// KWin's blur behind a surface.
final class FakeBlur {
    let surface: FakeSurface
    var region: [PixelRect]?
    /// True once it has a region: KWin 5 keeps the first one.
    var isCommitted = false

    init(_ surface: FakeSurface) { self.surface = surface }
}

/// The picture that a compositor makes of a surface: the viewport's part of its buffer, with its opacity; nothing is stretched.
public struct FakePicture {
    public let size: PixelSize
    private let pixels: [UInt32]
    /// The buffer's width, and the index of the first pixel.
    private let (width, start): (Int, Int)
    private let opacity: Double

    fileprivate init?(_ frame: FakeCommit, in commit: FakeCommit) {
        guard let buffer = frame.bufferSize else { return nil }
        (pixels, width) = (frame.pixels, buffer.width)
        start = commit.source.map { Int($0.y) * buffer.width + Int($0.x) } ?? 0
        size = commit.source.map { PixelSize(Int($0.width), Int($0.height)) } ?? buffer
        opacity = commit.opacity
    }

    /// A pixel: premultiplied ARGB.
    public func pixel(_ x: Int, _ y: Int) -> UInt32 {
        let index = start + y * width + x
        guard index >= 0, index < pixels.count else { return 0 }
        let pixel = pixels[index]
        return opacity == 1 ? pixel : faded(pixel, 24) | faded(pixel, 16) | faded(pixel, 8) | faded(pixel, 0)
    }

    private func faded(_ pixel: UInt32, _ shift: UInt32) -> UInt32 {
        UInt32((Double(pixel >> shift & 0xFF) * opacity).rounded()) << shift
    }
}

extension FakeSurface {
    /// The picture since the last commit; nil without a buffer.
    public var picture: FakePicture? {
        guard let shown, let last = commits.last else { return nil }
        return FakePicture(shown, in: last)
    }
}
