import Gestures

// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import EventLoop
    import Geometry

    @testable import SurfaceKit
    @testable import WaylandClient

    extension FuzzTarget {
        /// A client with a bar, a page, a window and the list of windows, under events that the bytes choose for any of its
        /// objects. Their form is valid, since libwayland refuses others; their order and their values are not.
        static let wayland = FuzzTarget("wayland") { bytes in
            guard let compositor = EventSource(), let loop = try? EventLoop() else { return }
            compositor.announceGlobals()
            var display: Display?
            let connection = try? WaylandConnection(on: loop) { () throws(WaylandError) in
                let made = try Display.connect(descriptor: compositor.clientSocket)
                display = made
                return made
            }
            guard let connection, let display else { return }
            let client = WaylandFuzzClient(connection)
            // The loop never sleeps.
            let clock = loop.timer {}
            var bytes = ByteReader(bytes)
            var isConnected = true
            connection.onDisconnect = { _ in isConnected = false }
            for _ in 0..<200 where isConnected && !bytes.isAtEnd {
                let action = bytes.byte()
                if action < 0xC0 {
                    compositor.sendEvent(to: display.proxies.proxies, chosenBy: &bytes)
                } else {
                    client.act(&bytes)
                }
                clock.arm(after: 0)
                guard (try? loop.runOnce()) != nil else { break }
                compositor.discardRequests()
            }
            client.destroy()
            connection.close()
        }
    }

    /// The surfaces of a client, with content that takes a while to move.
    private final class WaylandFuzzClient: SurfaceContent, SurfaceInput {
        private let connection: WaylandConnection
        private var surfaces: [Surface] = []
        private var windows: ForeignToplevelManager?
        private var isAnimated = false
        private let field = TextInputState(
            text: "note", caret: 2, cursor: Rect(x: 0, y: 0, width: 1, height: 9), purpose: .prose)

        init(_ connection: WaylandConnection) {
            self.connection = connection
            let bar = LayerPlacement(namespace: "bar", layer: .top, height: 50, exclusiveZone: 50)
            let page = LayerPlacement.filling(namespace: "page", layer: .bottom)
            for role in [Role.layer(bar), .layer(page), .window(title: "bar", appID: "bar", height: 50)] {
                guard let surface = try? Surface(connection, role: role, output: nil, content: self) else { continue }
                surface.input = self
                surface.onClosed = { [unowned surface] in surface.destroy() }
                surface.prepareTextInput()
                surfaces.append(surface)
            }
            connection.onOutput = { [unowned self] output in
                for surface in surfaces { surface.outputChanged(output) }
            }
            windows = ForeignToplevelManager(connection)
        }

        /// Makes a change that a program may make at any time.
        func act(_ bytes: inout ByteReader) {
            guard let surface = bytes.choice(of: surfaces) else { return }
            switch bytes.number(below: 9) {
            case 0: surface.isHidden.toggle()
            case 1: surface.invalidate()
            case 2: surface.setGeometry(height: Double(bytes.byte()), exclusiveZone: Double(bytes.byte()))
            case 3: surface.setKeyboardInteractivity(bytes.choice(of: [.none, .onDemand, .exclusive]) ?? .none)
            case 4: surface.setTextInput(bytes.flag() ? field : nil)
            case 5: isAnimated.toggle()
            case 6: surface.setInputRegion(bytes.flag() ? [Rect(x: 1, y: 1, width: 5, height: 5)] : nil)
            case 7: windows?.activate(UInt64(bytes.byte()))
            default: surface.destroy()
            }
        }

        func destroy() {
            for surface in surfaces { surface.destroy() }
            // They refer to their content, which is this object.
            surfaces = []
            windows?.destroy()
        }

        func advance(to frame: Frame) -> [Rect] { [Rect(x: 0, y: 0, width: 4, height: 4)] }

        func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {}

        func isAnimating(at time: UInt64) -> Bool { isAnimated }

        func finishAnimations() { isAnimated = false }

        func handle(_ event: InputEvent, from source: InputSource) {}
    }
#endif
