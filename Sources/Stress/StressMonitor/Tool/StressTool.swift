import CommandLineKit

extension CommandSpec {
    /// The command-line tool for the user's measurements.
    static let stress = CommandSpec(
        "tabshell-stress",
        "Keeps, imports and shows your heart rate variability and heart rate, and the stress level from them.",
        discussion: """
            The measurements are in $XDG_DATA_HOME/tabshell/stress.db (by default ~/.local/share/tabshell/stress.db), which \
            only you can read. Nothing here is a medical finding.
            """,
        groups: [Group("Commands", [add, importFile, list, export, level, delete, undo])]
    ).documented(
        statuses: [
            .init("0", "done"), .init("1", "failed"), .init("2", "usage"),
            .init("\(StressExitStatus.rejectedRows)", "imported except for rejected rows"),
            .init("\(StressExitStatus.noLevel)", "there is no stress level (yet)"),
            .init("130 or 143", "an import was stopped"),
        ],
        environment: [.init("XDG_DATA_HOME", "The folder of `tabshell/stress.db`, `~/.local/share` by default.")],
        files: [.init("~/.local/share/tabshell/stress.db", "The measurements.")],
        examples: [
            .init("tabshell-stress add --hrv 52 --hr 61", "Add a measurement:"),
            .init("tabshell-stress import export.zip", "Import what Apple Health has exported:"),
            .init("tabshell-stress list --by day", "List the measurements of each day:"),
        ],
        seeAlso: ["tabshell-flash(1)", "tabshell-growth(1)", "tabshell-home(1)"])
}

/// The exit statuses of this program alone. Scripts depend on the numbers.
enum StressExitStatus {
    static let rejectedRows: Int32 = 10
    static let noLevel: Int32 = 11
    /// Added to the number of the signal that stopped an import.
    static let signal: Int32 = 128
}
