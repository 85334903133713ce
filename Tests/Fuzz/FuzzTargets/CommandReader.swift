// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import ShellModel

    /// Commands, some of them with unknown identifiers, that the bytes of an input choose.
    struct CommandReader {
        private static let names: [TabID] = ["a", "b", "c", "d", "e", "f"]
        private static let components = ["day", "7", "edit", "", "night", "*", "\u{E9}", "e\u{301}"]
        private var bytes: ByteReader

        init(_ bytes: [UInt8]) {
            self.bytes = ByteReader(bytes)
        }

        var isAtEnd: Bool { bytes.isAtEnd }

        /// Tabs of any roles; nil without a page.
        mutating func configuration() -> ShellConfiguration? {
            var look = Look()
            look.minimized.policy = bytes.flag() ? .onScrollDown : .never
            let mask = bytes.byte()
            let tabs = Self.names.enumerated().filter { mask >> $0.offset & 1 == 1 }.map { tab($0.element) }
            let actions = ["ring", "sing"].map { Action(id: ActionID(rawValue: $0), title: $0, icon: "bell") }
            return try? ShellConfiguration(tabs: tabs, actions: actions, look: look)
        }

        /// The next command; nil for other bytes.
        mutating func next(for state: ShellState) -> Command? {
            switch bytes.number(below: 24) {
            case 0: .select(id())
            case 1: .selectNext
            case 2: .selectPrevious
            case 3: .open(id(), route())
            case 4: .badge(id(), badge())
            case 5: .push(optionalID(), route())
            case 6: .pop(optionalID())
            case 7: .popToRoot(optionalID())
            case 8: .run(bytes.choice(of: ["ring", "sing", "fly"]) ?? "fly")
            case 9: .setSheet(optionalID())
            case 10: .setMenu(optionalID())
            case 11: .minimize(bytes.flag())
            case 12: .scrolled(id(), bytes.choice(of: ScrollDirection.allCases) ?? .down)
            case 13: .setAppearance(bytes.choice(of: Appearance.allCases) ?? .light)
            case 14, 15, 17: .setWindow(id(), window(), over: optionalID())
            case 16: .setProgramStatus(status())
            case 18: configuration().map { .configure($0) }
            case 19: .focus(bytes.choice(of: FocusMove.allCases) ?? .enter, text: bytes.choice(of: ["2", "n", "é"]))
            case 20:
                .setPreferences(
                    Preferences(contrast: .more, textScale: bytes.choice(of: [0.8, 1, 3]), speech: bytes.flag()),
                    of: state.look ?? Look())
            case 21: .drag(from: id(), to: id(), progress: Double(bytes.number(below: 300)) / 100 - 1)
            case 22: .endDrag(velocity: Double(bytes.number(below: 20)) - 10)
            default: .select(id(), activation: nil)
            }
        }

        private mutating func tab(_ id: TabID) -> Tab {
            let routes = bytes.flag() ? [] : ["day", "day/*/edit", "night", "é"]
            var tab = Tab(
                id: id, title: id.rawValue, icon: "icon", accessibilityLabel: "", accessibilityHint: "", routes: routes)
            switch bytes.number(below: 8) {
            case 0: tab.role = .search
            case 1: tab.role = .compose
            case 2: (tab.role, tab.action) = (.action, "ring")
            case 3: (tab.role, tab.menu) = (.action, ["ring", "sing"])
            case 4:
                tab.window = WindowBinding(
                    appIDs: [bytes.flag() ? "one" : "two"], badge: bytes.choice(of: [.none, .urgent, .title]) ?? .none)
            default: break
            }
            return tab
        }

        private mutating func id() -> TabID { bytes.choice(of: Self.names) ?? "a" }

        private mutating func optionalID() -> TabID? { bytes.flag() ? id() : nil }

        private mutating func route() -> [String] {
            let count = bytes.byte()
            // A few long ones, beyond the limits.
            if count == 0xFF { return Array(repeating: "day", count: ShellState.maximumPathComponents + 1) }
            return (0..<count % 4).map { _ in bytes.choice(of: Self.components) ?? "" }
        }

        private mutating func badge() -> Badge? {
            bytes.choice(of: [nil, .count(0), .count(3), .count(.max), .text("new"), .text(""), .dot] as [Badge?])
                ?? nil
        }

        private mutating func window() -> WindowState? {
            bytes.flag()
                ? WindowState(title: bytes.choice(of: ["", "(3) mail", "(0)", "("]) ?? "", isUrgent: bytes.flag()) : nil
        }

        private mutating func status() -> ProgramStatus {
            ProgramStatus(
                program: bytes.flag() ? .panel : .page(id()),
                phase: bytes.choice(of: ProgramStatus.Phase.allCases) ?? .absent, restarts: Int(bytes.byte()))
        }
    }
#endif
