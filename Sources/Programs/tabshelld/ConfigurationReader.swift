// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import Posix
import TabConfig

/// Replaces this process by the helper that reads configuration files; returns only if that fails.
///
/// - Throws: ``ExitError``.
func runAsConfigurationReader(_ arguments: [String]) throws(ExitError) {
    let name = ConfigurationLoader.helper
    guard let path = ChildProcess.findExecutable(name) else {
        throw ExitError(status: .refused, reason: "there is no program \(name)")
    }
    let error = execute(path, arguments)
    throw ExitError(status: .refused, reason: "starting \(path): \(errorText(error))")
}
