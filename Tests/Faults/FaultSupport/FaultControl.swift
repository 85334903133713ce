import Foundation
import TestSupport
import Testing

/// The preloaded library that makes the n-th system call of one program fail (faults.c), and its shared file.
public final class FaultControl {
    /// The injected errors, with their names.
    static let errors: KeyValuePairs = [
        ENOSPC: "ENOSPC", EMFILE: "EMFILE", EINTR: "EINTR", EAGAIN: "EAGAIN", ENOMEM: "ENOMEM", EACCES: "EACCES",
    ]

    private struct Content {
        var armed: Int32 = 0
        var target: Int32 = 0
        var error: Int32 = 0
        var count: Int32 = 0
        var failed: Int32 = 0
    }

    private static let nameOffset = MemoryLayout<Content>.size
    private static let size = 64
    private let file: Int32
    private let folder: TemporaryDirectory
    private let program: String

    /// - Parameter program: the name of the executable whose calls fail; its children are left alone.
    public init(program: String) throws {
        self.program = program
        folder = try TemporaryDirectory(mode: 0o755)
        let path = try folder.write("", to: "faults", mode: 0o666)
        file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0, ftruncate(file, off_t(Self.size)) == 0 else { throw SystemError("faults", errno: errno) }
        try Self.library.get().write(to: URL(fileURLWithPath: folder.appending("faults.so")))
        chmod(folder.appending("faults.so"), 0o755)
    }

    /// The program's time of day, seconds since 1970: it stands still.
    private let time = Int(Date().timeIntervalSince1970)

    deinit { close(file) }

    /// The variables that preload the library.
    public var environment: [String: String] {
        [
            "LD_PRELOAD": folder.appending("faults.so"), "FAULT_FILE": folder.appending("faults"),
            "FAULT_PROGRAM": program, "FAULT_TIME": "\(time)",
        ]
    }

    /// Counts calls from now on, and makes the n-th that can fail with an error do so; 0 only counts.
    public func arm(_ error: Int32, call: Int) { store(Content(armed: 1, target: Int32(call), error: error)) }

    /// Stops counting, and returns the number of calls since ``arm(_:call:)`` that can fail so, and the failed one.
    @discardableResult
    public func disarm() -> (count: Int, failed: String?) {
        let result = (count, failedCall)
        store(Content())
        return result
    }

    /// The number of calls since ``arm(_:call:)`` that can fail so.
    public var count: Int { Int(content.count) }

    /// The name of the call that has failed since ``arm(_:call:)``.
    public var failedCall: String? {
        guard content.failed > 0 else { return nil }
        var name = [UInt8](repeating: 0, count: Self.size - Self.nameOffset)
        pread(file, &name, name.count, off_t(Self.nameOffset))
        return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }

    private var content: Content {
        var content = Content()
        pread(file, &content, MemoryLayout<Content>.size, 0)
        return content
    }

    private func store(_ content: Content) {
        var bytes = withUnsafeBytes(of: content) { Array($0) }
        bytes += Array(repeating: 0, count: Self.size - bytes.count)
        pwrite(file, bytes, bytes.count, 0)
    }

    private static let library = Result { () throws -> Data in
        let folder = try TemporaryDirectory()
        let output = folder.appending("faults.so")
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("faults.c")
        let copy = try folder.write(String(contentsOf: source, encoding: .utf8), to: "faults.c")
        _ = try ChildProcess.run("cc", ["-O1", "-shared", "-fPIC", "-Wall", "-Werror", "-o", output, copy])
        return try Data(contentsOf: URL(fileURLWithPath: output))
    }
}

/// The calls of a scenario that fail: all of them with `FAULTS=all` (`scripts/nightly faults`), else one that `FAULT_SEED` chooses;
/// the same in each run of `make test`.
public struct FaultPlan {
    private static let isWhole = ProcessInfo.processInfo.environment["FAULTS"] == "all"
    private static let seed =
        ProcessInfo.processInfo.environment["FAULT_SEED"].flatMap { UInt64($0) } ?? 1

    /// The errors of each scenario: all of them with `FAULTS=all`, else two.
    public static let someErrors: [Int32] = {
        var random = SplitMix64(seed: seed)
        let errors = FaultControl.errors.map(\.key)
        return isWhole ? errors : Array(errors.shuffled(using: &random).prefix(2))
    }()

    private var random = SplitMix64(seed: seed)

    public init() {}

    /// Runs a scenario without a failing call (0), for comparison, and then with the n-th call failing, for each n of
    /// the plan. The closure disarms, and returns the number of calls, and the name of the failed one.
    public mutating func forEachCall(
        _ scenario: String, of error: Int32, _ run: (Int) throws -> (count: Int, failed: String?)
    ) throws {
        let undisturbed = try run(0).count
        // Every program waits for events, which a signal can interrupt: else the library is not loaded.
        #expect(undisturbed > 0 || error != EINTR, "\(scenario): no calls were counted")
        var failed: [String: Int] = [:]
        if Self.isWhole {
            var call = 1
            while let name = try run(call).failed {
                failed[name, default: 0] += 1
                call += 1
            }
        } else if undisturbed > 0, let name = try run(1 + Int(random.next() % UInt64(undisturbed))).failed {
            failed[name, default: 0] += 1
        }
        let names = failed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let name = FaultControl.errors.first { $0.key == error }?.value ?? "\(error)"
        print("faults: \(scenario), \(name): \(undisturbed) calls, FAULT_SEED=\(Self.seed): \(names)")
    }
}
