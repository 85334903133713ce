// SPDX-License-Identifier: MIT
import ArgumentParser
import StressStore
import TabshellIPC

struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes measurements, sessions and notes.",
        discussion: "It can be undone for 30 days; then, or with --for-good, what was deleted is overwritten.")

    @OptionGroup var access: StoreOptions
    @OptionGroup var span: Span
    @Argument(help: "What to delete, as `list` numbers it: 12, s3 (a session), n4 (a note).")
    var ids: [Item] = []
    @Flag(help: "Remove for good all that is deleted; there is no undo.")
    var forGood = false

    mutating func validate() throws {
        guard ids.isEmpty || !span.isGiven else { throw ValidationError("Give ids, or --from and --to.") }
        guard !ids.isEmpty || span.isGiven || forGood else { throw ValidationError("Say what to delete.") }
    }

    func run() throws {
        let store = try access.open()
        try access.reporting { () throws(StoreError) in
            let count = try delete(from: store)
            let removed = try store.compact(olderThan: forGood ? 0 : StressStore.undoPeriod)
            if access.printsJSON {
                Output.line(["deleted": JSON(count), "removed_for_good": JSON(removed)])
            } else if forGood {
                Output.line("removed for good: \(Formatters.count(removed))")
            } else {
                Output.line(
                    "deleted: \(Formatters.count(count))" + (count > 0 ? "; `tabshell-stress undo` undoes it" : ""))
            }
        }
    }

    private func delete(from store: StressStore) throws(StoreError) -> Int {
        if span.isGiven { return try store.delete(.everything(in: span.range))?.count ?? 0 }
        let selections: [StressStore.Selection] = [
            .samples(ids: ids.filter { $0.kind == nil }.map(\.id)),
            .sessions(ids: ids.filter { $0.kind == "s" }.map(\.id)),
            .notes(ids: ids.filter { $0.kind == "n" }.map(\.id)),
        ]
        return try store.delete(selections)?.count ?? 0
    }

    /// A number as `list` shows it.
    struct Item: ExpressibleByArgument {
        var kind: Character?
        var id: Int64

        init?(argument: String) {
            kind = argument.first.flatMap { "sn".contains($0) ? $0 : nil }
            guard let id = Int64(kind == nil ? argument[...] : argument.dropFirst()) else { return nil }
            self.id = id
        }
    }
}

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Brings back what was deleted last; once more, what was deleted before that.")

    @OptionGroup var access: StoreOptions

    func run() throws {
        let store = try access.open()
        let count = try access.reporting { () throws(StoreError) in
            guard let last = try store.deletions().first else { return 0 }
            return try store.undo(last.id)
        }
        if access.printsJSON { return Output.line(["restored": JSON(count)]) }
        Output.line(count > 0 ? "brought back: \(Formatters.count(count))" : "there is nothing to undo")
    }
}
