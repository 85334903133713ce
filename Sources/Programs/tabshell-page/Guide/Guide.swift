// SPDX-License-Identifier: MIT
import DesktopEntries
import EventLoop
import IconTheme
import Localization
import PageKit
import Posix
import ScreenClient
import ShellModel
import ShellConfig
import TabshellIPC

/// Runs the page of a tab without content. The user's choice becomes the tab's content, and is saved.
func runGuide(_ tab: TabID, title: String?, _ options: ShellOptions) throws {
    // The daemon names its own file.
    let folder = BaseDirectory.configuration.path(environment: environmentVariable)
    let file = environmentVariable("TABSHELL_CONFIG") ?? "\(folder ?? "/etc/xdg")/tabshell/config.toml"
    let home = environmentVariable("HOME").map { $0 + "/" } ?? "/"
    let page = GuidePage(title: title)
    page.file = file.hasPrefix(home) ? "~/" + file.dropFirst(home.count) : file
    let program = try PageProgram(tab: tab, topics: [.shown], options: options) { _ in page }
    let changed = { [weak program] in program?.pageChanged() ?? () }
    let icons = IconLoader(on: program.loop, onChange: changed)
    page.pictures = { icons.icon($0, side: $1) }
    GuideChoice.loadApplications(on: program.loop) { [weak page] in
        page?.applications = $0
        changed()
    }
    GuideChoice.loadDocuments(on: program.loop) { [weak page] in
        page?.documents = $0
        changed()
    }
    BackgroundThread.run(on: program.loop) { () throws(SystemError) -> Bool in
        let text = String(decoding: try FileSystem.read(file, maximumSize: 1 << 20), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).contains { line in
            line.filter { $0 != " " && $0 != "\t" }.hasPrefix("id=\"\(tab.rawValue)\"")
        }
    } onEnd: { [weak page] result in
        page?.isTabInFile = (try? result.get()) ?? false
        changed()
    }
    let opener = Opener(on: program.loop) { [weak page] in
        page?.show(problem: $0)
        changed()
    }
    page.openFile = { opener.open(file, creatingWith: "# The configuration of tabshell: see tabshell(5).\n") }
    let document = DocumentPage(title: title)
    let show = ShownDocuments.connect(tab, to: document, of: program)
    var own: Tab?
    program.onUpdate = { [weak page] state in
        own = state.tab(tab)
        page?.cover = state.shown[tab] == nil ? nil : document
        show(state)
    }
    let filler = TabFiller(tab, program) { [weak page] in
        page?.show(problem: $0)
        changed()
    }
    page.onChoice = { filler.fill(with: $0, own) }
    try program.run()
}

/// The documents in the home folder and its folder Documents, listed by a thread.
enum HomeDocuments {
    /// The number of documents that are listed at most.
    private static let limit = 200
    private static let suffixes = [".md", ".markdown", ".txt"]

    /// Calls a function with the documents in the order of their names.
    static func load(on loop: EventLoop, _ completion: @escaping ([GuideChoice]) -> Void) {
        BackgroundThread.run(on: loop) { () throws(SystemError) -> [GuideChoice] in
            guard let home = environmentVariable("HOME"), home.hasPrefix("/") else { return [] }
            let found = ["", "Documents/"].flatMap { folder in
                FileSystem.names(in: "\(home)/\(folder)").lazy.filter { name in
                    !name.hasPrefix(".") && suffixes.contains { name.lowercased().hasSuffix($0) }
                }.filter { (try? FileSystem.status(of: "\(home)/\(folder)\($0)"))?.kind == .regular }
                    .prefix(limit).map { GuideChoice(id: "~/\(folder)\($0)", title: $0, detail: "~/\(folder)") }
            }
            return Array(found.sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) }.prefix(limit))
        } onEnd: { result in
            completion((try? result.get()) ?? [])
        }
    }
}

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
