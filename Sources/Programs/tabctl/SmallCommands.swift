// SPDX-License-Identifier: MIT
import Posix
import CommandLineKit
import ArgumentParser
import EventLoop
import SocketIPC
import TabshellIPC

struct PingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ping", abstract: "Asks whether the daemon answers, and how fast.")

    @OptionGroup var conversation: ConnectionOptions

    func run() throws {
        let client = try conversation.client()
        let start = MonotonicClock.now
        _ = try conversation.ask(.ping, of: client)
        let duration = MonotonicClock.now - start
        if conversation.printsJSON {
            Output.write(["round_trip": JSON(duration)])
        } else {
            Output.write("the daemon answered in \(duration / 1000) µs")
        }
    }
}

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version", abstract: "Shows the versions of tabctl, of the daemon and of their protocol.")

    @OptionGroup var conversation: ConnectionOptions

    func run() throws {
        let hello = try conversation.client().hello
        if conversation.printsJSON {
            Output.write([
                "tabctl": .string(tabshellVersion), "daemon": .string(hello.version),
                "protocol": .string(hello.protocolVersion), "pid": JSON(hello.pid),
            ])
        } else {
            Output.write("tabctl \(tabshellVersion), daemon \(hello.version), protocol \(hello.protocolVersion)")
        }
    }
}

struct SocketCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "socket", abstract: "Prints the path of the daemon's socket, whether or not a daemon is there.")

    func run() throws {
        do {
            Output.write(try SocketPath(environment: environmentVariable).path)
        } catch {
            throw TabctlCommand.failure(.cannotConnect, error.description)
        }
    }
}
