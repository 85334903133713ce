// SPDX-License-Identifier: MIT
import ArgumentParser
import ProgramKit
import TabWire

/// The shell's hand on the daemon's socket.
struct TabctlCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "tabctl",
        abstract: "Shows and changes the tabs of a running tabshell.",
        discussion: """
            Exit status: 0 done, 1 refused by the daemon, 2 usage, 3 no daemon to talk to, 4 no or no sensible answer, \
            5 the daemon speaks another version of the protocol.
            """,
        version: tabshellVersion,
        subcommands: [
            StatusCommand.self, SelectCommand.self, NextCommand.self, PreviousCommand.self, WatchCommand.self,
            PingCommand.self, VersionCommand.self, SocketCommand.self,
        ])
}
