// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    /// The command-line tool for the user's measurements.
    static let stress = CommandSpec(
        "tabshell-stress",
        "Keeps, imports and shows your heart rate variability and heart rate, and the stress level from them.",
        discussion: """
            The measurements are in $XDG_DATA_HOME/tabshell/stress.db (by default ~/.local/share/tabshell/stress.db), which \
            only you can read. Nothing here is a medical finding.

            Exit status: 0 done, 1 failed, 2 usage, 10 imported except for rejected rows, 11 there is no stress level \
            (yet), 130 or 143 an import was stopped.
            """,
        groups: [Group("Commands", [add, importFile, list, export, level, delete, undo])])
}

/// The exit statuses that only this program has. Scripts depend on the numbers.
enum StressExitStatus {
    static let rejectedRows: Int32 = 10
    static let noLevel: Int32 = 11
    /// Added to the number of the signal that stopped an import.
    static let signal: Int32 = 128
}
