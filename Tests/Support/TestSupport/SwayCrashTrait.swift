// The benchmarks are built with this module as well, and statically, where Testing is missing.
#if canImport(Testing)
    import Testing

    /// A trait of tests on a real sway, of which version 1.7 crashes in about one session of a hundred.
    ///
    /// glibc finds its heap corrupted, for an unknown reason, even after tabshell's programs have ended.
    /// A test that loses its sway by such a crash has a known issue, with all that follows; any other failure counts.
    public struct SwayCrashTrait: TestTrait, SuiteTrait, TestScoping {
        public let isRecursive = true

        public init() {}

        public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            let processes = SwayProcesses()
            try await SwayProcesses.$current.withValue(processes) {
                try await withKnownIssue("sway 1.7 crashed", isIntermittent: true) {
                    try await function()
                } matching: { _ in
                    processes.hasCrash
                }
            }
        }
    }

    extension Trait where Self == SwayCrashTrait {
        public static var toleratingSwayCrash: Self { SwayCrashTrait() }
    }
#endif

/// The system's sways that a test has started.
final class SwayProcesses: @unchecked Sendable {
    /// The running test's; nil without ``SwayCrashTrait``.
    @TaskLocal static var current: SwayProcesses?

    /// Used by the test's own thread alone.
    private var processes: [ChildProcess] = []

    /// Adds a process, which then lives until the end of the test unless it is terminated.
    func add(_ process: ChildProcess) { processes.append(process) }

    /// True once one of them has ended by a signal of an error that the test did not send.
    var hasCrash: Bool { processes.contains { !$0.isRunning && $0.hasCrashed } }
}
