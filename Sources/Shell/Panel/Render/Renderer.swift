import RasterClient
import Canvas
import EventLoop
import Geometry
import Posix
import RasterProtocol
import ScreenClient
import TabBar
import ShellModel
import TabshellIPC

/// A renderer of bars into PNG files, without compositor and daemon. The same command always renders the same picture.
final class Renderer {
    /// The time of the change, ns: long after the beginning.
    private static let change: UInt64 = 1_000_000_000_000
    private static let begin: UInt64 = 1_000_000_000
    /// A time after all animations, ns.
    private static let rest: UInt64 = 2_000_000_000_000
    private static let frameInterval: UInt64 = 16_666_667

    private let options: RenderOptions
    private let loop: EventLoop
    private let masks: MaskLoader
    private var model = BarModel()

    static func run(_ options: RenderOptions, shell: ShellOptions) throws(ExitError) {
        do {
            try Renderer(options, shell: shell).run()
        } catch let error as ExitError {
            throw error
        } catch {
            throw ExitError(status: .refused, reason: "\(error)")
        }
    }

    private init(_ options: RenderOptions, shell: ShellOptions) throws {
        self.options = options
        loop = try EventLoop()
        // A file is not drawn again when a late mask arrives.
        var limits = MaskLoader.Limits()
        limits.frame = nil
        masks = MaskLoader(loop: loop, limits: limits)
        model.reducesMotion = shell.reducedMotion
        model.textScale = shell.textScale
        try apply(try initialState())
    }

    private func run() throws {
        if let file = options.values.value("render") {
            let time = options.values.number("at").map { Self.change + UInt64($0 * 1e9) } ?? Self.rest
            try write(try picture(at: time), to: file)
        }
        guard let folder = options.values.value("render-frames") else { return }
        try FileSystem.makeDirectory(folder, mode: 0o777)
        var time = Self.change
        var number = 0
        while true {
            let digits = String(number)
            let name = "\(folder)/frame-\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits).png"
            try write(try picture(at: time), to: name)
            guard model.isAnimating(at: time) else { return }
            time += Self.frameInterval
            number += 1
        }
    }

    /// The state that a daemon would start with, printed by `tabshelld` because only the daemon reads configurations.
    private func initialState() throws(ExitError) -> ShellState {
        let arguments = ["config", "look", "scene"].flatMap { name in
            options.values.value(name).map { ["--\(name)", $0] } ?? []
        }
        do {
            let outcome = try ChildRun.run("tabshelld", ["--print-state"] + arguments)
            if case .missing? = outcome.error {
                throw ExitError(status: .refused, reason: "tabshelld is neither beside this program nor on PATH")
            }
            if let error = outcome.error { throw error }
            // The daemon has written the problems of the configuration to standard error.
            guard !outcome.output.isEmpty else {
                throw ExitError(status: .refused, reason: "tabshelld printed no state")
            }
            return try ShellState(json: try JSONParser.parse(outcome.output))
        } catch let error as ExitError {
            throw error
        } catch {
            throw ExitError(status: .refused, reason: "tabshelld's state: \(error)")
        }
    }

    private func apply(_ initial: ShellState) throws(ExitError) {
        var state = initial
        let (selected, isMinimized) = (options.tab("select"), options.values.flag("minimized"))
        if let tab = options.tab("from") { state = try changed(state, .select(tab), at: Self.begin) }
        for (tab, badge) in options.badges { state = try changed(state, .badge(tab, badge), at: Self.begin) }
        let isChange = selected != nil || isMinimized
        let appearance = options.values.value("appearance").flatMap(Appearance.init(rawValue:))
        let appearanceChange = appearance.map { Command.setAppearance($0) }
        if let appearanceChange, isChange { state = try changed(state, appearanceChange, at: Self.begin) }
        model.update(to: state, at: Self.begin)
        if let appearanceChange, !isChange { state = try changed(state, appearanceChange, at: Self.change) }
        if let tab = selected { state = try changed(state, .select(tab), at: Self.change) }
        if isMinimized { state = try changed(state, .minimize(true), at: Self.change) }
        model.update(to: state, at: Self.change)
        guard let tab = options.tab("hold") else { return }
        model.showLargeContent(of: .tab(tab), at: Self.change)
        guard model.largeContentTarget != nil else {
            throw ExitError(status: .refused, reason: "--hold: unknown tab \(tab.rawValue)")
        }
    }

