import Foundation
import ShellModel
import TabshellIPC
import Testing
import TestSupport

@testable import Diagnosis

/// The table of checks and verdicts, without a process.
@Suite struct DiagnosisTests {
    private static let daemon = DaemonRecord(path: "/run/a.sock", pid: 7, version: "1.0", display: "wayland-1")

    @Test(
        arguments: [
            (.noRuntimeDirectory(nil), .failed, "not set"),
            (.noRuntimeDirectory("/run/9", reason: "gone"), .failed, "/run/9: gone"),
            (directory(isDirectory: false), .failed, "/run/9 is not a directory"),
            (directory(owner: 0), .failed, "/run/9 belongs to user 0, and you are user 9"),
            (directory(mode: 0o500), .failed, "/run/9 has mode 0500: you may not use it"),
            (directory(mode: 0o755), .warning, "/run/9 has mode 0755: others may enter"),
            (directory(), .ok, "/run/9"),
            (.display(nil, ofDaemon: nil), .warning, "not set; programs try wayland-0"),
            (.display("wayland-1", ofDaemon: "wayland-2"), .ok, "wayland-1"),
            (.display(nil, ofDaemon: "wayland-1"), .ok, "wayland-1, the daemon's; not set here"),
            (.confinement(filtersCalls: true, limitsFiles: true), .ok, "seccomp, Landlock"),
            (
                .confinement(filtersCalls: true, limitsFiles: false), .warning,
                "the kernel lacks Landlock: the helpers for icons, fonts and settings can read all of your files"
            ),
            (.confinement(filtersCalls: false, limitsFiles: true), .failed, Check.unconfined),
            (.renderer(gpus: ["/dev/dri/renderD128"], variable: nil), .ok, "/dev/dri/renderD128"),
            (.renderer(gpus: [], variable: "pixman"), .ok, "pixman (WLR_RENDERER)"),
            (.renderer(gpus: [], variable: nil), .warning, "no GPU: the processor draws"),
            (.storage("/state", failure: nil, isConfiguration: false), .ok, "/state"),
            (
                .storage("/state", failure: "full", isConfiguration: false), .failed,
                "nothing can be saved in /state: full"
            ),
            (
                .storage("/etc", failure: "denied", isConfiguration: true), .warning,
                "nothing can be saved in /etc: denied"
            ),
            (.noDaemon(reason: "refused"), .failed, "does not run: refused"),
            (.silentDaemon(path: "/s", seconds: 5), .failed, "does not answer on /s within 5 s"),
            (.notTheDaemon(reason: "/s is served by user 0"), .failed, "/s is served by user 0"),
            (.daemon(daemon, ownVersion: "1.0"), .ok, "version 1.0, pid 7"),
            (.daemon(daemon, ownVersion: "1.1"), .failed, "version 1.0, pid 7; tabctl is version 1.1"),
            (.socket("/s", mode: 0o600, directoryMode: 0o755), .ok, "/s"),
            (.socket("/s", mode: 0o660, directoryMode: 0o700), .warning, "/s has mode 0660, and its directory 0700"),
            (.socket("/s", mode: 0o600, directoryMode: 0o775), .warning, "/s has mode 0600, and its directory 0775"),
            (.others([daemon], display: "wayland-2"), .warning, "/run/a.sock, pid 7, on wayland-1"),
            (.others([daemon], display: nil), .warning, "/run/a.sock, pid 7, on wayland-1"),
            (
                .others([daemon], display: "wayland-1"), .failed,
                "/run/a.sock, pid 7, on wayland-1\nTwo daemons on one display draw two bars."
            ),
            (.programs(missing: [], in: "/usr/bin"), .ok, "/usr/bin"),
            (.programs(missing: ["a", "b"], in: "/usr/bin"), .failed, "not found in /usr/bin and on PATH: a, b"),
            (.unusable(program: "a", reason: "did not end"), .failed, "did not end"),
            (.silentCompositor(seconds: 5), .failed, "does not answer within 5 s"),
            (.configuration(["no errors"]), .ok, "no errors"),
            (.configuration(["no errors", "but"]), .warning, "no errors\nbut"),
            (.configuration(errors: ["c.toml:2: no"]), .failed, "c.toml:2: no"),
            (.font(wanted: ["Inter", "Noto"], used: "inter"), .ok, "inter"),
            (.font(wanted: ["Inter", "Noto"], used: "Noto"), .ok, "Noto, as Inter is not installed"),
            (.font(wanted: ["Inter", "Noto"], used: "Times"), .warning, "Times, as none of Inter, Noto is installed"),
            (.font(wanted: ["Inter"], used: nil), .failed, "no font is installed"),
            (.unit("t.service", load: "not-found", enabled: "", active: "inactive"), .absent, "not installed"),
            (
                .unit("t.service", load: "loaded", enabled: "disabled", active: "inactive"), .absent,
                "disabled, inactive"
            ),
            (.unit("t.service", load: "loaded", enabled: "disabled", active: "active"), .ok, "disabled, active"),
            (.unit("t.service", load: "loaded", enabled: "enabled", active: "inactive"), .ok, "enabled, inactive"),
            (.unit("t.service", load: "loaded", enabled: "enabled", active: "failed"), .warning, "failed"),
            (.damagedFiles(["/a.bad"]), .warning, "was damaged once, and is kept: /a.bad"),
        ] as [(Check?, Check.Verdict?, String?)])
    func verdicts(check: Check?, verdict: Check.Verdict?, text: String?) {
        #expect(check?.verdict == verdict && check?.text == text)
    }

    private static func status(
        _ program: Program, _ phase: ProgramStatus.Phase, _ reason: String? = nil, problem: String? = nil,
        answers: Bool = true
    ) -> ProgramStatus {
        ProgramStatus(program: program, phase: phase, reason: reason, problem: problem, isResponsive: answers)
    }
    private static let (a, b) = (Program.page("a"), Program.page("b"))

