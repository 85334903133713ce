// The benchmarks are built with this module as well, and statically, where Testing is missing.
#if canImport(Testing)
    import Testing

    /// A trait of tests that judge programs by their time or memory.
    ///
    /// A sanitizer or an emulator makes programs several times slower and takes memory. Then such a test only runs for
    /// the reports of the sanitizer, and for crashes: its other failures are known issues.
    public struct MeasurementTrait: TestTrait, SuiteTrait, TestScoping {
        public let isRecursive = true

        public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
            testCase != nil && Environment.hasOverhead ? self : nil
        }

        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            await withKnownIssue("slowed down", isIntermittent: true) { try await function() }
        }
    }

    extension Trait where Self == MeasurementTrait {
        /// Judges programs by their time or memory.
        public static var measurement: Self { MeasurementTrait() }
    }
#endif
