import Posix
import EventLoop
import Glibc
import SocketClient
import SurfaceKit
import ShellModel
import TabshellIPC

/// The frame of the panel and of every page program: event loop, compositor connection, daemon client and exit status.
public final class ShellProgram {
    public let loop: EventLoop
    public let connection: WaylandConnection
    public let client: DaemonClient
    public let options: ShellOptions
    public var onConnectionChange: () -> Void = {}
    /// Called before a signal ends the program, with a function that ends it: it may clean up first, for at most ``exitTimeout``.
    public var onTermination: (@escaping () -> Void) -> Void = { $0() }
    public private(set) lazy var accessibility = AccessibilityReporter(self)
    public var onInput: () -> Void = {}
    private lazy var activity = InputActivity(self)
    private let log: Log
    private var exitTimer: EventLoop.Timer?
    /// The time from the first frame until the start is over, ns.
    private static let startTime: UInt64 = 500_000_000
    private var hasConnected = false
    private var signals: SignalSource?
    private var exitRequest: (status: ExitStatus, reason: String?)?

    /// Connects to the compositor. The connection to the daemon follows in ``run()``.
    public init(_ program: Program, topics: [Topic], options: ShellOptions) throws(ExitError) {
        self.options = options
        log = Log(program: Self.name)
        (program == .panel ? MemoryShortageOrder.panel : .page).apply()
        var socketPath: String?
        do {
            let socket = try SocketPath(environment: environmentVariable)
            socketPath = socket.path
            loop = try EventLoop()
            client = DaemonClient(path: socket.path, program: program, topics: topics + [.kiosk], loop: loop)
            connection = try WaylandConnection(on: loop)
            // wlmaker 0.8 offers wlr-layer-shell 4, and refuses both settings of pages.
            connection.withholdsKeyboard = Self.refusal != nil
            if !options.window, !connection.hasLayerShell {
                throw WaylandConnectionError.unsupported([
                    "zwlr_layer_shell_v1 (run tabshelld --window to use ordinary windows)"
                ])
            }
            // Before the first text: a thread of Pango's would take a signal that is not blocked yet.
            signals = try SignalSource([SIGTERM, SIGINT], on: loop) { [weak self] _ in self?.terminate() }
        } catch let error as WaylandConnectionError {
            if case .unsupported = error, let socketPath { Self.report("\(error)", of: program, to: socketPath) }
            throw ExitError(error)
        } catch {
            throw ExitError(status: .refused, reason: "\(error)")
        }
        connection.cursorImage = { $0.image }
        startTrace()
    }

    private func startTrace() {
        guard let path = environmentVariable(FrameTrace.variable), !path.isEmpty else { return }
        do throws(SystemError) {
            connection.trace = try FrameTrace(path: path, program: Self.name)
        } catch {
            log.warning("\(FrameTrace.variable): \(error)")
        }
    }

    /// Reports the reason of the program's end to the daemon, for `tabctl status`: the daemon only sees the exit status.
    private static func report(_ problem: String, of program: Program, to socketPath: String) {
        let deadline = MonotonicClock.now + reportTimeout
        do throws(ClientError) {
            let client = try BlockingClient(path: socketPath, deadline: deadline)
            _ = try client.request(.register(program, answersPings: false), deadline: deadline)
            _ = try client.request(.report(problem), deadline: deadline)
        } catch {
            // Standard error has the same message.
        }
    }

    /// The time limit for a report to the daemon, ns.
    private static let reportTimeout: UInt64 = 1_000_000_000

    public var outputs: [Output] { connection.barOutputs(of: client.state) }

    public var pageOutput: Output? { connection.pageOutput(of: client.state) }

    /// Logs a problem that the user can fix, and reports it to the daemon for `tabctl status`; nil once it is solved.
    public func report(_ problem: String?) {
        if let problem { log.warning(problem) }
        client.send(.report(problem))
    }

