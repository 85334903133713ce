// SPDX-License-Identifier: MIT
import Localization
import Posix

/// The optional program that shows the accessibility tree to the screen readers of the desktop.
public enum ScreenReaderBridge {
    public static let program = "tabshell-atspi"

    /// The reason for which it cannot be started.
    public static func describe(_ error: MissingExecutable) -> String {
        guard error.reason == .notFound else { return "\(error)" }
        return localized(
            """
            \(error.name) is not installed, neither beside tabshelld nor on PATH; in the sources of tabshell: scripts/bridge && sudo \
            scripts/bridge --install. Without it: accessibility.bridge = false
            """)
    }
}
