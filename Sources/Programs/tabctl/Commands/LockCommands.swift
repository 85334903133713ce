import CommandLineKit
import PasswordHash
import Posix
import TabshellIPC

extension CommandSpec.Group {
    static let locking = CommandSpec.Group("Locking", [.lock, .unlock])
}

extension CommandSpec {
    static let lock = CommandSpec(
        "lock", "Lock a kiosk, or hash its PIN.",
        discussion: "[lock] in the configuration guards tabs and actions with a PIN, and contains only its hash.",
        commands: [.lockNow, .lockHash, .lockVerify])

    private static let lockNow = daemonCommand("now", "Lock now, before the time runs out.") { daemon, _ in
        try daemon.send(.lock)
    }

    private static let lockHash = CommandSpec(
        "hash", "Print the hash of a PIN, for pin in [lock].",
        discussion: """
            The PIN is read twice from the terminal without echo, or once from the first line of standard input. It has 4 to 64 \
            digits. The hash is yescrypt, by libcrypt.
            """
    ) { _ in
        let number = try SecretInput.number(prompt: "PIN: ")
        // The PIN pad has digits only, and PINs of three digits are soon tried.
        guard number.utf8.count >= 4, number.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            throw ExitError.usage("expected a PIN of 4 to \(Limits.maximumNumberBytes) digits")
        }
        if SecretInput.isTerminal, try SecretInput.number(prompt: "Again: ") != number {
            throw ExitError(status: .refused, reason: "the two PINs differ")
        }
        guard let hash = PasswordHash.make(number) else {
            throw ExitError(status: .refused, reason: "libcrypt does not support yescrypt")
        }
        StandardOutput.writeLine(hash)
    }

    private static let lockVerify = CommandSpec(
        "verify", "Check a PIN against a hash; for tabshelld.",
        discussion: """
            The first line of standard input is the hash, the second the PIN. The exit status is 0 if they match, else 1.
            """
    ) { _ in
        guard let hash = SecretInput.readLine(prompt: "", maximumBytes: 1024) else {
            throw ExitError.usage("expected a hash and a PIN on standard input")
        }
        guard PasswordHash.matches(try SecretInput.number(prompt: ""), hash) else {
            throw ExitError(status: .refused, reason: "wrong PIN")
        }
    }

    static let unlock = daemonCommand(
        "unlock", "Unlock a kiosk for a while, as its PIN pad does.",
        discussion: """
            The PIN is read from the terminal without echo, or from the first line of standard input: every user can read the \
            arguments of a program. The option --pin of other commands unlocks only for that command.
            """
    ) { daemon, _ in
        try daemon.send(.unlock(try SecretInput.number(prompt: "PIN: ")))
    }
}

extension SecretInput {
    /// - Throws: ``ExitError`` without one.
    static func number(prompt: String) throws(ExitError) -> String {
        guard let number = readLine(prompt: prompt, maximumBytes: Limits.maximumNumberBytes), !number.isEmpty else {
            throw .usage("expected a PIN of at most \(Limits.maximumNumberBytes) bytes on standard input")
        }
        return number
    }
}
