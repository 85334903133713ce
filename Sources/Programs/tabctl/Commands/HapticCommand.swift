import CommandLineKit
import Posix
import EventLoop
import Glibc
import ShellModel
import TabshellIPC

extension CommandSpec {
    static let haptic = CommandSpec(
        "haptic", "Try the vibration motor.",
        commands: [
            CommandSpec(
                "test", "Play each kind of haptic feedback, and name the device or the reason that there is none.",
                discussion: """
                    The kinds are \(HapticKind.allCases.map(\.rawValue).joined(separator: ", ")), half a second apart, with the \
                    strength of the look in force; without a daemon, with that of the default look.
                    """,
                options: DaemonConnection.options, action: testHaptics)
        ])

    private static func testHaptics(_ options: ParsedOptions) throws {
        let daemon = DaemonConnection(options)
        let style = (try? daemon.state())?.look?.haptics ?? HapticsStyle()
        let loop = try EventLoop()
        let run = HelperRun(
            "tabshell-panel", ["--haptic-test", "\(style.strength),\(style.duration)"], beside: nil, timeout: 10,
            on: loop)
        while run.outcome == nil { try loop.runOnce() }
        let checks = run.lines.compactMap { Check(line: $0.utf8) }
        guard !checks.isEmpty else {
            throw ExitError(status: .refused, reason: run.problem ?? run.lines.last ?? "the panel reports nothing")
        }
        if daemon.printsJSON {
            for check in checks { StandardOutput.write(check.json) }
        } else {
            let (device, kinds) = (checks[0], checks.dropFirst().map(\.text))
            StandardOutput.writeLine(device.verdict == .ok ? "\(device.text) is the motor" : device.text)
            for line in kinds + [device.advice].compactMap(\.self) { StandardOutput.writeLine(line) }
            if !style.isEnabled { StandardOutput.writeLine("haptics.enabled is false in the configuration") }
        }
        if checks.contains(where: { $0.verdict != .ok }) { exit(ExitStatus.refused.rawValue) }
    }
}
