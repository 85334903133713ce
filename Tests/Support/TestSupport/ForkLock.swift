import Foundation

/// The lock that keeps writing a program apart from starting one, in tests that run in parallel.
///
/// Between `fork` and `execve`, a child has all files of the tests open. A file open for writing cannot be executed
/// (ETXTBSY), although its writer has closed it.
enum ForkLock {
    private static let lock = NSLock()

    static func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }
}
