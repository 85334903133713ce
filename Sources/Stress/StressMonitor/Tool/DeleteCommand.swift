import CommandLineKit
import Posix
import TabshellIPC

extension CommandSpec {
    static let delete = CommandSpec(
        "delete", "Delete measurements, sessions and notes.",
        discussion: "It can be undone for 30 days; after that, or with --for-good, deleted data is overwritten.",
        arguments: [
            Argument(
                "id", "The numbers that `list` shows: 12, s3 (a session), n4 (a note).", isOptional: true,
                isRepeated: true)
        ],
        options: TimeSpan.syntax + [
            Option("for-good", "Remove all deleted data for good; there is no undo.")
        ] + StoreOptions.syntax
    ) { options in
        let (access, span) = (StoreOptions(options), try TimeSpan(options))
        let ids = try options.values("id").map { text in try ItemID(text) }
        let forGood = options.flag("for-good")
        guard ids.isEmpty || !span.isGiven else { throw ExitError.usage("<id> excludes --from and --to") }
        guard !ids.isEmpty || span.isGiven || forGood else {
            throw ExitError.usage("expected <id>, --from, --to or --for-good")
        }
        let store = try access.open()
        let missing = try ids.filter { id in try !store.contains(id.table, id: id.number) }
        guard missing.isEmpty else {
            let list = missing.map(\.description).joined(separator: ", ")
            throw ExitError(
                status: .refused,
                reason: "nothing has the number \(list), so nothing was deleted; `list` shows the numbers")
        }
        let count =
            span.isGiven
            ? try store.delete([.everything(in: span.range)])?.count ?? 0
            : try store.delete(ids.map { .record($0.table, id: $0.number) })?.count ?? 0
        let removed = try store.compact(olderThan: forGood ? 0 : StressStore.undoPeriod)
        let hint = count > 0 ? "; `tabshell-stress undo` undoes it" : ""
        access.print(
            ["deleted": JSON(count), "removed_for_good": JSON(removed)],
            or: forGood
                ? "removed for good: \(Formatters.count(removed))"
                : "deleted: \(Formatters.count(count))\(hint)")
    }

    static let undo = CommandSpec(
        "undo", "Restore the last deletion; once more, the one before it.", options: StoreOptions.syntax
    ) { options in
        let access = StoreOptions(options)
        let store = try access.open()
        let count = try store.deletions().first.map { last in try store.undo(last.id) } ?? 0
        access.print(
            ["restored": JSON(count)],
            or: count > 0
                ? "brought back: \(Formatters.count(count))" : "nothing to undo")
    }
}

/// The number of an item in the database, as shown by `list`.
private struct ItemID: CustomStringConvertible {
    private static let prefixes: [StressStore.Table: String] = [.session: "s", .note: "n"]

    let table: StressStore.Table
    let number: Int64

    init(_ text: String) throws(ExitError) {
        let prefix = Self.prefixes.first { text.hasPrefix($0.value) }
        table = prefix?.key ?? .sample
        guard let number = Int64(text.dropFirst(prefix?.value.count ?? 0)) else {
            throw .usage("<id> is like 12, s3 or n4, not \"\(text)\"")
        }
        self.number = number
    }

    var description: String { (Self.prefixes[table] ?? "") + "\(number)" }
}
