import CScriptedClock
import Foundation
public import TestSupport

/// The clock of some programs (CLOCK_MONOTONIC): the real one until a time is set, which then stands still.
public final class ScriptedClock {
    /// The variables of the programs' environment.
    public let environment: [String: String]
    /// The time, ns; 0 for the real one.
    public var now: UInt64 = 0 {
        didSet { withUnsafeBytes(of: now) { _ = pwrite(file, $0.baseAddress, $0.count, 0) } }
    }
    private let file: Int32

    /// - Parameter folder: a folder that the programs can read.
    public init(in folder: TemporaryDirectory) throws {
        let path = try folder.write(String(repeating: "\0", count: 8), to: "clock")
        let built = BuiltProducts.besideUs.appendingPathComponent("libScriptedClock.so")
        let library = try folder.copy(built.path, to: "libScriptedClock.so")
        file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw SystemError("opening \(path)", errno: errno) }
        environment = ["LD_PRELOAD": library, SCRIPTED_CLOCK_VARIABLE: path]
    }

    deinit { close(file) }
}
