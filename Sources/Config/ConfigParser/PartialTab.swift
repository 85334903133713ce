import ShellModel
import ShellConfig

/// The values of one tab in the files read so far.
struct PartialTab {
    var id: TabID
    /// The tab's table in the last file that has one.
    var location: SourceLocation
    /// The keys of all its tables, whatever their values.
    var keys: Set<String> = []
    var title: Located<String>?
    var icon: Located<String>?
    var filledIcon: Located<String>?
    var iconRendering: Located<IconRendering>?
    var spokenLabel: Located<String>?
    var spokenHint: Located<String>?
    var role: Located<TabRole>?
    var isProminent: Located<Bool>?
    /// Logical px.
    var width: Located<Double>?
    var isHidden: Located<Bool>?
    var entrance: Located<PageEntrance>?
    var routes: Located<[String]>?
    var action: Located<String>?
    var menu: Located<[String]>?
    /// The menu of a long press, for a tab with a page.
    var actions: Located<[String]>?
    var program: Located<[String]>?
    /// The working directory of the program: absolute, or below `~/`.
    var directory: Located<String>?
    var appIDs: Located<[AppIDPattern]>?
    var content: Located<TabContent>?
    /// The time after which a command is repeated, s.
    var interval: Located<Double>?
    var windowTitle: Located<WindowBinding.TitlePolicy>?
    var windowBadge: Located<WindowBinding.BadgePolicy>?
    var fills: Located<Bool>?
    var isKeptOpen: Located<Bool>?
    var needsNetwork: Located<Bool>?
    var controlsShell: Located<Bool>?

    /// Gives the tab the program that shows the content, and the windows of a browser.
    mutating func showContent(in browsers: [String]) {
        guard let content else { return }
        let arguments = content.value.arguments(for: id, browsers: browsers, interval: interval?.value)
        program = Located(value: arguments, location: content.location)
        guard case .page(let address) = content.value else { return }
        let page = WebPage(tab: id, address: address, browsers: browsers)
        appIDs = Located(value: page.appIDs, location: content.location)
    }

    var window: WindowBinding? {
        appIDs.map {
            WindowBinding(
                appIDs: $0.value, title: windowTitle?.value ?? .none, badge: windowBadge?.value ?? .none,
                fills: fills?.value ?? true)
        }
    }
}

/// The values of one action in the files read so far.
struct PartialAction {
    var id: ActionID
    /// The action's table in the last file that has one.
    var location: SourceLocation
    /// The keys of all its tables, whatever their values.
    var keys: Set<String> = []
    var title: Located<String>?
    var icon: Located<String>?
    var iconRendering: Located<IconRendering>?
    var program: Located<[String]>?
    var controlsShell: Located<Bool>?
}

/// The content of a tab without its own program.
enum TabContent {
    /// The keys for it in a tab's table; a tab has one of them.
    enum Key: String, CaseIterable {
        case url, file, command
    }

    case page(WebAddress)
    /// The path of a document: absolute, or below `~/`.
    case file(String)
    /// A line for the shell.
    case command(String)

    /// The program that shows it. `interval` is the time after which a command is repeated, s.
    func arguments(for tab: TabID, browsers: [String], interval: Double?) -> [String] {
        switch self {
        case .page(let address): WebPage(tab: tab, address: address, browsers: browsers).arguments
        case .file(let path): [WebPage.program, "--file", path]
        case .command(let line):
            [WebPage.program, "--command", line] + (interval.map { ["--every", $0.formatted] } ?? [])
        }
    }
}
