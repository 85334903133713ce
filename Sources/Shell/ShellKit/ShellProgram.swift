// SPDX-License-Identifier: MIT
import Posix
import EventLoop
import Glibc
import CommandLineKit
import SocketIPC
import SurfaceKit
import ShellModel
import TabshellIPC

/// What the panel and the pages have in common: one loop, one compositor, one daemon, and an end.
public final class ShellProgram {
    public let loop: EventLoop
    public let session: WaylandConnection
    public let client: DaemonClient
    public let options: ShellOptions
    private var signals: SignalSource?
    private var ending: (status: ExitStatus, reason: String?)?

    /// Connects to the compositor; the daemon is looked for once the program runs.
    ///
    /// - Throws: ``ExitError`` when there is no compositor for it.
    public init(_ program: Program, topics: [Topic], options: ShellOptions) throws(ExitError) {
        self.options = options
        do {
            let place = try SocketPath(environment: environmentVariable)
            loop = try EventLoop()
            client = DaemonClient(path: place.path, program: program, topics: topics, loop: loop)
            session = try WaylandConnection(on: loop)
            if !options.window, !session.hasLayerShell {
                throw WaylandConnectionError.unsupported(["zwlr_layer_shell_v1 (an ordinary window would do: --window)"]
                )
            }
        } catch let error as WaylandConnectionError {
            throw ExitError(error)
        } catch {
            throw ExitError(status: .refused, reason: "\(error)")
        }
    }

    /// Runs until the compositor goes away, the daemon refuses the program, or somebody ends it.
    ///
    /// - Throws: ``ExitError`` unless it was ended by request.
    public func run() throws(ExitError) {
        session.onLost = { [unowned self] in end(.compositorGone, "the compositor is gone: \($0)") }
        client.onFatalError = { [unowned self] in end($0, $1) }
        do throws(SystemError) {
            signals = try SignalSource([SIGTERM, SIGINT], on: loop) { [unowned self] _ in end(.done, nil) }
            client.connect()
            try loop.run()
        } catch {
            throw ExitError(status: .refused, reason: error.description)
        }
        session.close()
        if let ending, let reason = ending.reason { throw ExitError(status: ending.status, reason: reason) }
    }

    /// Ends the program after the current round.
    public func end(_ status: ExitStatus, _ reason: String?) {
        if ending == nil { ending = (status, reason) }
        loop.stop()
    }

    /// Ends the program because it cannot have a surface.
    public func end(_ error: WaylandConnectionError) {
        let failure = ExitError(error)
        end(failure.status, failure.reason)
    }
}

extension ExitError {
    init(_ error: WaylandConnectionError) {
        switch error {
        case .cannotConnect: self.init(status: .cannotConnect, reason: error.description)
        case .unsupported: self.init(status: .unsupportedCompositor, reason: error.description)
        }
    }
}
