import CommandLineKit
import EventLoop
import Posix
import ShellModel
import SocketClient
import TabshellIPC

extension CommandSpec.Group {
    static let daemon = CommandSpec.Group("Daemon", [.doctor, .reload, .restart, .ping, .version, .socket])
}

extension CommandSpec {
    static let restart = daemonCommand(
        "restart", "Restart the program of a tab.",
        discussion: "A program that you have started yourself is left alone.",
        arguments: [Argument("tab", "The tab's id.", kind: .tab)]
    ) { daemon, options in try daemon.send(.restart(TabID(rawValue: options.required("tab")))) }

    static let reload = daemonCommand(
        "reload", "Reload the configuration, and print its errors.",
        discussion: "Changes of the tabs that were not saved are dropped."
    ) { daemon, _ in
        let reply = try daemon.request(.reload)
        daemon.print(
            reply,
            or: reply["changed"] == true
                ? "the new configuration is in force" : "nothing changed")
    }

    static let ping = daemonCommand("ping", "Test whether the daemon answers, and how fast.") { daemon, _ in
        _ = try daemon.client()
        let start = MonotonicClock.now
        _ = try daemon.request(.ping)
        let duration = MonotonicClock.now - start
        daemon.print(["round_trip": JSON(duration)], or: "the daemon answered in \(duration / 1000) µs")
    }

    static let version = daemonCommand(
        "version", "Print the versions of tabctl, the daemon and their protocol."
    ) { daemon, _ in
        let hello = try daemon.client().hello
        daemon.print(
            [
                "tabctl": .string(tabshellVersion), "daemon": .string(hello.version),
                "protocol": .string(hello.protocolVersion), "pid": JSON(hello.pid),
            ], or: "tabctl \(tabshellVersion), daemon \(hello.version), protocol \(hello.protocolVersion)")
    }

    static let socket = CommandSpec(
        "socket", "Print the path of the daemon's socket, or the one that a new daemon would use."
    ) { _ in
        do {
            let path = try SocketSearch(environment: environmentVariable).found
            // A script needs the raw path.
            StandardOutput.isTerminal ? StandardOutput.writeLine(path) : StandardOutput.write(Array((path + "\n").utf8))
        } catch {
            throw ExitError(status: .cannotConnect, reason: "\(error)")
        }
    }
}
