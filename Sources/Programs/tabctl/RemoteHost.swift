// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import Glibc
import Localization
import Posix

/// `tabctl` on another machine: `tabctl --host HOST ARGUMENTS…` runs `tabctl ARGUMENTS…` there by ssh, with ssh's own streams and
/// exit status.
struct RemoteHost: Equatable {
    static let option = CommandSpec.Option(
        "host", value: "user@machine", "Run this command on another machine, by ssh; before the command's name.")
    private static let flag = "--\(option.name)"

    let host: String
    /// The arguments of `tabctl` there.
    let words: [String]

    /// - Parameter arguments: those of this process.
    /// - Returns: nil if they name no host.
    /// - Throws: ``ExitError`` with the status of a usage error.
    init?(_ arguments: [String]) throws(ExitError) {
        guard let first = arguments.first else { return nil }
        if first == Self.flag {
            guard arguments.count > 1 else { throw .usage(localized("--host needs a value: --host <user@machine>")) }
            (host, words) = (arguments[1], Array(arguments.dropFirst(2)))
        } else if first.hasPrefix("\(Self.flag)=") {
            (host, words) = (String(first.dropFirst(Self.flag.count + 1)), Array(arguments.dropFirst()))
        } else {
            return nil
        }
        // ssh would take it for an option.
        guard !host.isEmpty, !host.hasPrefix("-") else {
            throw .usage(localized("--host is USER@MACHINE or a name in ssh's configuration, not \"\(host)\""))
        }
    }

    /// True if it runs until it is interrupted, and so starts again after a lost connection.
    private var reconnects: Bool {
        words.first == "watch" && !words.contains { ["-h", "--help", "--version"].contains($0) }
    }

    /// The arguments of ssh. On a terminal at both ends, `tabctl` there has one too: it prints text for a person.
    func arguments(onTerminal isTerminal: Bool) -> [String] {
        // A line that is dead is noticed within 45 s.
        let watching = reconnects ? ["-o", "ServerAliveInterval=15"] : []
        let terminal = isTerminal ? ["-t", "-o", "LogLevel=ERROR"] : ["-T"]
        // The login shell there parses the words again.
        let command = (["tabctl"] + words).map(Self.quoted).joined(separator: " ")
        return watching + terminal + ["--", host, command]
    }

    /// A word as a shell reads it.
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "-_./:,@%+".utf8.contains(byte)
            }
        return isPlain
            ? word
            : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// Runs it; returns only to throw.
    func run() throws -> Never {
        let ssh: String
        do throws(MissingExecutable) {
            ssh = try ChildProcess.executable(named: "ssh")
        } catch {
            throw ExitError(status: .refused, reason: "\(error)")
        }
        let arguments = arguments(onTerminal: isatty(STDIN_FILENO) == 1 && StandardOutput.isTerminal)
        guard reconnects else { try ChildProcess.replace(by: ssh, arguments: arguments) }
        let watch = try RemoteWatch(ssh, arguments, host)
        exit(try watch.run())
    }
}
