// SPDX-License-Identifier: MIT
import DocumentSource
import Localization
import PageKit
import Pages
import Posix
import ShellKit
import ShellModel

/// Runs the page of a tab without a program: it shows how to fill the tab, and opens the configuration.
func runGuide(_ tab: TabID, title: String?, _ options: ShellOptions) throws {
    // The daemon names its own file.
    let folder = BaseDirectory.configuration.path(environment: environmentVariable)
    let file = environmentVariable("TABSHELL_CONFIG") ?? "\(folder ?? "/etc/xdg")/tabshell/config.toml"
    let source = GuideSource(tab: tab.rawValue, file: file)
    let page = DocumentPage(title: title, source: source)
    let program = try PageProgram(tab: tab, topics: [.shown], options: options) { _ in page }
    source.onChange = { [weak page, weak program] in
        page?.documentChanged()
        program?.pageChanged()
    }
    let opener = Opener(on: program.loop) { [weak source] in source?.show(note: $0) }
    page.buttons = [
        DocumentButton(localized("Open the Configuration")) {
            opener.open(file, creatingWith: "# The configuration of tabshell: see tabshell(5).\n")
        }
    ]
    ShownDocuments.connect(tab, to: page, of: program, inPlaceOf: source, page.buttons)
    try program.run()
}