    /// Runs until the compositor disconnects, the daemon rejects the program, or a signal or ``exit(_:_:)`` ends it.
    public func run() throws(ExitError) {
        connection.onDisconnect = { [weak self] in
            let isLost = $0 == .connectionLost
            self?.exit(isLost ? .compositorGone : .compositorRefused, "\($0)")
        }
        connection.onWritabilityChange = { [weak self] in self?.client.holdsUpdates = !$0 }
        let startTimer = loop.timer {
            releaseFreeMemory()
            releaseUnusedStack()
        }
        connection.onFirstFrame = { [weak self, startTimer] in
            self?.client.send(.drawn)
            startTimer.arm(after: Self.startTime)
        }
        connection.onInput = { [weak self] in
            self?.activity.input(isInputMethod: $0)
            self?.onInput()
        }
        client.onFatalError = { [weak self] in self?.exit($0, $1) }
        client.onConnectionChange = { [weak self] in self?.connectionChanged() }
        client.onProblem = { [log] in log.warning($0) }
        do throws(SystemError) {
            client.connect()
            try loop.run()
        } catch {
            throw ExitError(status: .refused, reason: error.description)
        }
        connection.close()
        if let exitRequest, let reason = exitRequest.reason {
            throw ExitError(status: exitRequest.status, reason: reason)
        }
    }

    /// Follows the idle screen, after each change of the state: it hides pointers, and draws nothing while the screen is black.
    public func followKiosk() {
        let kiosk = client.state.kiosk
        let pointer = kiosk.screen == .blank ? .always : kiosk.rules.idle.pointer
        connection.pointerHiding = PointerHidingRule(delay: pointer.delay, hidesOnTouch: pointer == .touch)
        connection.holdsFrames = kiosk.screen == .blank
    }

    /// Ends the program as on a signal. A second signal ends it at once.
    private func terminate() {
        guard exitTimer == nil else { return exit(.done, nil) }
        exitTimer = loop.timer { [weak self] in self?.exit(.done, nil) }
        exitTimer?.arm(after: Self.exitTimeout)
        onTermination { [weak self] in self?.exit(.done, nil) }
    }

    private static let exitTimeout: UInt64 = 2_000_000_000
    /// The compositor's error that ended the program before this start.
    private static var refusal: String? { environmentVariable("TABSHELL_REFUSED") }

    private static var name: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "tabshell"
    }

    private func connectionChanged() {
        if !client.isConnected {
            activity.connectionLost()
            log.warning("the connection to the daemon is lost; trying again")
        } else if hasConnected {
            log.info("connected to the daemon again")
        }
        hasConnected = true
        if client.isConnected, let refusal = Self.refusal { client.send(.report(refusal)) }
        onConnectionChange()
    }

    /// Ends the program after the current iteration of the event loop.
    public func exit(_ status: ExitStatus, _ reason: String?) {
        if exitRequest == nil { exitRequest = (status, reason) }
        loop.stop()
    }

    public func exit(_ error: WaylandConnectionError) {
        let failure = ExitError(error)
        exit(failure.status, failure.reason)
    }
}

extension WaylandConnection {
    func barOutputs(of state: ShellState) -> [Output] {
        guard let look = state.look else { return outputs }
        return outputs.filter { look.hasBar(onOutput: $0.name, description: $0.description) }
    }

    /// The output of the pages: the one that the daemon names, while it exists and has a bar, else the first one with a bar.
    public func pageOutput(of state: ShellState) -> Output? {
        let outputs = barOutputs(of: state)
        return outputs.first { $0.name == state.bar.output } ?? outputs.first
    }
}

extension ExitError {
    package init(_ error: WaylandConnectionError) {
        switch error {
        case .cannotConnect: self.init(status: .cannotConnect, reason: error.description)
        case .unsupported: self.init(status: .unsupportedCompositor, reason: error.description)
        }
    }
}
