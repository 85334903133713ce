import CSandboxProbe
import CSeccomp
import Foundation
import TestSupport

/// A shipped helper, confined, that makes a system call.
public struct ConfinedHelper: Equatable, Sendable {
    public let program: String
    /// The arguments with which it confines itself, or its child.
    public let arguments: [String]

    public init(_ program: String, _ arguments: [String] = []) {
        self.program = program
        self.arguments = arguments
    }

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

    /// The number of a system call; nil if the architecture lacks one of that name.
    public static func number(_ call: String) -> Int? {
        let number = seccomp_syscall_resolve_name(call)
        return number >= 0 ? Int(number) : nil
    }

    /// The name of a system call; nil for an unknown number.
    public static func name(_ number: Int) -> String? {
        guard let name = seccomp_syscall_resolve_num_arch(0, Int32(number)) else { return nil }
        defer { free(name) }
        return String(cString: name)
    }

    /// A system call by its number, with its arguments.
    public typealias Call = (number: Int, arguments: [Argument])

    /// The number of calls of one start: the relay of the helper's standard error ends after 16 KiB.
    private static let share = 200

    /// Makes a call in place of the helper's first one after its confinement.
    public func make(_ call: Int, _ arguments: [Argument]) throws -> Outcome { try make([(call, arguments)])[0] }

    /// Makes each call in place of the first one after the confinement, each in a copy of the helper.
    public func make(_ calls: [Call]) throws -> [Outcome] {
        try stride(from: 0, to: calls.count, by: Self.share).flatMap { start in
            try outcomes(of: Array(calls[start...].prefix(Self.share)))
        }
    }

    private func outcomes(of calls: [Call]) throws -> [Outcome] {
        let folder = try TemporaryDirectory()
        let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write("font Sans\n", to: "input")))
        let errors = try folder.write("", to: "errors")
        let (output, error) = (open("/dev/null", O_WRONLY | O_CLOEXEC), open(errors, O_WRONLY | O_CLOEXEC))
        defer { for descriptor in [output, error] { close(descriptor) } }
        let path = try BuiltProducts.url(program).path
        let words = CStrings([path] + arguments)
        let settings = CStrings(Environment.plain.map { "\($0)=\($1)" })
        var texts: [CStrings] = []
        var probe = csp_probe()
        probe.path = UnsafePointer(words.pointer[0])
        (probe.arguments, probe.environment) = (UnsafePointer(words.pointer), UnsafePointer(settings.pointer))
        (probe.input, probe.output, probe.error) = (input.fileDescriptor, output, error)
        (probe.uid, probe.drop) = (Privilege.user ?? 0, Privilege.user != nil)
        let copies = calls.map { Self.copy($0, &texts) }
        var outcomes = [csp_outcome](repeating: csp_outcome(), count: calls.count)
        let result = withExtendedLifetime((words, settings, texts)) {
            csp_run(&probe, copies, &outcomes, copies.count)
        }
        let report = try String(contentsOfFile: errors, encoding: .utf8)
        guard result == 0, outcomes.allSatisfy(\.was_confined) else {
            throw SystemError("\(program) was not confined: \(result) \(report)")
        }
        // The copies run one after another.
        var lines = report.split(separator: "\n", omittingEmptySubsequences: false)[...]
        return outcomes.map { outcome in
            guard outcome.was_made else {
                return .ended(outcome.status & 0x7F, lines.popFirst().map(String.init) ?? "")
            }
            return outcome.result < 0 && outcome.result > -4096
                ? .failed(Int32(-outcome.result)) : .made(outcome.result)
        }
    }

    /// The call for C, whose strings are appended to `texts`.
    private static func copy(_ call: Call, _ texts: inout [CStrings]) -> csp_call {
        var copy = csp_call()
        copy.number = call.number
        withUnsafeMutableBytes(of: &copy.values) { bytes in
            let slots = bytes.bindMemory(to: csp_argument.self)
            for (index, argument) in zip(slots.indices, call.arguments) {
                switch argument {
                case .number(let number): slots[index].number = number
                case .text(let text):
                    texts.append(CStrings([text]))
                    slots[index].text = UnsafePointer(texts.last?.pointer[0])
                case .ownPID: slots[index].is_own_pid = true
                }
            }
        }
        return copy
    }

    /// Starts the program with a filter that makes a call fail.
    public func start(_ arguments: [String], refusing call: String) throws -> ChildProcess {
        guard let number = Self.number(call) else { throw SystemError("there is no call \(call)") }
        let program = try BuiltProducts.url(program).path
        return try ChildProcess(
            RefusedCall.python, RefusedCall.arguments(number, error: EPERM, [program] + arguments))
    }
}
