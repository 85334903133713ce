// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import ProgramKit
import TabConfig

/// Becomes the helper that reads configuration files; comes back only when that fails.
///
/// - Throws: ``ProgramFailure``.
func becomeHelper(_ arguments: [String]) throws(ProgramFailure) {
    let name = ConfigurationSource.helper
    guard let path = ChildProcess.find(name) else {
        throw ProgramFailure(status: .refused, reason: "there is no program \(name)")
    }
    let words = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    execv(path, words + [nil])
    throw ProgramFailure(status: .refused, reason: SystemError.last("starting \(path)").description)
}
