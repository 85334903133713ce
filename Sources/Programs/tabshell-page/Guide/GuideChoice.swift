import DesktopEntries
import EventLoop
import IconTheme
import Posix

/// An application or a document that can become the content of a tab.
struct GuideChoice: Equatable, Sendable {
    /// The ID of a desktop entry, or the path of a document.
    var id: String
    var title: String
    /// The folder of a document, for a person.
    var detail = ""
    /// The path of a picture, or the name of a built-in icon; nil for the first letter of the title.
    var icon: String?
}

/// The lists of the pages, in the order of their titles. A thread reads them.
extension GuideChoice {
    private static let maximumEntries = 500
    private static let maximumDocuments = 200
    /// The ID of the shell's own entry, which cannot run in its own tab.
    private static let shell = "tabshell"

    /// Calls a function with the installed applications. `theme` is the icon theme of the configuration; nil without one.
    static func loadApplications(
        on loop: EventLoop, theme: String?, _ completion: @escaping ([GuideChoice]) -> Void
    ) {
        load(on: loop, completion) {
            let themes = [theme].compactMap(\.self) + IconLookup.desktopThemes(environment: environmentVariable)
            let icons = IconLookup(
                configFolder: "/", theme: themes[0], otherThemes: Array(themes.dropFirst()), size: 64,
                environment: environmentVariable)
            let entries = DesktopEntryFinder(environment: environmentVariable).installed(limit: maximumEntries)
            return entries.filter { $0.id != shell }.map { id, entry in
                GuideChoice(id: id, title: entry.name, icon: entry.icon.flatMap { try? icons.resolve($0) })
            }
        }
    }

    /// Calls a function with the documents in home and Documents, now and after changes. Returns the watchers, to keep.
    static func watchDocuments(
        on loop: EventLoop, _ completion: @escaping ([GuideChoice]) -> Void
    ) -> [FileWatcher] {
        let home = environmentVariable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folders = home == nil ? [] : ["", "Documents/"]
        let patterns = folders.map {
            FileWatcher.Pattern(in: "\(home ?? "")/\($0)", suffix: ".md", ".markdown", ".txt")
        }
        let read = {
            load(on: loop, { completion(Array($0.prefix(maximumDocuments))) }) {
                zip(folders, patterns).flatMap { folder, pattern in
                    pattern.names.lazy
                        .filter { (try? FileSystem.status(of: pattern.directory + $0))?.kind == .regular }
                        .prefix(maximumDocuments)
                        .map { GuideChoice(id: "~/\(folder)\($0)", title: $0, detail: "~/\(folder)") }
                }
            }
        }
        read()
        return patterns.map { FileWatcher([], and: $0, on: loop, watchesLater: true, onChange: read) }
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
