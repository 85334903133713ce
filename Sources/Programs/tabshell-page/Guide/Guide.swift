import EventLoop
import PageKit
import Posix
import RasterClient
import ScreenClient
import ShellModel

/// Runs the page of a tab without content. The user's choice becomes the tab's content, and is saved.
func runGuide(_ tab: TabID, title: String?, theme: String?, _ options: ShellOptions) throws {
    // The daemon names its own file.
    let folder = BaseDirectory.configuration.path(environment: environmentVariable)
    let file = environmentVariable("TABSHELL_CONFIG") ?? "\(folder ?? "/etc/xdg")/tabshell/config.toml"
    let home = environmentVariable("HOME").map { $0 + "/" } ?? "/"
    let page = GuidePage()
    page.file = file.hasPrefix(home) ? "~/" + file.dropFirst(home.count) : file
    let program = try PageProgram(tab: tab, topics: ShownDocuments.topics, options: options) { _ in page }
    let changed = { [weak program] in program?.pageChanged() ?? () }
    let icons = MaskLoader(loop: program.loop, log: Log(program: "tabshell-page"))
    icons.onChange = changed
    page.pictures = { icons.icon($0, side: $1) }
    GuideChoice.loadApplications(on: program.loop, theme: theme) { [weak page] in
        page?.applications = $0
        changed()
    }
    var documents: [FileWatcher] = []
    page.onOpening = { [weak page, loop = program.loop] level in
        guard level == .documents else { return documents.removeAll() }
        documents = GuideChoice.watchDocuments(on: loop) {
            page?.documents = $0
            changed()
        }
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
    let opener = Opener(of: tab, on: program.loop) { [weak page] in
        page?.show(problem: $0)
        changed()
    }
    var isLocked = false
    page.openFile = {
        // An editor could remove the lock.
        guard !isLocked else { return }
        opener.open(file, creatingWith: "# The configuration of tabshell: see tabshell(5).\n")
    }
    let document = DocumentPage(title: title)
    document.pictures = page.pictures
    let show = ShownDocuments.connect(tab, to: document, of: program)
    var own: Tab?
    program.onUpdate = { [weak page] state in
        own = state.tab(tab)
        isLocked = state.isLocked
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
