// SPDX-License-Identifier: MIT
import Glibc
import Posix
import CommandLineKit
import TabConfig

/// Becomes the helper that reads configuration files; comes back only when that fails.
///
/// - Throws: ``ExitError``.
func becomeHelper(_ arguments: [String]) throws(ExitError) {
    let name = ConfigurationLoader.helper
    guard let path = ChildProcess.findExecutable(name) else {
        throw ExitError(status: .refused, reason: "there is no program \(name)")
    }
    let words = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    execv(path, words + [nil])
    throw ExitError(status: .refused, reason: SystemError.current("starting \(path)").description)
}