    private func changed(_ state: ShellState, _ command: Command, at time: UInt64) throws(ExitError) -> ShellState {
        do throws(CommandError) {
            return try state.reduce(command, at: time).state
        } catch {
            throw ExitError(status: .refused, reason: WireError(error).message)
        }
    }

    private var width: Double { options.values.number("width") ?? 428 }

    /// The screen of a wide picture; of another one only the width is known, as of a window.
    private var screen: Size? {
        width >= Look.wideScreenWidth ? Size(width: width, height: max(options.values.number("height") ?? 0, 800)) : nil
    }

    private func picture(at time: UInt64) throws -> Bitmap {
        guard let look = model.look(on: screen) else {
            throw ExitError(status: .refused, reason: "the state has no look")
        }
        try prepare(model.requiredMasks(scale: options.scale, screen: screen))
        let hasMenu = model.isMenuVisible(at: time)
        let edge = look.bar.position
        let isHigh = hasMenu || edge.isSide || options.tab("hold") != nil
        let height = options.values.number("height") ?? (isHigh ? max(800, look.surfaceHeight) : look.surfaceHeight)
        let size = Size(width: width, height: height)
        let fullRect = Rect(x: 0, y: 0, width: size.width, height: size.height)
        let bitmap = bitmap(size)
        let canvas = Canvas(bitmap: bitmap, scale: options.scale)
        canvas.fill(fullRect, model.color(.page, at: time))
        let frame = edge.strip(of: look.surfaceHeight, in: size)
        let measure: TextMeasure = { [masks, options] in masks.width(of: $0, scale: options.scale) }
        let bar = model.scene(
            width: frame.width, height: frame.height, screen: screen, scale: options.scale, at: time, measure: measure)
        try prepare(bar.requiredMasks(scale: options.scale))
        canvas.draw(layer(bar, frame.size), at: Point(x: frame.x, y: frame.y), opacity: 1)
        if hasMenu {
            let menu = model.menuScene(
                size: size, barFrame: frame, screen: screen, scale: options.scale, at: time, measure: measure)
            try prepare(menu.requiredMasks(scale: options.scale))
            canvas.draw(layer(menu, size), at: Point(x: 0, y: 0), opacity: 1)
        }
        if options.tab("hold") != nil {
            let area = model.largeContentSize(onScreen: size)
            // A title is laid out anew once it has been measured.
            for _ in 0..<2 {
                let scene = model.largeContentScene(size: area, scale: options.scale, at: time, measure: measure)
                try prepare(scene.requiredMasks(scale: options.scale))
            }
            let scene = model.largeContentScene(size: area, scale: options.scale, at: time, measure: measure)
            let corner = Point(x: (size.width - area.width) / 2, y: (size.height - area.height) / 2)
            canvas.draw(layer(scene, area), at: corner, opacity: 1)
        }
        return bitmap
    }

    private func layer(_ scene: Scene, _ size: Size) -> Bitmap {
        let bitmap = bitmap(size)
        BarPainter(masks).draw(
            scene, on: Canvas(bitmap: bitmap, scale: options.scale),
            area: [Rect(x: 0, y: 0, width: size.width, height: size.height)])
        return bitmap
    }

    private func bitmap(_ size: Size) -> Bitmap {
        Bitmap(
            format: .argb32, width: Int((size.width * options.scale).rounded()),
            height: Int((size.height * options.scale).rounded()))
    }

    private func prepare(_ wanted: [RasterRequest]) throws {
        masks.onChange = { [loop] in loop.stop() }
        while !masks.prepare(wanted) { try loop.run() }
    }

    private func write(_ bitmap: Bitmap, to path: String) throws(ExitError) {
        guard bitmap.writePNG(to: path) else {
            throw ExitError(status: .refused, reason: "\(path): cannot write the file")
        }
    }
}
