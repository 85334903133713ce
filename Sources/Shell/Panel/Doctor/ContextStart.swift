import CommandLineKit
import Posix
import ScreenClient
import SurfaceKit

/// Starts the program of a window or an action without privileged protocols, in place of this process.
enum ContextStart {
    static let option = CommandSpec.Option(
        "context", value: "socket",
        "Run a program that the compositor keeps from privileged protocols, by this socket, in place of this one; for tabshelld."
    )
    static let program = CommandSpec.Argument(
        "program", "With --context, the program and its arguments.", isOptional: true, isRepeated: true)

    /// Starts a program with arguments, unconfined if the compositor lacks security contexts; returns only to throw.
    static func run(by socket: String, _ words: [String]) throws(ExitError) -> Never {
        let appID = environmentVariable("TABSHELL_ACTION") ?? environmentVariable("TABSHELL_TAB") ?? ""
        guard let path = words.first else { throw .usage("<\(program.name)> is missing") }
        do {
            let context = try SecurityContext.listen(at: socket, appID: appID)
            if context != nil { setEnvironmentVariable("WAYLAND_DISPLAY", socket) }
            try ChildProcess.replace(by: path, arguments: Array(words.dropFirst()), passing: context)
        } catch let error as WaylandConnectionError {
            throw ExitError(error)
        } catch {
            throw ExitError(status: .refused, reason: "\(error)")
        }
    }
}
