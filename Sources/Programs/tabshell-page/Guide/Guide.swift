// SPDX-License-Identifier: MIT
import EventLoop
import Localization
import PageKit
import Posix
import ScreenClient
import ShellModel
import TabConfig
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
