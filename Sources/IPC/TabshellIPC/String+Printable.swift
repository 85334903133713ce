// SPDX-License-Identifier: MIT
import Text

extension String {
    /// Returns the text as a log shows it, cut to a number of bytes.
    package func printable(maximumBytes: Int) -> String {
        var result = escapedForTerminal()
        while result.utf8.count > maximumBytes { result.unicodeScalars.removeLast() }
        return result
    }
}
