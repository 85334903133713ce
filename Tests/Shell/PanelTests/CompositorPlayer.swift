import FakeCompositor
import StageTestSupport
import TestSupport

/// A compositor, a person and a client of the daemon that do anything in any order against the panel and a page.
final class CompositorPlayer {
    /// Objects whose number only depends on the shown content.
    private static let judged = [
        "wl_surface", "zwlr_layer_surface_v1", "wl_output", "wl_data_offer", "wp_viewport", "wp_fractional_scale_v1",
        "zwlr_foreign_toplevel_handle_v1", "xdg_surface", "xdg_popup",
    ]

    /// A place on a surface: the number of the surface, and shares of its width and height.
    private struct Place {
        let surface: Int
        let x, y: Double
    }

    let stage: Stage
    /// The steps of the present seed.
    private(set) var steps: [String] = []
    private var random = SplitMix64(seed: 0)
    private var fingers: [Int32: FakeSurface] = [:]
    private var pointed: FakeSurface?
    private var focused: FakeSurface?
    private var dragged: FakeSurface?
    private var windows: [FakeToplevel] = []
    private var names = 1

    init() throws {
        stage = try Stage(versions: ["wl_seat": 8, "zwlr_foreign_toplevel_manager_v1": 3], configuration: "")
        try stage.bar()
        try stage.start("tabshell-sample", ["--tab", "home"])
        try stage.compositor.waitUntil("the page") { [stage] in
            stage.compositor.surfaces("tabshell-page-home").contains { $0.shown != nil }
        }
    }

    private var compositor: FakeCompositor { stage.compositor }

    // MARK: Choices

    func begin(seed: UInt64) { (random, steps) = (SplitMix64(seed: seed), []) }

    /// Does one thing. All choices depend on the seed alone; numbers choose among existing objects.
    func step() throws {
        switch number(0..<100) {
        case 0..<25:
            touch(Int32(number(0..<3)), pick(["down", "down", "move", "move", "up", "up", "cancel"]), place())
        case 25..<37:
            movePointer(
                pick(["enter", "enter", "move", "press", "release", "wheel", "leave"]), place(),
                wheel: Double(number(-50..<50)))
        case 37..<43:
            key(
                pick(["enter", "key", "leave"]), on: number(0..<8), pick([1, 15, 28, 30, 57, 105, 106]),
                isPressed: .random(using: &random))
        case 43..<50: try drag(pick(["enter", "enter", "move", "drop", "leave"]), place())
        case 50..<58: changeOutputs(pick(["add", "remove", "scale"]), number(0..<3), width: number(100..<900))
        case 58..<62:
            try changeWindows(pick(["open", "change", "close"]), number(0..<3), pick([[], [0], [1], [2], [2, 3]]))
        case 62..<67:
            let lengths = [0, 1, 7, 152, 333, 428, 926, 1_201]
            let (number, width, height) = (number(0..<8), pick(lengths), pick(lengths))
            note("configure \(number) to \(width) × \(height)")
            surface(number)?.configure(width, height, serial: compositor.serial())
        case 67..<69:
            let (number, scale) = (number(0..<8), pick([90, 120, 150, 181, 240]) as UInt32)
            note("prefer \(scale) of \(number)")
            surface(number)?.prefer(scale: scale)
        case 69..<71:
            let number = number(0..<8)
            note("close \(number)")
            surface(number)?.sendClosed()
        case 71..<73:
            let capabilities = UInt32(number(0..<8))
            note("capabilities \(capabilities)")
            compositor.setCapabilities(capabilities)
        case 73..<85: try request()
        case 85..<88:
            let (hide, position) = (pick(["never", "always"]), pick(["bottom", "top", "left"]))
            let text = "bar.hide = \"\(hide)\"\nbar.position = \"\(position)\"\n"
            note(text)
            try stage.configure(text)
        default:
            // Without it, steps arrive together.
            note("settle")
            try settle()
        }
    }

    private func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

    private func pick<Value>(_ values: [Value]) -> Value { values[number(0..<values.count)] }

