// SPDX-License-Identifier: MIT
import DesktopEntries
import EventLoop
import IconTheme
import Posix

/// The installed applications, read from their desktop entries by a thread.
enum InstalledApplications {
    /// The number of desktop entries that are read at most.
    private static let limit = 500
    /// The ID of the shell's own entry, which cannot run in a tab of its own.
    private static let shell = "tabshell"

    /// Calls a function with the applications in the order of their names.
    static func load(on loop: EventLoop, _ completion: @escaping ([GuideChoice]) -> Void) {
        BackgroundThread.run(on: loop) { () throws(SystemError) -> [GuideChoice] in
            let icons = IconLookup(configFolder: "/", size: 64, environment: environmentVariable)
            let entries = DesktopEntryFinder(environment: environmentVariable).installed(limit: limit)
            return entries.filter { $0.id != shell }.map { id, entry in
                GuideChoice(id: id, title: entry.name, icon: entry.icon.flatMap { try? icons.resolve($0) })
            }.sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) }
        } onEnd: { result in
            completion((try? result.get()) ?? [])
        }
    }
}
