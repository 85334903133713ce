// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import ProgramKit
import SocketIPC
import SurfaceKit
import TabModel
import TabWire

/// What the panel and the pages have in common: one loop, one compositor, one daemon, and an end.
public final class ShellProgram {
    public let loop: EventLoop
    public let session: Session
    public let client: DaemonClient
    public let options: ShellOptions
    private var signals: Signals?
    private var ending: (status: ExitStatus, reason: String?)?

    /// Connects to the compositor; the daemon is looked for once the program runs.
    ///
    /// - Throws: ``ProgramFailure`` when there is no compositor for it.
    public init(_ program: Program, topics: [Topic], options: ShellOptions) throws(ProgramFailure) {
        self.options = options
        do {
            let place = try SocketPath(environment: environmentVariable)
            loop = try EventLoop()
            client = DaemonClient(path: place.path, program: program, topics: topics, loop: loop)
            session = try Session(on: loop)
            if !options.window, !session.hasLayerShell {
                throw SessionError.unsupported(["zwlr_layer_shell_v1 (an ordinary window would do: --window)"])
            }
        } catch let error as SessionError {
            throw ProgramFailure(error)
        } catch {
            throw ProgramFailure(status: .refused, reason: "\(error)")
        }
    }

    /// Runs until the compositor goes away, the daemon refuses the program, or somebody ends it.
    ///
    /// - Throws: ``ProgramFailure`` unless it was ended by request.
    public func run() throws(ProgramFailure) {
        session.onLost = { [unowned self] in end(.compositorGone, "the compositor is gone: \($0)") }
        client.onRejected = { [unowned self] in end($0, $1) }
        do throws(SystemError) {
            signals = try Signals([SIGTERM, SIGINT], on: loop) { [unowned self] _ in end(.done, nil) }
            client.connect()
            try loop.run()
        } catch {
            throw ProgramFailure(status: .refused, reason: error.description)
        }
        session.close()
        if let ending, let reason = ending.reason { throw ProgramFailure(status: ending.status, reason: reason) }
    }

    /// Ends the program after the current round.
    public func end(_ status: ExitStatus, _ reason: String?) {
        if ending == nil { ending = (status, reason) }
        loop.stop()
    }

    /// Ends the program because it cannot have a surface.
    public func end(_ error: SessionError) {
        let failure = ProgramFailure(error)
        end(failure.status, failure.reason)
    }
}

extension ProgramFailure {
    init(_ error: SessionError) {
        switch error {
        case .cannotConnect: self.init(status: .cannotConnect, reason: error.description)
        case .unsupported: self.init(status: .unsupportedCompositor, reason: error.description)
        }
    }
}
