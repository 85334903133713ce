import PageKit
import ScreenClient
import ShellModel
import TabshellIPC

/// Runs the sheet for another title of a tab. Its own tab goes after it is closed.
func runRename(_ tab: TabID, of target: TabID, _ options: ShellOptions) throws {
    let page = GuidePage(.title)
    let program = try PageProgram(page, tab: tab, options: options)
    var (isOpen, isKept) = (false, false)
    // After the animation of the sheet. A save leaves out its tab.
    let end = program.loop.timer { [weak program] in program?.send(isKept ? .save : .changeTabs(.remove(tab))) }
    program.onUpdate = { [weak page] state in
        if !isOpen, state.sheet.tab == tab { page?.begin(with: state.tab(target)?.title ?? "") }
        if isOpen, state.sheet.tab != tab { end.arm(after: 400_000_000) }
        isOpen = state.sheet.tab == tab
    }
    page.onChoice = { [weak program, weak page] content in
        guard case .title(let title) = content else { return }
        program?.send(.changeTabs(.add(NewTab(id: target, title: title), .replacing(target)))) { reply in
            if case .failure(let error)? = reply {
                page?.show(problem: error.sentence)
                program?.pageChanged()
            } else {
                isKept = true
                program?.request(.sheet(tab: nil))
            }
        }
    }
    try program.run()
}
