import PageKit
import Posix
import RasterClient
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
    let icons = MaskLoader(loop: program.loop, log: Log(program: "tabshell-page"))
    icons.onChange = changed
    page.pictures = { icons.icon($0, side: $1) }
    let thumbnails = LookThumbnails(on: program.loop, icons: icons, onChange: changed)
    page.thumbnail = { thumbnails.picture($0, $1, size: $2, scale: $3) }
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
    /// The tabs of applications, also after an attempt that failed at a later one.
    var added: [String: TabID] = [:]
    func finish(_ first: TabID?) {
        let first = first ?? tabs.first { $0.role == .page && !$0.isHidden }?.id
        if let first { program.send(.command(.select(first))) }
        // It goes before saving the others.
        program.send(.changeTabs(.remove(tab)))
        program.send(.save)
    }
    /// Makes tabs of applications, in the places of the look's own, and removes the rest of these.
    func add(_ applications: ArraySlice<String>, _ own: ArraySlice<TabID>, first: TabID?) {
        guard let application = applications.first else {
            guard let first, let last = own.last else { return finish(first) }
            // A look with a fixed number of tabs keeps it.
            return program.send(.changeTabs(.remove(last))) { _ in add([], own.dropLast(), first: first) }
        }
        if let known = added[application] { return add(applications.dropFirst(), own, first: first ?? known) }
        let place = own.first.map { TabPosition.replacing($0) } ?? .last
        program.send(.changeTabs(.add(NewTab(desktopEntry: application), place))) { [weak page] reply in
            switch reply {
            case .success(let json)?:
                if case .string(let id)? = json["tab"] { added[application] = TabID(rawValue: id) }
                add(applications.dropFirst(), own.dropFirst(), first: first ?? added[application])
            case .failure(let error)?:
                page?.show(problem: error.sentence)
                changed()
            case nil: break
            }
        }
    }
    page.onDone = { applications in
        // Buttons, and what they open, are a part of the look.
        let own = tabs.filter {
            !$0.isHidden && !$0.isProminent && [.page, .search].contains($0.role) && !added.values.contains($0.id)
        }
        add(applications[...], own.map(\.id)[...], first: nil)
    }
    try program.run()
}
