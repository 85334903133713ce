// SPDX-License-Identifier: MIT
import CommandLineKit
import Posix
import SocketIPC

extension CommandSpec {
    static let socket = CommandSpec(
        "socket", "Prints the path of the daemon's socket, even if there is no daemon."
    ) { _ in
        do {
            StandardOutput.writeLine(try SocketPath(environment: environmentVariable).path)
        } catch {
            throw ExitError(status: .cannotConnect, reason: "\(error)")
        }
    }
}
