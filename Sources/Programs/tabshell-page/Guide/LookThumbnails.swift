import Canvas
import EventLoop
import Geometry
import Posix
import RasterClient
import RasterProtocol
import ShellModel

/// The pictures of the looks, which `tabshell-panel` draws one after the other beside the page.
final class LookThumbnails {
    /// The part of the screen in a picture, logical pixels of a small phone.
    private static let screen = (width: 400, height: 260)
    private static let timeout: UInt64 = 20_000_000_000

    private struct Picture: Hashable {
        var look: String
        var appearance: Appearance
        /// Pixels per logical pixel, as drawn.
        var scale: Int
    }

    private let loop: EventLoop
    private let icons: MaskLoader
    private let folder: String?
    private let onChange: () -> Void
    private var wanted: [Picture] = []
    private var requested: Set<Picture> = []
    private var drawn: Set<Picture> = []
    private var run: ChildRun?

    /// - Parameter onChange: called after `tabshell-panel` has drawn one.
    init(on loop: EventLoop, icons: MaskLoader, onChange: @escaping () -> Void) {
        (self.loop, self.icons, self.onChange) = (loop, icons, onChange)
        folder = environmentVariable("XDG_RUNTIME_DIR").map { "\($0)/tabshell-looks" }
        if let folder { _ = try? FileSystem.makePrivateDirectory(folder) }
    }

    deinit {
        guard let folder else { return }
        for name in FileSystem.names(in: folder) { FileSystem.remove("\(folder)/\(name)") }
        FileSystem.removeDirectory(folder)
    }

    /// Returns the picture of a look, drawn at the first request. Until then it shows another appearance.
    func picture(_ look: String, _ appearance: Appearance, size: Size, scale: Double) -> Bitmap? {
        var picture = Picture(look: look, appearance: appearance, scale: min(max(Int(scale.rounded(.up)), 1), 4))
        if requested.insert(picture).inserted {
            wanted.append(picture)
            drawNext()
        }
        if let own = bitmap(of: picture, size, scale) { return own }
        picture.appearance = appearance == .dark ? .light : .dark
        return bitmap(of: picture, size, scale)
    }

    private func bitmap(of picture: Picture, _ size: Size, _ scale: Double) -> Bitmap? {
        guard drawn.contains(picture), let path = path(of: picture) else { return nil }
        let request = RasterRequest.icon(
            width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()), source: path,
            .color)
        return icons.drawn(request)
    }

    private func path(of picture: Picture) -> String? {
        folder.map { "\($0)/\(picture.look)-\(picture.appearance.rawValue)-\(picture.scale).png" }
    }

    private func drawNext() {
        guard run == nil, !wanted.isEmpty else { return }
        let picture = wanted.removeFirst()
        guard let path = path(of: picture) else { return }
        run = ChildRun(
            "tabshell-panel",
            [
                "--render", path, "--look", picture.look, "--appearance", picture.appearance.rawValue, "--width",
                "\(Self.screen.width)", "--height", "\(Self.screen.height)", "--scale", "\(picture.scale)",
            ], timeout: Self.timeout, on: loop
        ) { [weak self] outcome in
            guard let self else { return }
            run = nil
            if FileSystem.isPresent(path) { drawn.insert(picture) }
            onChange()
            drawNext()
        }
    }
}
