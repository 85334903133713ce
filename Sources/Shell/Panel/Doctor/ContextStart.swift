// SPDX-License-Identifier: MIT
import CommandLineKit
import Localization
import Posix
import ScreenClient
import SurfaceKit

/// The start of a program of a window that is kept from privileged protocols, in place of this process.
enum ContextStart {
    static let option = CommandSpec.Option(
        "context", value: "socket",
        "Run a program that the compositor keeps from privileged protocols, by this socket, in place of this one; for tabshelld."
    )
    static let program = CommandSpec.Argument(
        "program", "With --context, the program and its arguments.", isOptional: true, isRepeated: true)

    /// Starts the program, as it is where the compositor lacks security contexts; returns only to throw.
    ///
    /// - Parameter words: the executable and its arguments.
    static func run(by socket: String, _ words: [String]) throws(ExitError) -> Never {
        guard let path = words.first else { throw .usage(localized("<\(program.name)> is missing")) }
        do {
            let context = try SecurityContext.listen(at: socket, appID: environmentVariable("TABSHELL_TAB") ?? "")
            if context != nil { setEnvironmentVariable("WAYLAND_DISPLAY", socket) }
            try ChildProcess.replace(by: path, arguments: Array(words.dropFirst()), passing: context)
        } catch let error as WaylandConnectionError {
            throw ExitError(error)
        } catch {
            throw ExitError(status: .refused, reason: "\(error)")
        }
    }
}
