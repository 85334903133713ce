// SPDX-License-Identifier: MIT
import CommandLineKit
import Posix
import Diagnosis
import Glibc
import TabshellIPC

extension CommandSpec {
    static let doctor = CommandSpec(
        "doctor", "Examine the session and the installation, and say how to fix what does not work.",
        discussion: """
            It needs neither a daemon nor a compositor. Each line has a subject, a verdict and the state: ok, – for what is not \
            there and not needed, a warning for something optional that does not work, failed for something needed.

            The exit status is 0 if all that is needed works, else 1.
            """,
        options: [
            DaemonConnection.jsonOption,
            .init(
                "timeout", value: "seconds",
                "The time limit for the compositor, the daemon and each program, 5 by default.",
                kind: .number(0.001...86_400)),
        ]
    ) { options in
        let checks = try Doctor(timeout: options.number("timeout") ?? 5).examine()
        if options.flag("json") || !StandardOutput.isTerminal {
            for check in checks { StandardOutput.write(check.json) }
        } else {
            StandardOutput.writeLines(checks.table)
        }
        if !checks.isHealthy { exit(ExitStatus.refused.rawValue) }
    }
}