    @Test(arguments: [
        ([status(.panel, .alive), status(a, .alive), status(.bridge, .alive)], []),
        ([status(.panel, .starting), status(a, .starting), status(b, .absent)], []),
        ([status(.panel, .absent), status(a, .alive)], ["panel failed: absent"]),
        ([status(.panel, .failed, "no layer"), status(a, .alive)], ["panel failed: failed: no layer"]),
        ([status(.panel, .alive, problem: "no output"), status(a, .alive)], ["panel warning: alive: no output"]),
        ([status(.bridge, .failed, "gone"), status(a, .alive)], ["bridge warning: failed: gone"]),
        ([status(a, .absent, "none"), status(b, .alive)], ["page:a warning: absent: none"]),
        ([status(a, .alive, answers: false), status(b, .alive)], ["page:a warning: does not answer"]),
        ([status(a, .restarting, "ended"), status(b, .alive)], ["page:a warning: restarting: ended"]),
        // Nothing can be used without a page.
        ([status(.panel, .alive), status(a, .restarting, "ended")], ["page:a failed: restarting: ended"]),
    ])
    func unusualPrograms(programs: [ProgramStatus], verdicts: [String]) {
        #expect(Check.unusual(programs).map { "\($0.name) \($0.verdict): \($0.text)" } == verdicts)
    }

    /// A refused surface can be a window.
    @Test func refusedSurfaceLeadsToAWindow() {
        let checks = Check.unusual([Self.status(Self.a, .failed, problem: "error 3 of zwlr_layer_surface_v1#15")])
        #expect(checks.first?.advice?.hasSuffix("tabshelld --window") == true)
    }

    private static func directory(owner: UInt32 = 9, mode: UInt32 = 0o700, isDirectory: Bool = true) -> Check {
        .runtimeDirectory("/run/9", owner: owner, user: 9, mode: mode, isDirectory: isDirectory)
    }

    @Test func everyFailureHasAdvice() {
        let checks: [Check] = [
            .noRuntimeDirectory(nil), .silentCompositor(seconds: 1), .noDaemon(reason: ""),
            .silentDaemon(path: "", seconds: 1), .programs(missing: ["a"], in: nil), .configuration(errors: []),
            .font(wanted: [], used: nil),
        ]
        #expect(checks.allSatisfy { $0.verdict == .failed && $0.advice != nil })
    }

    @Test func checksSurviveTheirJSON() {
        for check in [Check("a", .ok, "b"), Check("a", .warning, "b\n\"c\"", advice: "d")] {
            #expect(Check(line: check.json.encodedLine.dropLast()) == check)
        }
        for line in ["", "error: no", "{}", #"{"check":"a","verdict":"fine","text":"b"}"#, #"{"check":1}"#] {
            #expect(Check(line: Array(line.utf8)) == nil)
        }
    }

    @Test func tableIsAligned() {
        let checks = [
            Check("font", .ok, "Inter"), Check("compositor", .failed, "one\ntwo", advice: "three"),
            Check("speech", .absent, "none"), Check("unit", .warning, "failed"),
        ]
        #expect(
            checks.table == """
                font        ok       Inter
                compositor  failed   one
                                     two
                                     → three
                speech      –        none
                unit        warning  failed

                Failed: 1. Warnings: 1.
                """)
        #expect(!checks.isHealthy)
        #expect([checks[0], checks[2], checks[3]].isHealthy)
        #expect([checks[0]].table.hasSuffix("\nEverything needed works."))
    }
}

/// `tabctl haptic test` beside a panel that has a motor, may not open it, or is broken.
@Suite struct HapticTestTests {
    private static let script = """
        #!/bin/sh
        [ "$1" = --haptic-test ] || exit 9

        """
    private static let motor = #"{"check":"vibration","verdict":"ok","text":"/dev/input/event3"}"#
    private static let locked =
        #"{"check":"vibration","verdict":"warning","text":"you may not open /dev/input/event3","advice":"join the group input"}"#
    private static let light = #"{"check":"light","verdict":"ok","text":"light: one pulse"}"#

    @Test(
        arguments: [
            ([motor, light], 0, "/dev/input/event3 is the motor\nlight: one pulse\n"),
            ([locked], 1, "you may not open /dev/input/event3\njoin the group input\n"),
        ] as [([String], Int32, String)])
    func deviceOrTheReasonIsTold(lines: [String], status: Int32, text: String) throws {
        let tabctl = try Tabctl()
        let folder = try tabctl.home.makeDirectory("beside")
        let copy = try tabctl.home.copy(BuiltProducts.url("tabctl").path, to: "beside/tabctl")
        let body = Self.script + lines.map { "echo '\($0)'\n" }.joined() + "echo \"$2\" > \(folder)/asked\n"
        _ = try tabctl.home.write(body, to: "beside/tabshell-panel", mode: 0o755)
        chmod(folder, 0o777)
        let process = try ChildProcess(copy, ["haptic", "test"], environment: tabctl.environment)
        #expect(try process.waitForExit() == .code(status))
        #expect(process.output == lines.map { $0 + "\n" }.joined())
        // Without a daemon, the default look's values apply.
        #expect(try String(contentsOfFile: folder + "/asked", encoding: .utf8) == "0.2,0.007\n")
        let terminal = try ChildProcess(
            "/usr/bin/script", ["-qec", "\(copy) haptic test", "/dev/null"], environment: tabctl.environment)
        #expect(try terminal.waitForExit() == .code(status))
        #expect(terminal.output.replacingOccurrences(of: "\r\n", with: "\n") == text)
    }
}
