// SPDX-License-Identifier: MIT
import CommandLineKit
import Localization
import PasswordHash
import Posix
import TabshellIPC

extension CommandSpec.Group {
    static let locking = CommandSpec.Group("Locking", [.lock, .unlock])
}

extension CommandSpec {
    static let lock = CommandSpec(
        "lock", "Lock a kiosk, and make the hash of its number.",
        discussion: """
            [lock] in the configuration guards tabs and actions by a number, of which it has the hash only.
            """,
        groups: [Group("Commands", [.lockNow, .lockHash, .lockVerify])])

    private static let lockNow = daemonCommand("now", "Lock again before the time is over.") { daemon, _ in
        try daemon.send(.lock)
    }

    private static let lockHash = CommandSpec(
        "hash", "Print the hash of a number, for pin in [lock].",
        discussion: """
            The number is read from the terminal without an echo, twice, or from the first line of the standard input. It has 4 to \
            64 digits. The hash is that of yescrypt, by libcrypt.
            """
    ) { _ in
        let number = try SecretInput.number(prompt: localized("Number: "))
        // The number pad has digits only, and one tries few numbers of three digits.
        guard number.utf8.count >= 4, number.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            throw ExitError.usage(localized("expected a number of 4 to \(Limits.maximumNumberBytes) digits"))
        }
        if SecretInput.isTerminal, try SecretInput.number(prompt: localized("Again: ")) != number {
            throw ExitError(status: .refused, reason: localized("the two numbers differ"))
        }
        guard let hash = PasswordHash.make(number) else {
            throw ExitError(status: .refused, reason: localized("libcrypt makes no hash by yescrypt"))
        }
        StandardOutput.writeLine(hash)
    }

    private static let lockVerify = CommandSpec(
        "verify", "Test a number against a hash; for tabshelld.",
        discussion: """
            The first line of the standard input is the hash, and the second one the number. The exit status is 0 if they match, \
            and 1 if not.
            """
    ) { _ in
        guard let hash = SecretInput.readLine(prompt: "", maximumBytes: 1024) else {
            throw ExitError.usage(localized("expected a hash and a number on the standard input"))
        }
        guard PasswordHash.matches(try SecretInput.number(prompt: ""), hash) else {
            throw ExitError(status: .refused, reason: localized("the number is wrong"))
        }
    }

    static let unlock = daemonCommand(
        "unlock", "Unlock a kiosk for a time, as its number pad does.",
        discussion: """
            The number is read from the terminal without an echo, or from the first line of the standard input: all users of the machine \
            can read the arguments of a program. The option --pin of the other commands unlocks for that command alone.
            """
    ) { daemon, _ in
        try daemon.send(.unlock(try SecretInput.number(prompt: localized("Number: "))))
    }
}

extension SecretInput {
    /// - Throws: ``ExitError`` without one.
    static func number(prompt: String) throws(ExitError) -> String {
        guard let number = readLine(prompt: prompt, maximumBytes: Limits.maximumNumberBytes), !number.isEmpty else {
            throw .usage(
                localized("expected a number of at most \(Limits.maximumNumberBytes) bytes on the standard input"))
        }
        return number
    }
}