    /// Mostly on the bar's tabs or near the middle, at times outside.
    private func place() -> Place {
        Place(
            surface: number(0..<8), x: pick([0.2, 0.5, 0.8, 0.01, 0.99, random.unit(), -0.5]),
            y: pick([0.5, 0.5, 0.5, 0.01, 0.99, random.unit(), 1.5]))
    }

    private func note(_ step: String) { steps.append(step) }

    private func request() throws {
        let tab = pick(SamplePages.tabs)
        let (verb, arguments): (String, [String: String]) = pick([
            ("select", ["tab": tab]), ("select", ["tab": tab]), ("next", [:]), ("previous", [:]),
            ("menu", ["tab": tab]), ("badge", ["tab": tab, "badge": "\(number(0..<99))"]), ("open", ["tab": tab]),
            ("look", ["look": pick(["stress-monitor", "swift-kit"])]),
            ("appearance", ["appearance": pick(["light", "dark"])]),
        ])
        note("\(verb) \(arguments)")
        // A request may be refused in the present state, which is also a reply.
        _ = try? stage.socket.request(verb, arguments)
        _ = try stage.socket.request("ping")
    }

    // MARK: Input

    private func touch(_ id: Int32, _ action: String, _ place: Place) {
        note("finger \(id) \(action) \(place)")
        switch action {
        case "down":
            guard fingers[id] == nil, let (surface, x, y) = point(place) else { return }
            fingers[id] = surface
            compositor.touchDown(id, on: surface, x: x, y: y)
        case "move":
            guard let surface = fingers[id], let (_, x, y) = point(place) else { return }
            compositor.touchMove(id, on: surface, x: x, y: y)
        case "up": if let surface = fingers.removeValue(forKey: id) { compositor.touchUp(id, on: surface) }
        default: cancelTouches()
        }
    }

    private func cancelTouches() {
        for surface in fingers.values { compositor.touchCancel(on: surface) }
        fingers = [:]
    }

    private func movePointer(_ action: String, _ place: Place, wheel: Double) {
        note("pointer \(action) \(place) \(wheel)")
        if action == "enter" {
            guard let (surface, x, y) = point(place) else { return }
            leave()
            pointed = surface
            compositor.pointerEnters(surface, x: x, y: y)
            return
        }
        guard let pointed else { return }
        switch action {
        case "move": if let (_, x, y) = point(place) { compositor.pointerMoves(on: pointed, x: x, y: y) }
        case "wheel": compositor.wheel(on: pointed, value: wheel, steps: nil)
        case "leave": leave()
        default: compositor.button(on: pointed, isPressed: action == "press")
        }
    }

    /// Makes the pointer leave its surface. A surface that ends leaves by itself.
    private func leave() {
        if let pointed, pointed.isAlive { compositor.pointerLeaves(pointed) }
        pointed = nil
    }

    private func key(_ action: String, on number: Int, _ code: UInt32, isPressed: Bool) {
        note("keyboard \(action) \(number) \(code) \(isPressed)")
        if action == "key" {
            if let focused { compositor.key(code, isPressed: isPressed, client: focused.client) }
            return
        }
        loseFocus()
        guard action == "enter", let surface = surface(number) else { return }
        focused = surface
        try? compositor.setKeymap(of: surface.client)
        compositor.keyboardEnters(surface)
    }

    private func loseFocus() {
        if let focused, focused.isAlive { compositor.keyboardLeaves(focused) }
        focused = nil
    }

    private func drag(_ action: String, _ place: Place) throws {
        note("drag \(action) \(place)")
        switch action {
        case "enter":
            guard let (surface, x, y) = point(place) else { return }
            endDrag()
            dragged = surface
            try compositor.dataDragEnters(surface, x: x, y: y)
        case "move": if let dragged, let (_, x, y) = point(place) { compositor.dataDragMoves(on: dragged, x: x, y: y) }
        default:
            if action == "drop" {
                for device in dragged?.client.objects("wl_data_device") ?? [] { device.send("drop") }
            }
            endDrag()
        }
    }

    private func endDrag() {
        if let dragged { compositor.dataDragLeaves(dragged) }
        dragged = nil
    }

    // MARK: Outputs and windows

