// SPDX-License-Identifier: MIT
import ShellModel
import Text

extension String {
    /// Returns the text as a log shows it, cut to a number of bytes.
    package func printable(maximumBytes: Int) -> String {
        escapedForTerminal().truncated(toBytes: maximumBytes)
    }
}
