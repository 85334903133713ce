import EventLoop
import Gestures
import Posix
import WaylandProtocols
import WaylandClient
import Xkbcommon

/// A program's connection to the compositor, with its globals, outputs, seats and surfaces. Each wake-up of the event
/// loop ends in at most one frame per surface.
public final class WaylandConnection {
    public let loop: EventLoop
    /// Called when an output is complete, and after each change of it.
    public var onOutput: (Output) -> Void = { _ in }
    public var onOutputRemoved: (Output) -> Void = { _ in }
    /// Called when ``supportsBackgroundBlur`` may have changed.
    public var onBlurSupportChange: () -> Void = {}
    /// Called with false when the compositor stops reading, and with true when it reads again. Meanwhile nothing is
    /// drawn and no event is read, since libwayland gives up a connection with more than 4 KiB of unsent requests.
    public var onWritabilityChange: (_ isWritable: Bool) -> Void = { _ in }
    /// Called once, with the reason, when the connection is lost.
    public var onDisconnect: (WaylandError) -> Void = { _ in }
    /// Called after each input that arrives, wherever on our surfaces; true for a text of an input method.
    public var onInput: (_ isInputMethod: Bool) -> Void = { _ in }
    /// Called once, after the first frame of any surface.
    public var onFirstFrame: (() -> Void)?
    /// True to ask for the keyboard on no surface.
    public var withholdsKeyboard = false
    /// True once the compositor has taken the keyboard from a surface that allowed windows to take it.
    var refusesSharing = false
    /// True to suspend drawing while the screen is black.
    public var holdsFrames = false
    /// The rule for hiding pointers over our surfaces.
    public var pointerHiding = PointerHidingRule() {
        didSet { if pointerHiding != oldValue { for seat in seats.values { seat.pointerHidingChanged() } } }
    }
    /// Returns the image of a cursor, for compositors without cursor-shape.
    public var cursorImage: (CursorShape) -> CursorImage? = { _ in nil }
    /// The record of all frames, if any.
    public var trace: FrameTrace?

    /// The complete outputs, in the order of their globals.
    public private(set) var outputs: [Output] = []

    let globals: Globals
    private let display: Display
    private let registry: WlRegistry
    /// The limits of rendering in one wake-up, and the delay of what is left, ns.
    private static let maximumRendersPerSurface = 4
    private static let renderDelay: UInt64 = 1_000_000

    private var watch: FileDescriptorSource?
    private var hook: EventLoop.PrepareHook?
    private var pending: [UInt32: Output] = [:]
    private var outputQuery: WlCallback?
    private(set) var seats: [UInt32: Seat] = [:]
    private var surfaces: [ObjectIdentifier: Surface] = [:]
    private var scheduled: [Surface] = []
    /// Renders surfaces that were scheduled during rendering.
    private var renderTimer: EventLoop.Timer?
    /// False while the socket is full.
    private var isWritable = true
    /// The latest press of a pointer or a finger on one of our surfaces.
    private var newestPress: (serial: UInt32, source: InputSource)?
    private var textInputs: ZwpTextInputManagerV3?
    private var selections: SelectionManagers?
    /// Reads the user's compose table, on the first typing key.
    var makeCompose: () -> ComposeState? = {
        ComposeState(locale: locale(of: "LC_CTYPE", environment: environmentVariable))
            ?? ComposeState(locale: "C.UTF-8")
    }

    /// Connects and binds the compositor's globals. Throws without a compositor or a required global.
    public convenience init(on loop: EventLoop) throws(WaylandConnectionError) {
        try self.init(on: loop) { () throws(WaylandError) in try Display.connect() }
    }

