// SPDX-License-Identifier: MIT
import CommandLineKit
import StressStore
import TabshellIPC

extension CommandSpec {
    static let undo = CommandSpec(
        "undo", "Restores the last deletion; once more, the one before it.", options: StoreOptions.syntax
    ) { options in
        let access = StoreOptions(options)
        let store = try access.open()
        let count = try store.deletions().first.map { last in try store.undo(last.id) } ?? 0
        if access.printsJSON { return StandardOutput.write(["restored": JSON(count)]) }
        StandardOutput.writeLine(count > 0 ? "brought back: \(Formatters.count(count))" : "there is nothing to undo")
    }
}
