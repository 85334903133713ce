import Canvas
import CommandLineKit
import EventLoop
import Posix
import ScreenClient
import ShellModel
import SurfaceKit
import TabshellIPC

/// The picture for `tabctl screenshot`, which kills a program that waits too long.
enum Screenshot {
    static let option = CommandSpec.Option(
        "screenshot", value: "output",
        "Read the daemon's state, write a picture of an output, by default the pages' output, and exit; for tabctl screenshot.",
        isValueOptional: true)

    /// Writes it to standard output (PNG), for a state on standard input (JSON). `pattern` names the output; nil: the pages'.
    static func run(of pattern: String?) throws(ExitError) {
        do {
            let input = try FileSystem.read(
                FileSystem.standardInput, maximumSize: Limits.maximumServerLineBytes, acceptsStreams: true)
            let state = try ShellState(json: JSONParser.parse(input))
            let picture = try picture { (connection) throws(ExitError) in
                try output(pattern, of: state, on: connection)
            }
            guard let png = Bitmap.png(picture.pixels, width: picture.width, height: picture.height) else {
                throw OutputCapture.Failure.noMemory
            }
            StandardOutput.write(png)
        } catch let error as ExitError {
            throw error
        } catch let error as WaylandConnectionError {
            throw ExitError(error)
        } catch {
            throw ExitError(status: .refused, reason: "\(error)")
        }
    }

    private static func output(
        _ pattern: String?, of state: ShellState, on connection: WaylandConnection
    ) throws(ExitError) -> Output {
        let outputs = connection.outputs
        let output =
            if let pattern {
                outputs.first { OutputPattern.matches(pattern, name: $0.name, description: $0.description) }
            } else {
                connection.pageOutput(of: state)
            }
        if let output { return output }
        let problem = MissingOutputReporter.problem(
            pattern.map { [$0] } ?? state.look?.outputs ?? [], outputs: outputs.map { ($0.name, $0.description) })
        throw ExitError(status: .refused, reason: problem ?? "no output is connected")
    }

    private static func picture(
        of output: @escaping (WaylandConnection) throws(ExitError) -> Output
    ) throws -> CapturedPicture {
        let loop = try EventLoop()
        let connection = try WaylandConnection(on: loop)
        var capture: OutputCapture?
        var result: Result<CapturedPicture, any Error>?
        connection.onDisconnect = { result = .failure($0) }
        connection.withOutputs {
            do {
                capture = try OutputCapture(connection, output: output(connection)) { result = $0.mapError { $0 } }
            } catch {
                result = .failure(error)
            }
        }
        while true {
            try loop.runOnce()
            if let result { return try result.get() }
            withExtendedLifetime(capture) {}
        }
    }
}