    package init(on loop: EventLoop, connect: () throws(WaylandError) -> Display) throws(WaylandConnectionError) {
        self.loop = loop
        do throws(WaylandError) {
            display = try connect()
            registry = display.registry()
            globals = Globals(registry)
            registry.onEvent = { [globals] event in globals.register(event) }
            try display.roundtrip()
        } catch {
            throw .cannotConnect("\(error)")
        }
        let missing = globals.missing
        guard missing.isEmpty else { throw .unsupported(missing) }
        registry.onEvent = { [weak self] event in self?.handle(event) }
        globals.blur.onChange = { [weak self] in
            guard let self else { return }
            for surface in surfaces.values { surface.recreateBlur() }
            onBlurSupportChange()
        }
        for announced in globals.replayDeferred() { handle(announced) }
        do throws(SystemError) {
            watch = try loop.watch(display.fileDescriptor, for: .read) { [weak self] in self?.receive($0) }
        } catch {
            throw .cannotConnect("\(error)")
        }
        renderTimer = loop.timer {}
        hook = loop.addPrepareHook { [weak self] in self?.prepareToPoll() }
    }

    /// True if the compositor offers wlr-layer-shell.
    public var hasLayerShell: Bool { globals.layerShell != nil }

    /// True if the compositor can blur behind surfaces; known by the time the first surface is configured.
    public var supportsBackgroundBlur: Bool { globals.blur.isAvailable }

    /// The process ID of the compositor; nil if unknown.
    public var compositorPID: Int32? {
        guard let pid = try? UnixSocket.peer(of: display.fileDescriptor).pid, pid > 0 else { return nil }
        return pid
    }

    /// Destroys the surfaces and disconnects. Nothing is called back or sent afterwards.
    public func close() {
        watch = nil
        for surface in surfaces.values { surface.destroy() }
        display.disconnect()
        seats = [:]
    }

    var proxyCount: Int { display.proxyCount }

    /// Returns a callback that fires when the compositor has handled all requests sent so far.
    func sync() -> WlCallback { display.sync() }

    /// Calls back once ``outputs`` is complete.
    public func withOutputs(_ body: @escaping () -> Void) {
        outputQuery = sync()
        outputQuery?.onEvent = { _ in body() }
    }

    /// Records a press, whose serial proves user interaction in later requests.
    func recordPressSerial(serial: UInt32, from source: InputSource) {
        newestPress = (serial, source)
        recordSerial(serial, from: source)
    }

    /// Records the serial of a press or a key for the selections of its seat.
    func recordSerial(_ serial: UInt32, from source: InputSource) {
        seat(of: source)?.recordSerial(serial)
    }

    func seat(of source: InputSource) -> Seat? { seats.values.first { $0.proxy.id == source.seat } }

    /// The serial and the seat of the latest press; nil without one, or if the seat is gone.
    var latestPress: (serial: UInt32, seat: WlSeat)? {
        guard let press = newestPress, let seat = seat(of: press.source) else { return nil }
        return (press.serial, seat.proxy)
    }

    /// Returns the height that our surfaces keep free of windows at the upper and the lower edge of an output, logical pixels.
    public func reservedHeight(on output: Output) -> Double {
        surfaces.values.reduce(0) { $1.output === output ? $0 + $1.role.reservedHeight : $0 }
    }

    /// True while a button, a key or a finger is down.
    public var holdsInput: Bool { seats.values.contains(where: \.holdsInput) }

    /// Hides pointers on a finger's touch, if the rule says so.
    func fingerTouched() { for seat in seats.values { seat.fingerTouched() } }

    var firstSeat: WlSeat? { seats.min { $0.key < $1.key }?.value.proxy }

    func add(_ surface: Surface) {
        surfaces[ObjectIdentifier(surface.proxy)] = surface
    }

    func remove(_ surface: Surface) {
        surfaces[ObjectIdentifier(surface.proxy)] = nil
        scheduled.removeAll { $0 === surface }
    }

