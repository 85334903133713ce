// The benchmarks are built with this module as well, and statically, where Testing is missing.
#if canImport(Testing)
    import Testing

    /// A trait of tests that judge programs by their time or memory.
    ///
    /// A sanitizer makes programs several times slower and keeps freed memory. Then such a test only runs for its reports:
    /// its other failures are known issues.
    public struct MeasurementTrait: TestTrait, SuiteTrait, TestScoping {
        public let isRecursive = true

        public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
            testCase != nil && Environment.hasSanitizer ? self : nil
        }

        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            await withKnownIssue("a sanitizer is too slow", isIntermittent: true) { try await function() }
        }
    }

    extension Trait where Self == MeasurementTrait {
        /// Judges programs by their time or memory.
        public static var measurement: Self { MeasurementTrait() }
    }
#endif
