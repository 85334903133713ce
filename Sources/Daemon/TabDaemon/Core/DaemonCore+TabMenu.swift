import Localization
import ShellModel
import TabshellIPC

extension DaemonCore {
    /// The time for which a message about a change stays, ns.
    private static let messageDuration: UInt64 = 5_000_000_000
    private static let rename: TabID = "rename"

    /// Makes a change that the user has chosen in the menu of a tab. It is saved; the sheet for another title saves by itself.
    mutating func edit(_ tab: TabID, _ action: TabMenuAction) {
        switch action {
        case .rename:
            // Of a sheet that was not closed.
            if shell.tab(Self.rename) != nil, transientTab == Self.rename {
                read(.change(.remove(Self.rename), selects: false), for: .screen(nil))
            }
            let more = "icon = \"pencil\"\nrole = \"compose\""
            let lines = Self.lines(Self.rename, localized("Rename"), more, "--rename", tab.rawValue)
            read(.extend(Self.rename, lines), for: .screen(nil))
        case .moveBack, .moveOn:
            guard let position = shell.position(of: tab, after: action) else { return }
            read(.change(.move(tab, position), selects: false), for: .screen(nil))
        case .remove:
            let title = shell.tab(tab)?.title ?? tab.rawValue
            guard shell.tabs.contains(where: { $0.id != tab && $0.role == .page && !$0.isHidden }) else {
                return show(localized("\(title) is the last tab, and cannot be removed."))
            }
            read(.change(.remove(tab), selects: false), for: .screen(localized("Removed \(title)")))
        }
    }

    /// Shows the result of a change from a menu, and saves it.
    mutating func ended(_ job: ConfigurationQueue.Job, _ result: Result<JSON, WireError>, message: String?) {
        switch result {
        case .failure(let error): show(error.sentence)
        case .success:
            if let message { show(message) }
            switch job {
            case .change(.remove(Self.rename), _): break
            case .change(.remove, _), .change(.move, _): read(.save, for: .screen(nil))
            default: break
            }
        }
    }

    private mutating func show(_ message: String) {
        let text = message.printable(maximumBytes: ShownMessage.maximumBytes)
        carryOut(.message(text, tab: nil, duration: Self.messageDuration))
    }
}
