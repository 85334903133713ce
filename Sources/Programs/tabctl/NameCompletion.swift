import CommandLineKit
import EventLoop
import Posix
import ShellModel
import SocketClient
import TabshellIPC

extension CommandSpec.ValueKind {
    static let tab = tab { _ in true }

    static func tab(where condition: @escaping @Sendable (Tab) -> Bool) -> Self {
        .name { (NameCompletion.state?.tabs ?? []).filter(condition).map(\.id.rawValue) }
    }

    static let action = name { (NameCompletion.state?.actions ?? []).map(\.id.rawValue) }

    static let look = name { (try? NameCompletion.ask(.looks)?.get())?["looks"]?.strings ?? [] }

    static let foreignWindow = name {
        guard case .array(let windows)? = (try? NameCompletion.ask(.windows)?.get())?["windows"] else { return [] }
        return windows.compactMap { if case .string(let appID)? = $0["app_id"] { appID } else { nil } }
    }

    static let pressable = name {
        guard let tree = (try? NameCompletion.ask(.accessibility)?.get())?["tree"],
            let node = try? AccessibilityNode(JSONObjectReader(tree))
        else { return [] }
        return node.pressableNames
    }

    /// The IDs of the installed applications' desktop entries, except in folders.
    static let desktopEntry = name {
        let suffix = ".desktop"
        let files = BaseDirectory.dataDirectories(environment: environmentVariable).flatMap {
            FileSystem.names(in: "\($0)/applications")
        }
        return Set(files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }).sorted()
    }

    /// The tabs with a page, and their routes; a route with a gap is not a link.
    static let link = name {
        (NameCompletion.state?.tabs ?? []).filter { $0.role != .action }.flatMap { tab in
            [tab.id.rawValue] + tab.routes.filter { !$0.contains("*") }.map { "\(tab.id)/\($0)" }
        }
    }
}

/// The names that the running daemon knows, for the shells' completions; none without a timely answer.
enum NameCompletion {
    /// The time limit, ns: a person is waiting at the prompt. A busy machine may need some of it.
    private static let timeout: UInt64 = 2_000_000_000

    static var state: ShellState? {
        (try? ask(.state)?.get()).flatMap { try? ShellState(json: $0) }
    }

    /// The command line that selects a tab with this ID or title, in any case; nil without one.
    static func selection(of name: String) -> String? {
        let tab = (state?.tabs ?? []).first { tab in
            [tab.id.rawValue, tab.title].contains { $0.lowercased() == name.lowercased() }
        }
        return tab.map { "tabctl select \($0.id)" }
    }

    static func ask(_ request: Request) -> Result<JSON, ClientError>? {
        let deadline = MonotonicClock.now + timeout
        guard let search = try? SocketSearch(environment: environmentVariable) else { return nil }
        return Result { () throws(ClientError) in
            try BlockingClient.connect(search, deadline: deadline, retryUntilDeadline: false).request(
                request, deadline: deadline)
        }
    }
}
