import CommandLineKit
import Glibc
import Posix

/// `tabctl` on another machine: `tabctl --host HOST ARGUMENTS…` runs it there by ssh, with ssh's own streams and exit status.
struct RemoteHost: Equatable {
    static let option = CommandSpec.Option(
        "host", value: "user@machine", "Run this command on another machine, by ssh; before the command's name.")
    static let encodedOption = CommandSpec.Option(
        "encoded", "The words that follow are percent-encoded, as --host sends them; before the command's name.")
    private static let flag = "--\(option.name)"
    private static let encodedFlag = "--\(encodedOption.name)"

    let host: String
    /// The arguments of `tabctl` there.
    let words: [String]

    /// - Parameter arguments: this process's arguments.
    /// - Returns: nil if they name no host.
    /// - Throws: ``ExitError`` with the status of a usage error.
    init?(_ arguments: [String]) throws(ExitError) {
        guard let first = arguments.first else { return nil }
        if first == Self.flag {
            guard arguments.count > 1 else { throw .usage("--host needs a value: --host <user@machine>") }
            (host, words) = (arguments[1], Array(arguments.dropFirst(2)))
        } else if first.hasPrefix("\(Self.flag)=") {
            (host, words) = (String(first.dropFirst(Self.flag.count + 1)), Array(arguments.dropFirst()))
        } else {
            return nil
        }
        // ssh would take it for an option.
        guard !host.isEmpty, !host.hasPrefix("-") else {
            throw .usage("--host is USER@MACHINE or a name in ssh's configuration, not \"\(host)\"")
        }
    }

    /// True if it runs until interrupted, and so restarts after a lost connection.
    private var reconnects: Bool {
        words.first == "watch" && !words.contains { ["-h", "--help", "--version"].contains($0) }
    }

    /// The arguments of ssh. On a terminal at both ends, `tabctl` there has one too: it prints text for a person.
    func arguments(onTerminal isTerminal: Bool) -> [String] {
        // A dead connection is noticed within 45 s.
        let watching = reconnects ? ["-o", "ServerAliveInterval=15"] : []
        let terminal = isTerminal ? ["-t", "-o", "LogLevel=ERROR"] : ["-T"]
        return watching + terminal + ["--", host, Self.command(words)]
    }

    /// The command line of `tabctl` there. The login shell reads it, perhaps after a forced command has split it at its spaces: so it
    /// has nothing that one of them reads in a way of its own, quotes included.
    static func command(_ words: [String]) -> String {
        let line = words.allSatisfy(isPlain) ? words : [Self.encodedFlag] + words.map(encoded)
        return (["tabctl"] + line).joined(separator: " ")
    }

    private static func isPlain(_ word: String) -> Bool { !word.isEmpty && word.utf8.allSatisfy(isPlain) }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || "-_./:,@+".utf8.contains(byte)
    }

    /// A word, percent-encoded; `%` for an empty one.
    private static func encoded(_ word: String) -> String {
        guard !word.isEmpty else { return "%" }
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = word.utf8.flatMap { byte in
            isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The arguments of this process, decoded if encoded; throws ``ExitError`` with the status of a usage error.
    static func decoded(_ arguments: [String]) throws(ExitError) -> [String] {
        guard arguments.first == encodedFlag else { return arguments }
        return try arguments.dropFirst().map { word throws(ExitError) in
            word == "%" ? "" : try PercentEncoding.decoded(word, of: word)
        }
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
        exit(try RemoteWatch(ssh, arguments, host).run())
    }
}
