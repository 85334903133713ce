// SPDX-License-Identifier: MIT
import DocumentSource
import Localization
import PageKit
import Pages
import ShellKit
import ShellModel
import TabConfig
import TabshellIPC

/// Runs the page of the first start: it offers the looks, which the whole shell shows at once, and tells how tabs are added.
/// Its last button keeps the look and removes the tab.
func runWelcome(_ tab: TabID, _ options: ShellOptions) throws {
    let page = DocumentPage(title: localized("Welcome to tabshell"), source: GuideSource.welcome)
    let program = try PageProgram(page, tab: tab, options: options)
    func showButtons(_ state: ShellState) {
        let looks = ConfigurationLoader.builtInLooks.map { look in
            DocumentButton(choice: title(ofLook: look), isChosen: look == state.look?.name) { [weak program] in
                program?.send(.look(look))
            }
        }
        let done = DocumentButton(localized("Done")) { [weak program] in
            guard let program else { return }
            if let first = state.tabs.first(where: { $0.role == .page && !$0.isHidden }) {
                program.send(.command(.select(first.id)))
            }
            // It goes before the others are saved.
            program.send(.changeTabs(.remove(tab)))
            program.send(.save)
        }
        page.buttons = looks + [done]
    }
    var shown: (look: String?, tabs: [Tab]) = (nil, [])
    program.onUpdate = { [weak program] state in
        guard shown != (state.look?.name, state.tabs) else { return }
        shown = (state.look?.name, state.tabs)
        showButtons(state)
        program?.pageChanged()
    }
    try program.run()
}

/// The words of a look's name, each with a capital letter.
private func title(ofLook name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
}
