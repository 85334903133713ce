// SPDX-License-Identifier: MIT
import Posix
import Localization

/// The end of a process as a text.
///
/// - Parameter code: its exit code, or -signal; nil if unknown.
func describeExit(_ code: Int32?, isOfShell: Bool = false) -> String {
    guard let code else { return localized("it ended") }
    if code < 0 { return localized("it was ended by signal \(-code)") }
    let meaning: String? =
        switch isOfShell ? ExitStatus(rawValue: code) : nil {
        case .cannotConnect: localized("it found no compositor")
        case .compositorGone: localized("it lost the connection to the compositor")
        default: nil
        }
    return meaning.map { localized("\($0) (exit code \(code))") } ?? localized("it exited with code \(code)")
}

/// The end of the bridge as a text.
func describeBridgeExit(_ code: Int32?) -> String {
    guard let code, ExitStatus(rawValue: code) == .refused else { return describeExit(code) }
    return localized("it found no session bus, or at-spi2-core is not installed (exit code \(code))")
}
