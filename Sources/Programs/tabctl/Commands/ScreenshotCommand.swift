import CommandLineKit
import EventLoop
import Glibc
import Posix
import TabshellIPC

extension CommandSpec {
    static let screenshot = daemonCommand(
        "screenshot", "Save a screenshot (PNG).",
        discussion: """
            It needs `screenshots = true` in the configuration and a compositor with zwlr_screencopy_manager_v1. The picture has \
            the pixels of the output, upright, with the pointer only if the compositor draws it in software.

            With --host, the file is on the other machine; - writes to standard output here.
            """,
        arguments: [Argument("file", "The file, or - for standard output.", kind: .file(extensions: ["png"]))],
        options: [
            .init("output", value: "name", "The output by name or description; by default the pages' output.")
        ]
    ) { daemon, options in
        let file = try options.required("file")
        guard file != "-" || !StandardOutput.isTerminal else {
            throw ExitError.usage("cannot write a picture to a terminal; name a file or redirect the output")
        }
        _ = try daemon.request(.screenshot)
        let picture = try picture(of: options.value("output"), daemon)
        if file == "-" { return StandardOutput.write(picture) }
        do throws(SystemError) {
            try write(picture, to: FileSystem.resolve(file) ?? file)
        } catch {
            throw ExitError(status: .refused, reason: "\(error)")
        }
    }

    /// The maximum size of a picture, bytes: the largest screen, uncompressed.
    private static let maximumBytes = 160 << 20

    /// Has the panel take a picture on the daemon's display.
    private static func picture(of output: String?, _ daemon: DaemonConnection) throws -> [UInt8] {
        let state = try daemon.request(.state)
        let pid = try daemon.client().hello.pid
        // A socket may be forwarded.
        guard FileSystem.isReadable("/proc/\(pid)/environ") else {
            throw ExitError(
                status: .refused, reason: "the daemon is on another machine; use tabctl --host USER@MACHINE")
        }
        for name in ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"] {
            guard let value = DaemonSearch.variable(name, of: pid) else { continue }
            setEnvironmentVariable(name, value)
        }
        let option = output.map { "--screenshot=\($0)" } ?? "--screenshot"
        let run = try ChildRun.run(
            "tabshell-panel", [option], input: state.encodedLine, limit: .ending(maximumBytes),
            timeout: UInt64(daemon.timeout * 1e9))
        if run.ending.isTimeout {
            throw ExitError(status: .refused, reason: "the compositor took no screenshot within \(daemon.timeout) s")
        }
        if let error = run.error { throw ExitError(status: .refused, reason: "\(error)") }
        // The panel has printed the reason.
        guard run.ending == .exited(0) else { exit(ExitStatus.refused.rawValue) }
        return run.output
    }

    /// Replaces a file when the new one is complete. A device or a pipe is written to.
    private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        if let status = try? FileSystem.status(of: path), status.kind != .regular {
            return try FileDescriptor(opening: path, O_WRONLY).writeAll(bytes)
        }
        let temporary = "\(path).\(getpid())"
        let descriptor = try FileDescriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
        do throws(SystemError) {
            try descriptor.writeAll(bytes)
            try FileSystem.rename(temporary, to: path)
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
    }
}
