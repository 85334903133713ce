import Panel
import RasterClient
import Canvas
import EventLoop
import FakeCompositor
import Geometry
import RasterProtocol
import ShellModel
import TestSupport
import Testing

@testable import TabBar

/// The frames of a bar beside its model: what the panel draws must be the model's picture at that time.
final class BarFilm {
    /// The largest difference of a channel, of 255, and the fraction of pixels that may differ by more than 2. The panel
    /// draws only changes, the model everything, and cairo interpolates between two pixels in another
    /// way within another clip. A bar drawn for 3 ms later differs by 20, and in one of 80 pixels.
    private static let (tolerance, share) = (10, 0.005)

    let surface: FakeSurface
    /// The bar as it should be.
    private(set) var model = BarModel()
    private var isPressed = false
    /// The tab under the pointer.
    private(set) var pointed: TabID?
    private let loop: EventLoop
    private let masks: MaskLoader
    private let painter: BarPainter

    init(_ surface: FakeSurface) throws {
        self.surface = surface
        loop = try EventLoop()
        let masks = MaskLoader(loop: loop, helper: try BuiltProducts.url("tabshell-raster").path)
        self.masks = masks
        painter = BarPainter(
            icons: { masks.picture(.icon($0, side: $1)) }, texts: { masks.text(TextMaskKey($0, scale: $1)) })
        model.supportsBackgroundBlur = false
    }

    /// Applies a change of the daemon's state.
    func update(_ state: ShellState, at time: UInt64) {
        model.update(to: state, at: time)
    }

    /// Applies a press on a tab, or its end.
    func setPressed(_ isPressed: Bool, _ tab: TabID, at time: UInt64) {
        guard isPressed != self.isPressed else { return }
        self.isPressed = isPressed
        model.setPressed(isPressed, .tab(tab), at: time)
    }

    /// Applies the pointer's way from a tab to another.
    func point(at tab: TabID, at time: UInt64) {
        if let pointed { model.setHovered(false, .tab(pointed), at: time) }
        model.setHovered(true, .tab(tab), at: time)
        pointed = tab
    }

    /// The difference of the frame on the surface from the model at a time, if any.
    func fault(at time: UInt64) throws -> String? {
        guard let shown = surface.shown, let size = shown.bufferSize else { return "no frame" }
        let expected = try picture(size, at: time)
        guard shown.pixels != expected else { return nil }
        guard shown.pixels.count == expected.count else { return "a frame of \(size)" }
        var (count, most, place) = (0, 0, 0)
        for index in expected.indices where shown.pixels[index] != expected[index] {
            let difference = Self.difference(shown.pixels[index], expected[index])
            if difference > 2 { count += 1 }
            if difference > most { (most, place) = (difference, index) }
        }
        guard most > Self.tolerance || Double(count) > Self.share * Double(expected.count) else { return nil }
        return "\(count) pixels differ, by \(most) at \(place % size.width), \(place / size.width)"
    }

    private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
        [0, 8, 16, 24].map { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) }.max() ?? 0
    }

    private func picture(_ size: PixelSize, at time: UInt64) throws -> [UInt32] {
        let (width, height) = (Double(size.width), Double(size.height))
        try prepare(model.requiredMasks(scale: 1))
        let scene = model.scene(width: width, height: height, at: time) { [masks] in masks.width(of: $0, scale: 1) }
        try prepare(scene.requiredMasks(scale: 1))
        let bitmap = Bitmap(format: .argb32, width: size.width, height: size.height)
        painter.draw(
            scene, on: Canvas(bitmap: bitmap, scale: 1), area: [Rect(x: 0, y: 0, width: width, height: height)])
        return bitmap.words
    }

    private func prepare(_ wanted: [RasterRequest]) throws {
        while !masks.prepare(wanted) { try loop.runOnce() }
    }
}
