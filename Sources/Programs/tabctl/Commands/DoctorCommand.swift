import CommandLineKit
import Posix
import Diagnosis
import Glibc
import TabshellIPC

extension CommandSpec {
    static let doctor = CommandSpec(
        "doctor", "Check the session and the installation, and suggest fixes.",
        discussion: """
            It needs neither a daemon nor a compositor. Each line has a subject, a verdict and details. The verdict is ok, – for \
            something optional that is absent, warning for something optional that does not work, or failed for something needed.

            A text and an icon are drawn as for the bar: drawing names what is refused or fails, and what libraries report.

            The exit status is 0 if everything needed works, else 1.
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
