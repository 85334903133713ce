import ShellModel
import Text

extension WireError {
    public init(_ error: CommandError) {
        switch error {
        case .noTabs: self.init(.invalidRequest, "no tab has a page")
        case .duplicateTab(let tab): self.init(.invalidRequest, "there is a tab \"\(tab)\" already")
        case .duplicateAction(let action):
            self.init(.invalidRequest, "two actions have the id \"\(action)\"")
        case .wrongTabCount(let count, let expected, let look):
            self.init(
                .invalidRequest,
                "\(look) has exactly \(expected) tabs beside its button, not \(count)")
        case .unknownTab(let tab, let known):
            self.init(
                .unknownTab,
                "unknown tab \"\(tab)\"; available: \(known.map(\.rawValue).joined(separator: ", "))"
                    + (Spelling.nearest(tab.rawValue, among: known.map(\.rawValue)).map {
                        "; did you mean \"\($0)\"?"
                    } ?? ""),
                data: ["tabs": .array(known.map { .string($0.rawValue) })])
        case .unknownAction(let action, let known):
            self.init(
                .unknownAction,
                known.isEmpty
                    ? "unknown action \"\(action)\"; the configuration has none"
                    : "unknown action \"\(action)\"; available: \(known.map(\.rawValue).joined(separator: ", "))",
                data: ["actions": .array(known.map { .string($0.rawValue) })])
        case .unknownRoute(let tab, let route, let known):
            self.init(
                .unknownRoute,
                "\(tab) has no route \"\(route.joined(separator: "/"))\"; it has: \(known.joined(separator: ", "))",
                data: ["routes": .array(known.map { .string($0) })])
        case .pathTooLong(let tab):
            self.init(
                .invalidArgument,
                "a path has at most \(ShellState.maximumPathComponents) words of \(ShellState.maximumComponentBytes) bytes; that of \(tab) would be longer"
            )
        case .pathsTooLong(let tab):
            self.init(
                .invalidArgument,
                "all paths have at most \(ShellState.maximumBytesOfAllPaths) bytes together; with that of \(tab) they would have more"
            )
        case .noSheet(let tab):
            self.init(.notApplicable, "\(tab) has no sheet: its role is neither search nor compose")
        case .noMenu(let tab): self.init(.notApplicable, "\(tab) has no menu")
        case .noPath(let tab):
            self.init(.notApplicable, "\(tab) has no path: its role is action, which has no page")
        case .noPage(let tab):
            self.init(.notApplicable, "\(tab) has no page: its role is not page")
        case .sameTab(let tab):
            self.init(.invalidArgument, "from and to are different tabs, not both \(tab)")
        case .noWindow(let tab): self.init(.notApplicable, "\(tab) has no window: it has no app_id")
        case .noDocument(let tab):
            self.init(.notApplicable, "\(tab) shows no document: its page is a window, or it has none")
        case .nothingShown(let tab): self.init(.notApplicable, "no document is shown in \(tab)")
        case .documentTooLong(let tab):
            self.init(
                .invalidArgument,
                "a document has at most \(ShownDocument.maximumBytes) bytes, and all together have \(ShownDocument.maximumBytesOfAll); with that of \(tab) they would have more"
            )
        case .notMinimizable(let look):
            self.init(
                .notApplicable,
                "this bar is never minimized: minimize.policy is \"never\" in \(look), and \"on-scroll-down\" in better-fit"
            )
        case .locked(let subject):
            switch subject {
            case .tab(let tab): self.init(locked: "the tab \"\(tab)\"", ["tab": .string(tab.rawValue)])
            case .action(let action):
                self.init(locked: "the action \"\(action)\"", ["action": .string(action.rawValue)])
            }
        case .noRotation:
            self.init(.notApplicable, "no rotation: the configuration has no [rotation] with tabs")
        case .unknownProgram(let program):
            self.init(.invalidRequest, "program \"\(program.name)\" not found")
        }
    }

    /// The error of a request, in words, that needs the PIN.
    public init(locked subject: String, _ data: JSON? = nil) {
        self.init(
            .locked,
            "\(subject) needs the PIN: enter it on the screen, or use `tabctl COMMAND --pin`",
            data: data)
    }

    /// The request that needs the PIN, by this error; nil for any other error.
    package var lockPrompt: LockPrompt? {
        guard code == ErrorCode.locked.rawValue else { return nil }
        if case .string(let tab)? = data?["tab"] { return .tab(TabID(rawValue: tab)) }
        if case .string(let action)? = data?["action"] { return .action(ActionID(rawValue: action)) }
        return nil
    }
}