    /// Enables input methods, from the next change of focus on, and the clipboard.
    func prepareTextInput() {
        prepareDataDrags()
        guard textInputs == nil, let manager = globals.bind(ZwpTextInputManagerV3.self) else { return }
        textInputs = manager
        for seat in seats.values { seat.prepareTextInput(manager) }
    }

    /// Enables ``InputEvent/dataDragged(_:)``, and the clipboard.
    public func prepareDataDrags() {
        guard selections == nil else { return }
        let managers = SelectionManagers(
            clipboard: globals.bind(WlDataDeviceManager.self),
            primary: globals.bind(ZwpPrimarySelectionDeviceManagerV1.self))
        selections = managers
        for seat in seats.values { seat.prepareSelections(managers) }
    }

    func surface(of proxy: WlSurface?) -> Surface? {
        proxy.flatMap { surfaces[ObjectIdentifier($0)] }
    }

    func output(of proxy: WlOutput?) -> Output? {
        outputs.first { $0.proxy === proxy }
    }

    func scheduleRender(_ surface: Surface) {
        guard !surface.isScheduled else { return }
        surface.isScheduled = true
        scheduled.append(surface)
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
            disconnected(error)
        }
    }

    private func prepareToPoll() {
        guard watch != nil else { return }
        do throws(WaylandError) {
            try display.dispatchPending()
            try flush()
            try renderScheduled()
            try? watch?.setInterest(isWritable ? .read : .write)
        } catch {
            disconnected(error)
        }
    }

    /// Renders the scheduled surfaces while the compositor reads. Surfaces scheduled meanwhile are
    /// rendered in the same wake-up; ones that keep scheduling one another, a little later.
    private func renderScheduled() throws(WaylandError) {
        var count = 0
        while isWritable, !holdsFrames, !scheduled.isEmpty {
            guard count < Self.maximumRendersPerSurface * max(surfaces.count, 1) else {
                renderTimer?.arm(after: Self.renderDelay)
                return
            }
            count += 1
            let surface = scheduled.removeFirst()
            surface.isScheduled = false
            surface.render()
            try flush()
            if surface.hasContent, let report = onFirstFrame {
                onFirstFrame = nil
                report()
            }
        }
    }

    private func flush() throws(WaylandError) {
        let isFlushed = try display.flush()
        guard isFlushed != isWritable else { return }
        isWritable = isFlushed
        onWritabilityChange(isFlushed)
    }

    private func disconnected(_ error: WaylandError) {
        guard watch != nil else { return }
        watch = nil
        onDisconnect(error)
    }

    private func handle(_ event: WlRegistry.Event) {
        switch event {
        // A duplicate name is the compositor's error.
        case .global(let name, WlOutput.interface.name, let version)
        where pending[name] == nil && !outputs.contains { $0.global == name }:
            let output = Output(registry.bind(WlOutput.self, name: name, version: version), global: name)
            pending[name] = output
            output.onDone = { [weak self] in self?.complete($0) }
            output.follow(globals[ZxdgOutputManagerV1.self])
            if output.proxy.version < WlOutput.Event.doneSince { complete(output) }
        case .global(let name, WlSeat.interface.name, let version) where seats[name] == nil:
            let seat = Seat(registry.bind(WlSeat.self, name: name, version: version), connection: self)
            seats[name] = seat
            if let textInputs { seat.prepareTextInput(textInputs) }
            if let selections { seat.prepareSelections(selections) }
        case .global:
            _ = globals.blur.register(event, in: registry)
        case .globalRemove(let name):
            globals.blur.remove(name)
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

/// A reason why a program cannot run on the compositor.
public enum WaylandConnectionError: Error, Equatable, Sendable, CustomStringConvertible {
    case cannotConnect(String)
    /// The required interfaces that the compositor lacks.
    case unsupported([String])

    public var description: String {
        switch self {
        case .cannotConnect(let reason): reason
        case .unsupported(let interfaces):
            "the compositor does not offer \(interfaces.joined(separator: ", "))"
        }
    }
}
