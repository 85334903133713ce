import FakeCompositor
import PageKit
import ShellModel
import Testing

/// The frames of a page beside its transition: background and content must have its opacity and place at the frame's time.
final class PageFilm {
    /// The largest difference of a channel, of 255: two layers are each rounded, and their opacities are.
    private static let tolerance = 3

    let tab: TabID
    let surface: FakeSurface
    private(set) var transition: PageTransition
    private var isRightToLeft = false
    /// True if the latest change has brought the page from the hidden ones to the front.
    private(set) var enters = false
    /// The page at rest; nil until it has been in front.
    private var rest: FakePicture?

    init(_ tab: TabID, _ surface: FakeSurface) {
        self.tab = tab
        self.surface = surface
        transition = PageTransition(of: tab)
    }

    /// Applies a change of the daemon's state.
    func update(_ state: ShellState) {
        isRightToLeft = state.look?.direction == .rightToLeft
        guard let selection = state.selection else { return }
        enters = transition.update(
            selection, drag: state.drag, tabs: state.tabs, stacking: state.bar.pageStacking, reducesMotion: false)
    }

    /// Takes the frame on the surface as the page at rest.
    func rememberRest() { rest = surface.picture }

    /// The difference of the frame on the surface from the transition at a time, if any.
    ///
    /// - Parameter background: the page's, 0xRRGGBB.
    func fault(at time: UInt64, background: UInt32) -> String? {
        guard let shown = surface.picture, let rest else { return "no frame" }
        let opacity = transition.opacity(at: time)
        // An invisible page may have a placeholder instead.
        if transition.share(at: time) == 0 {
            if shown.size.width == 1 { return shown.pixel(0, 0) == 0 ? nil : "a visible placeholder" }
            // A covered page gets no frames.
            if transition.dependsOnStacking, opacity.surface == 1 { return nil }
        }
        let size = shown.size
        guard size == rest.size else { return "a frame of \(size)" }
        if transition.isMoving(at: time), surface.commits.last?.opaqueRegion != [] {
            return "an opaque region during a transition"
        }
        let shift = shift(at: time, width: size.width)
        for y in stride(from: 0, to: size.height, by: 5) {
            for x in stride(from: y % 7, to: size.width, by: 7) {
                let source = x - shift
                let isContent = source >= 0 && source < size.width
                let expected = isContent ? rest.pixel(source, y) & 0xFF_FFFF : background
                let seen = shown.pixel(x, y)
                let fault =
                    transition.dependsOnStacking
                    ? Self.fault(seen, expected, opacity: opacity.surface)
                    : Self.fault(seen, expected, background, opacity: opacity.content, cover: opacity.background)
                if let fault { return "\(fault) at \(x), \(y), of \(opacity), \(shift) px away" }
            }
        }
        return nil
    }

    /// A pixel of the page at rest, 0xRRGGBB.
    func pixel(_ x: Int, _ y: Int, background: UInt32) -> UInt32 {
        guard let rest else { return 0 }
        return (0..<rest.size.width).contains(x) ? rest.pixel(x, y) & 0xFF_FFFF : background
    }

    /// The transition's distance, buffer px.
    func shift(at time: UInt64, width: Int) -> Int {
        Int((transition.distance(at: time) * Double(width)).rounded()) * (isRightToLeft ? -1 : 1)
    }

    /// Compares a pixel with a faded opaque one.
    private static func fault(_ seen: UInt32, _ content: UInt32, opacity: Double) -> String? {
        for (shift, value) in [(24, 255), (16, content >> 16 & 0xFF), (8, content >> 8 & 0xFF), (0, content & 0xFF)]
            as [(UInt32, UInt32)]
        {
            let (channel, expected) = (Double(seen >> shift & 0xFF), opacity * Double(value))
            guard abs(channel - expected) <= Double(tolerance) else {
                return "channel \(shift / 8) is \(channel), not \(expected)"
            }
        }
        return nil
    }

    /// Compares a pixel: `content` over `background` if both were opaque. The content's part follows from its opacity.
    private static func fault(
        _ seen: UInt32, _ content: UInt32, _ background: UInt32, opacity: Double, cover: Double
    ) -> String? {
        let alpha = Double(seen >> 24)
        let (least, most) = (255 * cover, 255 * (cover + (1 - cover) * opacity))
        guard alpha >= least - 1.5, alpha <= (content == background ? least : most) + 1.5 else {
            return "alpha \(alpha), not \(least)…\(most)"
        }
        for shift in [0, 8, 16] as [UInt32] {
            func channel(_ pixel: UInt32) -> Double { Double(pixel >> shift & 0xFF) }
            let expected = opacity * channel(content) + (alpha / 255 - opacity) * channel(background)
            guard abs(channel(seen) - expected) <= Double(tolerance) else {
                return "channel \(shift / 8) is \(channel(seen)), not \(expected)"
            }
        }
        return nil
    }
}
