// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Wayland

/// A program's life on one compositor: the connection, the globals, the outputs and seats, and the surfaces.
///
/// Everything that happens in one wake-up of the loop ends, before the next sleep, in at most one frame of each
/// surface and one flush.
public final class WaylandConnection {
    public let loop: EventLoop
    /// Called when an output is complete, and when it has changed.
    public var onOutput: (Output) -> Void = { _ in }
    /// Called when an output has gone.
    public var onOutputRemoved: (Output) -> Void = { _ in }
    /// Called when ``blursBehind`` may have changed.
    public var onBlursBehind: () -> Void = {}
    /// Called once, when the compositor is gone or ended the connection, with the reason.
    public var onLost: (String) -> Void = { _ in }
    /// The pixels of the pointing-hand cursor, where the compositor cannot be asked for it by name.
    public var cursorImage: CursorImage?

    /// The outputs that are complete, in the order in which the compositor announced them.
    public private(set) var outputs: [Output] = []

    let globals: Globals
    private let display: Display
    private let registry: WlRegistry
    private var watch: FileDescriptorSource?
    private var pending: [UInt32: Output] = [:]
    private var seats: [UInt32: Seat] = [:]
    private var surfaces: [ObjectIdentifier: Surface] = [:]
    private var unrendered: [Surface] = []
    /// The newest press of a pointer or a finger on one of our surfaces.
    private var newestPress: (serial: UInt32, source: InputSource)?
    private var textInputs: ZwpTextInputManagerV3?
    /// Reads what dead keys write, once somebody writes.
    var makeCompose: () -> ComposeState? = {
        ComposeState(locale: ComposeState.usersLocale) ?? ComposeState(locale: "C.UTF-8")
    }

    /// Connects and learns what the compositor offers.
    ///
    /// - Throws: ``WaylandConnectionError`` when there is no compositor, or it lacks what no program can do without.
    public convenience init(on loop: EventLoop) throws(WaylandConnectionError) {
        try self.init(on: loop) { () throws(WaylandError) in try Display.connect() }
    }

    /// - Parameter connect: makes the connection.
    init(on loop: EventLoop, connect: () throws(WaylandError) -> Display) throws(WaylandConnectionError) {
        self.loop = loop
        do throws(WaylandError) {
            display = try connect()
            registry = display.registry()
            globals = Globals()
            registry.onEvent = { [globals, registry] event in globals.note(event, in: registry) }
            try display.roundtrip()
        } catch {
            throw .cannotConnect("\(error)")
        }
        let missing = globals.missing
        guard missing.isEmpty else { throw .unsupported(missing) }
        registry.onEvent = { [unowned self] event in handle(event) }
        globals.blur.onChange = { [unowned self] in
            for surface in surfaces.values { surface.renewBlur() }
            onBlursBehind()
        }
        for announced in globals.takeEarly() { handle(announced) }
        do throws(SystemError) {
            watch = try loop.watch(display.fileDescriptor, for: .read) { [unowned self] in receive($0) }
        } catch {
            throw .cannotConnect("\(error)")
        }
        loop.addPrepareHook { [unowned self] in finishRound() }
    }

    /// Whether the compositor lets panels and backgrounds take a place of their own (wlr-layer-shell).
    public var hasLayerShell: Bool { globals.layerShell != nil }

    /// Whether the compositor blurs what is behind surfaces, where they say so. It is known by the time that the first
    /// surface has a size.
    public var blursBehind: Bool { globals.blur.isOpen }

    /// Ends the connection. Nothing is heard of it afterwards.
    public func close() {
        watch?.cancel()
        watch = nil
        display.disconnect()
    }

    /// How many of the protocol's objects are ours.
    var proxyCount: Int { display.proxyCount }

    /// A new manager of windows; nil where none is offered.
    func bindWindowManager() -> ZwlrForeignToplevelManagerV1? {
        globals.windowManager.map {
            registry.bind(ZwlrForeignToplevelManagerV1.self, name: $0.global, version: $0.version)
        }
    }

    /// A callback that fires when the compositor has handled all that was sent so far.
    func sync() -> WlCallback { display.sync() }

    /// Keeps a press as the proof that the user has done something here.
    func notePress(serial: UInt32, from source: InputSource) {
        newestPress = (serial, source)
    }

