// SPDX-License-Identifier: MIT
import DesktopEntries
import EventLoop
import IconTheme
import Posix

/// The lists of the pages, in the order of their titles. A thread reads them.
extension GuideChoice {
    /// The number of desktop entries that are read at most.
    private static let maximumEntries = 500
    /// The number of documents that are listed at most.
    private static let maximumDocuments = 200
    private static let suffixes = [".md", ".markdown", ".txt"]
    /// The ID of the shell's own entry, which cannot run in a tab of its own.
    private static let shell = "tabshell"

    /// Calls a function with the installed applications.
    static func loadApplications(on loop: EventLoop, _ completion: @escaping ([GuideChoice]) -> Void) {
        load(on: loop, completion) {
            let icons = IconLookup(configFolder: "/", size: 64, environment: environmentVariable)
            let entries = DesktopEntryFinder(environment: environmentVariable).installed(limit: maximumEntries)
            return entries.filter { $0.id != shell }.map { id, entry in
                GuideChoice(id: id, title: entry.name, icon: entry.icon.flatMap { try? icons.resolve($0) })
            }
        }
    }

    /// Calls a function with the documents in the home folder and its folder Documents.
    static func loadDocuments(on loop: EventLoop, _ completion: @escaping ([GuideChoice]) -> Void) {
        load(on: loop, { completion(Array($0.prefix(maximumDocuments))) }) {
            guard let home = environmentVariable("HOME"), home.hasPrefix("/") else { return [] }
            return ["", "Documents/"].flatMap { folder in
                FileSystem.names(in: "\(home)/\(folder)").lazy.filter { name in
                    !name.hasPrefix(".") && suffixes.contains { name.lowercased().hasSuffix($0) }
                }.filter { (try? FileSystem.status(of: "\(home)/\(folder)\($0)"))?.kind == .regular }
                    .prefix(maximumDocuments)
                    .map { GuideChoice(id: "~/\(folder)\($0)", title: $0, detail: "~/\(folder)") }
            }
        }
    }

    private static func load(
        on loop: EventLoop, _ completion: @escaping ([GuideChoice]) -> Void,
        _ list: @escaping @Sendable () -> [GuideChoice]
    ) {
        BackgroundThread.run(on: loop) { () throws(SystemError) in
            list().sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) }
        } onEnd: { result in
            completion((try? result.get()) ?? [])
        }
    }
}
