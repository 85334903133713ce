import Glibc
import Posix

/// A file with a line for each frame, to find stutter; docs/develop/testing.md describes it. Several programs may append to
/// one file: each line is one write.
public final class FrameTrace {
    /// The environment variable with the path of the file.
    public static let variable = "TABSHELL_TRACE"

    private let file: FileDescriptor
    private let program: String

    /// Opens or creates the file for a named program.
    public init(path: String, program: String) throws(SystemError) {
        // Opening a pipe without a reader would wait forever.
        file = try FileDescriptor(opening: path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, mode: 0o600)
        self.program = "\(program) \(getpid())"
    }

    /// Appends a frame. A line that the file does not take is lost.
    func record(_ frame: TracedFrame) {
        _ = try? file.write(Array("\(program) \(frame.line)\n".utf8).span)
    }
}

/// The facts of a committed frame. Times are CLOCK_MONOTONIC, ns.
struct TracedFrame {
    enum Outcome {
        case presented(at: UInt64, refresh: UInt64)
        case discarded
        /// The compositor does not report it, or has not answered earlier requests.
        case unknown
    }

    /// The layer surface's namespace, or the window's app ID.
    var surface: String
    /// The output's name; nil if unknown.
    var output: String?
    /// True if another frame of the motion follows.
    var isMoving: Bool
    var predicted: UInt64
    var committed: UInt64
    var outcome: Outcome

    /// The surface, output, motion, prediction, commit, presentation and refresh interval.
    var line: String {
        let presentation =
            switch outcome {
            case .presented(let time, let refresh): "\(time) \(refresh)"
            case .discarded: "discarded -"
            case .unknown: "- -"
            }
        return "\(surface) \(output ?? "-") \(isMoving ? "moving" : "still") \(predicted) \(committed) \(presentation)"
    }
}
