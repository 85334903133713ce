// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// The preloaded library that makes the n-th system call of one program fail (faults.c), and its shared file.
final class FaultControl {
    /// The errors that are injected.
    static let errors: [Int32] = [ENOSPC, EMFILE, EINTR, EAGAIN, ENOMEM, EACCES]

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
    init(program: String) throws {
        self.program = program
        folder = try TemporaryDirectory(mode: 0o755)
        let path = try folder.write("", to: "faults", mode: 0o666)
        file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0, ftruncate(file, off_t(Self.size)) == 0 else { throw SystemError("faults", errno: errno) }
        try Self.library.get().write(to: URL(fileURLWithPath: folder.appending("faults.so")))
        chmod(folder.appending("faults.so"), 0o755)
    }

    deinit { close(file) }

    /// The variables that preload the library.
    var environment: [String: String] {
        [
            "LD_PRELOAD": folder.appending("faults.so"), "FAULT_FILE": folder.appending("faults"),
            "FAULT_PROGRAM": program,
        ]
    }

    /// Counts calls from now on, and lets the n-th that can fail with an error do so; 0 only counts.
    func arm(_ error: Int32, call: Int) { store(Content(armed: 1, target: Int32(call), error: error)) }

    /// Stops counting.
    ///
    /// - Returns: the number of calls since ``arm(_:call:)`` that can fail so, and the name of the one that failed.
    @discardableResult
    func disarm() -> (count: Int, failed: String?) {
        var content = Content()
        pread(file, &content, MemoryLayout<Content>.size, 0)
        var name = [UInt8](repeating: 0, count: Self.size - Self.nameOffset)
        pread(file, &name, name.count, off_t(Self.nameOffset))
        store(Content())
        let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        return (Int(content.count), content.failed > 0 ? text : nil)
    }

    private func store(_ content: Content) {
        var bytes = withUnsafeBytes(of: content) { Array($0) }
        bytes += Array(repeating: 0, count: Self.size - bytes.count)
        pwrite(file, bytes, bytes.count, 0)
    }

    /// The compiled library.
    private static let library = Result { () throws -> Data in
        let folder = try TemporaryDirectory()
        let output = folder.appending("faults.so")
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("faults.c")
        let copy = try folder.write(String(contentsOf: source, encoding: .utf8), to: "faults.c")
        _ = try ChildProcess.run("clang", ["-O1", "-shared", "-fPIC", "-Wall", "-Werror", "-o", output, copy])
        return try Data(contentsOf: URL(fileURLWithPath: output))
    }
}

/// The calls of a scenario that are made to fail: all of them in `make nightly` (`FAULTS=all`), else a share that begins
/// elsewhere in each run.
struct FaultPlan {
    private let step: Int
    private let seed: UInt64
    private var random: SeededGenerator

    /// - Parameter share: one call of so many fails.
    init(share: Int) {
        let environment = ProcessInfo.processInfo.environment
        step = environment["FAULTS"] == "all" ? 1 : share
        seed = environment["FAULT_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)
        random = SeededGenerator(seed: seed)
    }

    /// Runs a scenario with the n-th call failing, for each n of the plan, until there is no such call.
    ///
    /// - Parameter run: runs the scenario and disarms; returns the number of calls, and the name of the failed one.
    mutating func forEachCall(
        _ scenario: String, of error: Int32, _ run: (Int) throws -> (count: Int, failed: String?)
    ) throws {
        var call = 1 + Int(random.next() % UInt64(step))
        var failed: [String: Int] = [:]
        while true {
            let (count, name) = try run(call)
            guard let name else {
                let names = failed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
                print(
                    "faults: \(scenario), \(SystemError.name(of: error)): \(count) calls, FAULT_SEED=\(seed): \(names)")
                return
            }
            failed[name, default: 0] += 1
            call += step
        }
    }
}

extension SystemError {
    /// The name of one of the injected errors.
    static func name(of code: Int32) -> String {
        switch code {
        case ENOSPC: "ENOSPC"
        case EMFILE: "EMFILE"
        case EINTR: "EINTR"
        case EAGAIN: "EAGAIN"
        case ENOMEM: "ENOMEM"
        case EACCES: "EACCES"
        default: "\(code)"
        }
    }
}
