import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

/// `tabctl screenshot`: the daemon allows it, and the panel takes the picture.
@Suite struct ScreenshotTests {
    private static let screencopy: [String: UInt32] = ["zwlr_screencopy_manager_v1": 1]

    private func stage(
        _ configuration: String = "screenshots = true\n", versions: [String: UInt32] = screencopy,
        outputs: [FakeOutput] = [FakeOutput("FAKE-1", width: 3, height: 2)], capture: FakeCapture = .refusal
    ) throws -> Stage {
        try Stage(daemonWith: configuration, versions: versions, outputs: outputs) {
            $0.capture = capture
            return [:]
        }
    }

    private func tabctl(_ stage: Stage, _ arguments: [String]) throws -> ChildProcess {
        let process = try ChildProcess(
            BuiltProducts.url("tabctl").path, ["screenshot"] + arguments, environment: stage.compositor.environment)
        try stage.compositor.waitUntil("tabctl") { !process.isRunning }
        return process
    }

    /// The picture in a file of the stage.
    private func picture(_ stage: Stage, _ arguments: String...) throws -> Screenshot {
        let file = stage.compositor.folder.appending("picture.png")
        let process = try tabctl(stage, [file] + arguments)
        #expect(process.exit == .code(0), "\(process.errorOutput)")
        return try Screenshot(pngFile: file)
    }

    private func files(_ stage: Stage) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: stage.compositor.folder.path).filter {
            $0.hasPrefix("picture")
        }
    }

    @Test func fileHasTheTurnedOutputUpright() throws {
        let output = FakeOutput("FAKE-1", width: 3, height: 2, transform: 1)
        // As the output is, with a gap after each row: 3 6, 2 5, 1 4.
        let words: [UInt32] = [3, 6, 0, 2, 5, 0, 1, 4, 0]
        let stage = try stage(outputs: [output], capture: .picture(words, stride: 12))
        let picture = try picture(stage)
        #expect((picture.width, picture.height) == (3, 2))
        #expect(stride(from: 2, to: 18, by: 3).map { picture.bytes[$0] } == [1, 2, 3, 4, 5, 6])
        #expect(try files(stage) == ["picture.png"])
        // Red and blue exchanged, from the bottom to the top.
        stage.compositor.capture = .picture(
            [0x010000, 0x040000, 0x020000, 0x050000, 0x030000, 0x060000], format: 0x3432_4258, isInverted: true)
        #expect(try self.picture(stage) == picture)
    }

    @Test func outputIsThatOfThePagesOrTheOneNamed() throws {
        let stage = try stage(
            "screenshots = true\noutputs = [\"FAKE-2\", \"FAKE-3\"]\n",
            outputs: (1...3).map { FakeOutput("FAKE-\($0)", width: 1, height: 1) }, capture: .picture([0x123456]))
        _ = try picture(stage)
        try stage.socket.request("register", ["program": "panel"])
        try stage.socket.request("output", ["output": "FAKE-3"])
        _ = try picture(stage)
        _ = try picture(stage, "--output", "fake-1")
        #expect(stage.compositor.captured == ["FAKE-2", "FAKE-3", "FAKE-1"])
        let unknown = try tabctl(stage, ["-", "--output=FAKE-4"])
        #expect(unknown.exit == .code(1) && unknown.output.isEmpty)
        #expect(unknown.errorOutput.contains(#""FAKE-4" not connected; connected: "FAKE-1", "FAKE-2", "FAKE-3""#))
    }

    @Test(
        arguments: [
            (screencopy, .refusal, "no picture of the output FAKE-1"),
            ([:], .refusal, "does not offer zwlr_screencopy_manager_v1"),
            (screencopy, .picture([1], format: 0x3033_5258), "3 × 2 pixels in the format 808669784"),
            (screencopy, .picture([1], stride: 10), "cannot read a picture"),
        ] as [([String: UInt32], FakeCapture, String)])
    func failureIsNamedAndLeavesTheFile(versions: [String: UInt32], capture: FakeCapture, reason: String) throws {
        let stage = try stage(versions: versions, capture: capture)
        let file = try stage.compositor.folder.write("old", to: "picture.png", mode: 0o666)
        let process = try tabctl(stage, [file])
        #expect(process.exit == .code(1))
        #expect(process.errorOutput.contains(reason) && process.errorOutput.split(separator: "\n").count == 1)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "old" && files(stage) == ["picture.png"])
    }

    @Test(arguments: [true, false])
    func silentCompositorIsNotWaitedFor(isReading: Bool) throws {
        let stage = try stage(capture: .silence)
        stage.compositor.isReading = isReading
        let process = try tabctl(stage, ["-", "--timeout", "1.5"])
        #expect(process.exit == .code(1) && process.output.isEmpty)
        #expect(process.errorOutput == "tabctl: the compositor took no screenshot within 1.5 s\n")
    }

    @Test func outputIsNeeded() throws {
        let process = try tabctl(stage(outputs: []), ["-"])
        #expect(process.exit == .code(1) && process.errorOutput == "tabshell-panel: no output is connected\n")
    }

    @Test func configurationAllowsItAtOnce() throws {
        let stage = try stage("", outputs: [FakeOutput("FAKE-1", width: 1, height: 1)], capture: .picture([7]))
        let refused = try tabctl(stage, ["-"])
        #expect(refused.exit == .code(1) && refused.output.isEmpty)
        #expect(refused.errorOutput.contains("`screenshots = true` in the configuration allows them"))
        #expect(stage.compositor.captured.isEmpty)
        try stage.configure("screenshots = true\n")
        #expect(try picture(stage).bytes == [0, 0, 7])
    }
}
