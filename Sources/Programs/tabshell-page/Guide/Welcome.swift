import PageKit
import ScreenClient
import ShellModel
import ShellConfig
import TabshellIPC

/// Runs the page of the first start: it offers the looks, which the whole shell shows at once, light or dark, and the
/// applications to make tabs of. Its last button keeps the choice and removes the tab.
func runWelcome(_ tab: TabID, theme: String?, _ options: ShellOptions) throws {
    let page = WelcomePage()
    page.looks = ConfigurationLoader.builtInLooks
    let program = try PageProgram(page, tab: tab, options: options)
    let changed = { [weak program] in program?.pageChanged() ?? () }
    let icons = IconLoader(on: program.loop, onChange: changed)
    page.pictures = { icons.icon($0, side: $1) }
    let thumbnails = LookThumbnails(on: program.loop, icons: icons, onChange: changed)
    page.thumbnail = { thumbnails.picture($0, $1, scale: $2) }
    GuideChoice.loadApplications(on: program.loop, theme: theme) { [weak page] in
        page?.applications = $0
        changed()
    }
    page.onLook = { [weak program] in program?.send(.look($0)) }
    page.onAppearance = { [weak program] in program?.send(.command(.setAppearance($0))) }
    var tabs: [Tab] = []
    program.onUpdate = { [weak page] state in
        tabs = state.tabs
        guard let page, page.look != state.look?.name else { return }
        page.look = state.look?.name
        changed()
    }
    func add(_ applications: ArraySlice<String>) {
        guard let first = applications.first else {
            if let first = tabs.first(where: { $0.role == .page && !$0.isHidden }) {
                program.send(.command(.select(first.id)))
            }
            // It goes before saving the others.
            program.send(.changeTabs(.remove(tab)))
            return program.send(.save)
        }
        program.send(.changeTabs(.add(NewTab(desktopEntry: first), .last))) { [weak page] reply in
            guard case .failure(let error)? = reply else { return add(applications.dropFirst()) }
            page?.show(problem: error.message.prefix(1).uppercased() + error.message.dropFirst())
            changed()
        }
    }
    page.onDone = { add($0[...]) }
    try program.run()
}