    private func changeOutputs(_ action: String, _ number: Int, width: Int) {
        note("output \(number) \(action) \(width)")
        let outputs = compositor.outputs
        if action == "add" {
            guard outputs.count < 3 else { return }
            names += 1
            return compositor.add(FakeOutput("FAKE-\(names)", width: width))
        }
        guard !outputs.isEmpty else { return }
        let output = outputs[number % outputs.count]
        if action == "remove" {
            compositor.remove(output, closingSurfaces: width % 2 == 0)
        } else {
            output.rescale(to: 1 + width % 3)
        }
    }

    private func changeWindows(_ action: String, _ number: Int, _ states: [UInt32]) throws {
        note("window \(number) \(action) \(states)")
        if action == "open" {
            if let opened = try compositor.openWindow("org.example.Edit", title: "Draft") { windows.append(opened) }
        } else if !windows.isEmpty {
            let index = number % windows.count
            if action == "close" { windows.remove(at: index).close() } else { windows[index].change(states: states) }
        }
    }

    private func surface(_ number: Int) -> FakeSurface? {
        let surfaces = compositor.surfaces.filter { $0.layer != nil && $0.shown != nil }
        return surfaces.isEmpty ? nil : surfaces[number % surfaces.count]
    }

    private func point(_ place: Place) -> (FakeSurface, Double, Double)? {
        guard let surface = surface(place.surface), let shown = surface.shown,
            let size = shown.destination ?? shown.bufferSize
        else { return nil }
        return (surface, place.x * Double(size.width), place.y * Double(size.height))
    }

    // MARK: The end

    private func settle() throws {
        for client in compositor.clients { try compositor.settle(client) }
        for program in stage.programs where !program.isRunning {
            throw SystemError("a program ended with \(program.exit as Any): \(program.errorOutput)")
        }
        for surface in compositor.surfaces {
            surface.discardFeedback()
            surface.forgetCommits()
        }
    }

    /// Ends all current work, leaves one output, and presses two tabs, each of which the page must follow.
    ///
    /// - Returns: the objects of all programs whose number must be the same each time.
    func finish() throws -> [String: Int] {
        cancelTouches()
        leave()
        loseFocus()
        endDrag()
        while !windows.isEmpty { windows.removeLast().close() }
        try settle()
        compositor.setCapabilities(7)
        for output in compositor.outputs { compositor.remove(output) }
        try compositor.waitUntil("the surfaces to go") { [compositor] in
            !compositor.surfaces.contains { $0.layer != nil }
        }
        try stage.configure("")
        try stage.socket.request("look", ["look": "stress-monitor"])
        try stage.socket.request("appearance", ["appearance": "light"])
        for tab in ["growth", "home"] { try stage.socket.request("select", ["tab": tab]) }
        compositor.add(FakeOutput("FAKE-1"))
        var bar = try stage.bar(on: "FAKE-1")
        for (number, tab) in [(1, "flash"), (0, "home")] {
            try compositor.waitUntil("the bar in its place") { [compositor] in
                guard let last = compositor.surfaces("tabshell-bar").last else { return false }
                bar = last
                return bar.shown?.destination == PixelSize(428, BarGeometry.height)
            }
            try settle()
            compositor.tap(on: bar, x: BarGeometry.centers[number], y: BarGeometry.y)
            try stage.waitForSelection(of: tab)
            try compositor.waitUntil("the page \(tab == "home" ? "shown" : "hidden")") { [compositor] in
                compositor.surfaces("tabshell-page-home").last?.shown?.bufferSize
                    == (tab == "home" ? PixelSize(428, 807) : PixelSize(1, 1))
            }
        }
        try settle()
        return counts
    }

    /// The number of objects, by kind.
    var counts: [String: Int] {
        Dictionary(uniqueKeysWithValues: Self.judged.map { ($0, compositor.objects($0).count) })
    }

    /// Waits until no more objects are held than were after an earlier end.
    func expect(_ expected: [String: Int]) throws {
        var held: [String: Int] = [:]
        try compositor.waitUntil("\(expected) in place of \(held)") {
            held = counts
            return held == expected
        }
    }
}