    /// The serial of the newest press, and the seat that it came from; nil when that has gone.
    var proofOfPress: (serial: UInt32, seat: WlSeat)? {
        guard let press = newestPress, let seat = seats.values.first(where: { $0.proxy.id == press.source.seat }) else {
            return nil
        }
        return (press.serial, seat.proxy)
    }

    /// The seat that was announced first.
    var firstSeat: WlSeat? { seats.min { $0.key < $1.key }?.value.proxy }

    func add(_ surface: Surface) {
        surfaces[ObjectIdentifier(surface.proxy)] = surface
    }

    func remove(_ surface: Surface) {
        surfaces[ObjectIdentifier(surface.proxy)] = nil
        for seat in seats.values { seat.forget(surface) }
    }

    /// Cancels the presses on a surface that takes no more input.
    func cancelPresses(on surface: Surface) {
        for seat in seats.values { seat.cancelPresses(on: surface) }
    }

    /// Has input methods write, from the next focus on; there may be none.
    func prepareTextInput() {
        guard textInputs == nil, let offer = globals.textInputManager else { return }
        let manager = registry.bind(ZwpTextInputManagerV3.self, name: offer.global, version: offer.version)
        textInputs = manager
        for seat in seats.values { seat.prepareTextInput(manager) }
    }

    /// The text focus of a surface has changed, or what is written there.
    func textInputChanged(on surface: Surface) {
        for seat in seats.values { seat.textInputChanged(on: surface) }
    }

    func surface(of proxy: WlSurface?) -> Surface? {
        proxy.flatMap { surfaces[ObjectIdentifier($0)] }
    }

    func output(of proxy: WlOutput?) -> Output? {
        outputs.first { $0.proxy === proxy }
    }

    /// Has a surface rendered before the next sleep.
    func render(_ surface: Surface) {
        unrendered.append(surface)
    }

    private func receive(_ readiness: Readiness) {
        do throws(WaylandError) {
            while !display.prepareRead() { try display.dispatchPending() }
            if readiness.isDisjoint(with: [.read, .hangup]) {
                display.cancelRead()
            } else {
                try display.readEvents()
            }
            try display.dispatchPending()
        } catch {
            lose(error)
        }
    }

    private func finishRound() {
        guard watch != nil else { return }
        do throws(WaylandError) {
            try display.dispatchPending()
            let surfaces = unrendered
            unrendered.removeAll(keepingCapacity: true)
            for surface in surfaces { surface.render() }
            let isFlushed = try display.flush()
            try? watch?.setInterest(isFlushed ? .read : [.read, .write])
        } catch {
            lose(error)
        }
    }

    private func lose(_ error: WaylandError) {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        onLost("\(error)")
    }

    private func handle(_ event: WlRegistry.Event) {
        switch event {
        case .global(let name, WlOutput.interface.name, let version):
            let output = Output(registry.bind(WlOutput.self, name: name, version: version), global: name)
            pending[name] = output
            output.onDone = { [unowned self] in complete($0) }
            if !output.saysDone { complete(output) }
        case .global(let name, WlSeat.interface.name, let version):
            let seat = Seat(registry.bind(WlSeat.self, name: name, version: version), session: self)
            seats[name] = seat
            if let textInputs { seat.prepareTextInput(textInputs) }
        case .global:
            _ = globals.blur.note(event, in: registry)
        case .globalRemove(let name):
            globals.blur.forget(name)
            seats.removeValue(forKey: name)?.destroy()
            pending.removeValue(forKey: name)?.destroy()
            guard let index = outputs.firstIndex(where: { $0.global == name }) else { return }
            let output = outputs.remove(at: index)
            onOutputRemoved(output)
            output.destroy()
        }
    }

    private func complete(_ output: Output) {
        if pending.removeValue(forKey: output.global) != nil {
            let index = outputs.firstIndex { $0.global > output.global } ?? outputs.endIndex
            outputs.insert(output, at: index)
        }
        onOutput(output)
    }
}

/// Why a program cannot live on the compositor.
public enum WaylandConnectionError: Error, Equatable, Sendable, CustomStringConvertible {
    case cannotConnect(String)
    /// The interfaces that the compositor does not have.
    case unsupported([String])

    public var description: String {
        switch self {
        case .cannotConnect(let reason):
            "there is no Wayland compositor to talk to (is WAYLAND_DISPLAY set?): \(reason)"
        case .unsupported(let interfaces):
            "the compositor does not offer \(interfaces.joined(separator: ", "))"
        }
    }
}
