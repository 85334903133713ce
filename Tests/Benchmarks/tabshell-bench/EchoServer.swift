import TestSupport

/// bench-echo, the lower bound of every line server.
final class EchoServer {
    let process: ChildProcess
    let socket: String
    private let files: TemporaryDirectory

    init(_ bench: Bench) throws {
        files = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        socket = files.appending("echo.sock")
        process = try ChildProcess(bench.ours.path("bench-echo"), [socket])
    }
}
