// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import ShellModel
    import TabshellIPC

    @testable import TabDaemon

    extension FuzzTarget {
        /// The reducer under commands that the bytes choose: the state stays valid, and survives replicas, JSON and its file.
        static let reducer = FuzzTarget("reducer") { bytes in
            var commands = CommandReader(bytes)
            guard let setup = commands.configuration() else { return }
            var state = ShellState(setup, now: 1)
            var replica = ShellState()
            for event in state.replicate() { try replica.apply(event) }
            var time: UInt64 = 1
            while !commands.isAtEnd {
                time += 1
                guard let command = commands.next(for: state) else { continue }
                guard let (next, effects) = try? state.reduce(command, at: time) else { continue }
                let events = effects.compactMap { if case .publish(let event) = $0 { event } else { nil } }
                try require(Set(events.map(\.topic)).count == events.count, "\(command): a topic is published twice")
                try require(
                    !events.contains { StateEvent(revision: $0.revision, $0.topic, of: state) == $0 },
                    "\(command): a topic is published without a change")
                try require(
                    events.map(\.revision) == Array((state.revision + 1)..<(next.revision + 1)), "\(command): revisions"
                )
                for event in events { try replica.apply(event) }
                try require(replica == next, "\(command): the replica differs")
                let saves = effects.filter { $0 == .persist }.count
                try require(saves == (next.persistentState == state.persistentState ? 0 : 1), "\(command): saving")
                try require(saves == 0 || effects.first == .persist, "\(command): it is published before it is saved")
                try requireRuns(effects, from: state, to: next, by: command)
                try requireKeptSelection(from: state, to: next, by: command)
                state = next
                try requireValid(state, after: command)
            }
            let json = try JSONParser.parse(state.json.encodedBytes)
            try require(try ShellState(json: json) == state, "the state differs after writing and reading")
            var problems: [MessageError] = []
            let saved = PersistentState(
                json: try JSONParser.parse(state.persistentState.json.encodedBytes), problems: &problems)
            try require(
                problems.isEmpty && saved == state.persistentState, "the saved state differs after writing and reading")
            let restored = ShellState(
                try ShellConfiguration(tabs: state.tabs, actions: state.actions, look: state.look ?? Look()),
                restoring: saved, now: 1)
            try require(restored.persistentState == saved, "the restored state differs from the saved one")
        }

        /// The state file: its usable parts are written, read again, and restored into tabs.
        static let stateFile = FuzzTarget("state-file") { bytes in
            guard let file = StateFile.decode(bytes) else { return }
            let again = StateFile.decode(file.content.encoded(generation: file.generation + 1))
            try require(again?.isIntact == true && again?.problems == [], "it is damaged by writing and reading")
            try require(again?.content == file.content, "the saved state differs after writing and reading")
            try require(again?.generation == file.generation + 1, "the generation differs after writing and reading")
            var commands = CommandReader([0xFF, 0x01])
            guard let setup = commands.configuration() else { return }
            try requireValid(ShellState(setup, restoring: file.content.memory, now: 1), after: .setSheet(nil))
        }

        /// A program runs for each invocation, and only for commands that may run one.
        private static func requireRuns(
            _ effects: [ShellModel.Effect], from before: ShellState, to after: ShellState, by command: Command
        ) throws {
            let runs = effects.compactMap { if case .run(let action) = $0 { action } else { nil } }
            try require(UInt64(runs.count) == after.action.count - before.action.count, "\(command): the invocations")
            guard let action = runs.first else { return }
            try require(runs.count == 1 && after.action.action == action, "\(command): the action")
            switch command {
            case .run, .select, .focus(.activate, _): break
            default: throw FuzzFailure("\(command) ran \(action)")
            }
        }

        /// Only selecting commands, and only pages, change the selection.
        private static func requireKeptSelection(
            from before: ShellState, to after: ShellState, by command: Command
        ) throws {
            switch command {
            case .select(let tab, _, _, _) where before.tab(tab)?.role == .page,
                .open(let tab, _) where before.tab(tab)?.role == .page:
                return
            case .selectNext, .selectPrevious, .endDrag, .endExpired, .configure, .setWindow,
                .focus(.activate, _):
                return
            default:
                try require(
                    after.selection == before.selection && after.reselect == before.reselect,
                    "\(command): the selection")
            }
        }

        private static func requireValid(_ state: ShellState, after command: Command) throws {
            try require(Set(state.tabs.map(\.id)).count == state.tabs.count, "\(command): a tab is there twice")
            try require(state.selection.flatMap { state.tab($0.tab) }?.role == .page, "\(command): the selection")
            try require(state.sheet.tab.map { state.tab($0)?.role.isSheet == true } ?? true, "\(command): the sheet")
            try require(state.menu.tab.map { !state.menu(of: $0).isEmpty } ?? true, "\(command): the menu")
            try require(!state.bar.isMinimized || state.look?.minimized.policy != .never, "\(command): the bar")
            try require(
                state.badges.allSatisfy { state.tab($0.key) != nil && $0.value != .count(0) }, "\(command): the badges")
            if let focus = state.bar.focus, focus.isPage {
                try require(
                    focus.tab == state.selection?.tab && state.menu.tab == nil && state.sheet.tab == nil
                        && state.tab(focus.tab)?.window == nil, "\(command): the focus of the page")
            } else if let focus = state.bar.focus {
                try require(
                    state.tab(focus.tab)?.isHidden == false && !state.bar.isMinimized
                        && state.menu.tab == (focus.action == nil ? nil : focus.tab)
                        && focus.action.map { state.menu(of: focus.tab).contains($0) } ?? true,
                    "\(command): the focus")
            }
            if let drag = state.drag {
                try require(
                    drag.from != drag.to && [drag.from, drag.to].allSatisfy { state.tab($0)?.role == .page },
                    "\(command): the drag")
            }
            try require(state.windows.keys.allSatisfy { state.tab($0)?.window != nil }, "\(command): the windows")
            for (id, path) in state.paths {
                guard let tab = state.tab(id) else { throw FuzzFailure("\(command): a path of no tab") }
                try require(
                    tab.role != .action && !path.isEmpty && tab.accepts(route: path) && ShellState.isValid(path: path),
                    "\(command): the path of \(id)")
            }
        }
    }
#endif
