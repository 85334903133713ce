import ShellModel
import TestSupport

/// Random commands of each kind, for the tabs of ``Sample``, some of them unknown.
struct RandomCommands {
    /// The cases of ``Command``.
    enum Kind: CaseIterable {
        case select, selectNext, selectPrevious, drag, endDrag, open, badge, push, pop, popToRoot, show, follow, message
        case touched, endExpired, run, setSheet, setMenu, minimize, focus, scrolled, setAppearance, setPreferences
        case setWindow, setCovered, setOutput, setPageStacking, setWorkspaces, setProgramStatus, setProgramProblem
        case configure, setConfigurationStatus, idle, rotate, prompt, setUnlocked, setRotation
        case setScheduled, goToStart, setInputWatch, setAccessibility
    }

    /// Compiles only if each case of ``Command`` is here: a new one belongs among the kinds, too.
    private static func requireKind(of command: Command) {
        switch command {
        case .select, .selectNext, .selectPrevious, .drag, .endDrag, .open, .badge, .push, .pop, .popToRoot, .show,
            .follow, .message, .touched, .endExpired, .run, .setSheet, .setMenu, .minimize, .focus, .scrolled,
            .setAppearance, .setPreferences, .setWindow, .setCovered, .setOutput, .setPageStacking, .setWorkspaces,
            .setProgramStatus, .setProgramProblem, .configure, .setConfigurationStatus, .idle, .rotate,
            .prompt, .setUnlocked, .setRotation, .setScheduled, .goToStart, .setInputWatch, .setAccessibility:
            break
        }
    }

    /// The configurations among which ``Command/configure(_:)`` chooses.
    let configurations: [ShellConfiguration]
    var random: SplitMix64

    mutating func next() -> (Kind, Command) {
        let kind = one(of: Kind.allCases)
        return (kind, command(of: kind))
    }

    private mutating func command(of kind: Kind) -> Command {
        let id = one(of: Sample.tabs.map(\.id) + ["w", "unknown"])
        let other = one(of: Sample.tabs.map(\.id))
        let named = flag() ? id : nil
        let route = one(of: [[], ["day"], ["x"], ["day", "7", "edit"]])
        switch kind {
        case .select: return .select(id, output: flag() ? "DP-2" : nil, duration: flag() ? 5 : nil)
        case .selectNext: return .selectNext
        case .selectPrevious: return .selectPrevious
        case .drag: return .drag(from: id, to: other, progress: Double.random(in: -1...2, using: &random))
        case .endDrag: return .endDrag(velocity: flag() ? Double.random(in: -9...9, using: &random) : nil)
        case .open: return .open(id, route)
        case .badge: return .badge(id, one(of: [nil, .dot, .count(0)]))
        case .push: return .push(named, route)
        case .pop: return .pop(named)
        case .popToRoot: return .popToRoot(named)
        case .show: return .show(id, flag() ? ShownDocument("a") : nil)
        case .follow: return .follow(id, "go")
        case .message: return .message(flag() ? "m" : nil, tab: named, duration: flag() ? 3 : nil)
        case .touched: return .touched
        case .endExpired: return .endExpired
        case .run: return .run(one(of: ["ring", "sing", "unknown"]))
        case .setSheet: return .setSheet(named)
        case .setMenu: return .setMenu(named)
        case .minimize: return .minimize(flag())
        case .focus: return .focus(one(of: FocusMove.allCases), text: one(of: ["2", "f", "n"]))
        case .scrolled: return .scrolled(id, one(of: ScrollDirection.allCases))
        case .setAppearance: return .setAppearance(one(of: Appearance.allCases))
        case .setPreferences: return .setPreferences(Preferences(speech: flag()), of: Sample.folding)
        case .setWindow: return .setWindow(id, flag() ? WindowState(title: "w") : nil, over: other)
        case .setCovered: return .setCovered(one(of: [nil, true, false]), over: id)
        case .setOutput: return .setOutput(flag() ? "DP-1" : nil)
        case .setPageStacking: return .setPageStacking(nil)
        case .setWorkspaces: return .setWorkspaces(flag())
        case .setProgramStatus:
            let phase = one(of: ProgramStatus.Phase.allCases)
            return .setProgramStatus(ProgramStatus(program: flag() ? .page(id) : .viewer(id), phase: phase))
        case .setProgramProblem: return .setProgramProblem(.page(id), flag() ? "p" : nil)
        case .configure: return .configure(one(of: configurations))
        case .setConfigurationStatus: return .setConfigurationStatus(ConfigurationStatus())
        case .idle: return .idle(one(of: IdleStep.allCases))
        case .rotate: return .rotate(one(of: RotationMove.allCases))
        case .prompt: return .prompt(one(of: [nil, .tab(id), .action("sing")]))
        case .setUnlocked: return .setUnlocked(flag())
        case .setRotation: return .setRotation(one(of: RotationPhase.allCases))
        case .setScheduled: return .setScheduled(ScheduledValues(tab: named))
        case .goToStart: return .goToStart
        case .setInputWatch: return .setInputWatch(.input)
        case .setAccessibility: return .setAccessibility(nil)
        }
    }

    mutating func flag() -> Bool { Bool.random(using: &random) }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }
}
