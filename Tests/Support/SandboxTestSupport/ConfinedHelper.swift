// SPDX-License-Identifier: MIT

import CSandboxProbe
import CSeccomp
import Foundation
import TestSupport

/// A helper as it is shipped, confined, in which a system call is made.
public struct ConfinedHelper: Equatable, Sendable {
    /// The program's name.
    public let program: String
    /// The arguments with which it confines itself, or a child of its own.
    public let arguments: [String]

    public init(_ program: String, _ arguments: [String] = []) {
        self.program = program
        self.arguments = arguments
    }

    /// The outcome of a call.
    public enum Outcome: Equatable {
        case made(Int)
        case failed(Int32)
        /// The helper ended by a signal, with a line on standard error.
        case ended(Int32, String)
    }

    /// The process in which a call is made.
    public enum Argument: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
        case number(Int)
        case text(String)
        case ownPID

        public init(integerLiteral value: Int) { self = .number(value) }
        public init(stringLiteral value: String) { self = .text(value) }
        public init(_ value: Int32) { self = .number(Int(value)) }
    }

    /// True if the kernel has Landlock, which Linux before 5.13 and some containers lack.
    public static let kernelLimitsFiles = csp_landlock_version() > 0

    /// The number of a system call; nil where the architecture has none of that name.
    public static func number(_ call: String) -> Int? {
        let number = seccomp_syscall_resolve_name(call)
        return number >= 0 ? Int(number) : nil
    }

    /// The name of a system call; nil for a number of none.
    public static func name(_ number: Int) -> String? {
        guard let name = seccomp_syscall_resolve_num_arch(0, Int32(number)) else { return nil }
        defer { free(name) }
        return String(cString: name)
    }

    private static func copies(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
        strings.map { strdup($0) } + [nil]
    }

    /// Makes a call in place of the first one after the helper is confined.
    public func make(_ call: Int, _ values: [Argument]) throws -> Outcome {
        let folder = try TemporaryDirectory()
        let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write("font Sans\n", to: "input")))
        let errors = try folder.write("", to: "errors")
        let (output, error) = (open("/dev/null", O_WRONLY | O_CLOEXEC), open(errors, O_WRONLY | O_CLOEXEC))
        defer { for descriptor in [output, error] { close(descriptor) } }
        let path = try BuiltProducts.url(program).path
        var words = Self.copies([path] + arguments)
        var settings = Self.copies(Environment.plain.map { "\($0)=\($1)" })
        var texts: [UnsafeMutablePointer<CChar>?] = []
        defer { for string in words + settings + texts { free(string) } }
        var probe = csp_probe()
        (probe.input, probe.output, probe.error) = (input.fileDescriptor, output, error)
        (probe.uid, probe.drop) = (Privilege.user ?? 0, Privilege.user != nil)
        probe.call = call
        withUnsafeMutableBytes(of: &probe.values) { bytes in
            for (value, argument) in zip(bytes.bindMemory(to: csp_argument.self).indices, values) {
                let values = bytes.bindMemory(to: csp_argument.self)
                switch argument {
                case .number(let number): values[value].number = number
                case .text(let text):
                    texts.append(strdup(text))
                    values[value].text = UnsafePointer(texts.last ?? nil)
                case .ownPID: values[value].is_own_pid = true
                }
            }
        }
        var outcome = csp_outcome()
        let result = words.withUnsafeMutableBufferPointer { words in
            settings.withUnsafeMutableBufferPointer { settings in
                path.withCString { path in
                    probe.path = path
                    probe.arguments = words.baseAddress.map { UnsafePointer($0) }
                    probe.environment = settings.baseAddress.map { UnsafePointer($0) }
                    return csp_run(&probe, &outcome)
                }
            }
        }
        guard result == 0, outcome.was_confined else {
            throw SystemError("\(program) was not confined: \(try String(contentsOfFile: errors, encoding: .utf8))")
        }
        if outcome.was_made {
            return outcome.result < 0 && outcome.result > -4096
                ? .failed(Int32(-outcome.result)) : .made(outcome.result)
        }
        let line = try String(contentsOfFile: errors, encoding: .utf8).prefix { $0 != "\n" }
        return .ended(outcome.status & 0x7F, String(line))
    }

    /// Starts the program with a filter that lets a call fail.
    public func start(_ arguments: [String], refusing call: String) throws -> ChildProcess {
        guard let number = Self.number(call) else { throw SystemError("there is no call \(call)") }
        let program = try BuiltProducts.url(program).path
        return try ChildProcess(
            RefusedCall.python, RefusedCall.arguments(number, error: EPERM, [program] + arguments))
    }
}
