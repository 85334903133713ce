import Foundation
import ShellModel
import TestSupport
import Testing

@testable import WindowTabs

@Suite struct WindowFrontTests {
    private typealias Fact = WindowFront.Fact

    private static let ms: UInt64 = 1_000_000
    private static let start: UInt64 = 10_000_000_000

    /// A row of the table in the document on the architecture.
    struct Row: CustomTestStringConvertible {
        var state, fact, next, effect: String

        var testDescription: String { "\(state): \(fact)" }
    }

    static let rows: [Row] = {
        let file = Repository.root.appending(path: "docs/develop/architecture.md")
        let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: "\n")
        let table = lines.drop { $0 != "| state | fact | next state | effect |" }.dropFirst(2).prefix {
            $0.hasPrefix("|")
        }
        return table.map { line in
            let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return Row(state: cells[1], fact: cells[2], next: cells[3], effect: cells[4])
        }
    }()

    private static func choice(_ tab: TabID, on output: String = "A") -> WindowFront.Choice {
        .init(tab: tab, output: output)
    }

    private static func selection(_ tab: TabID, isCovered: Bool? = nil, isPressed: Bool = false) -> Fact {
        .selection(choice(tab), isCovered: isCovered, isPressed: isPressed)
    }

    private static func sight(_ content: WindowFront.Sight.Content, _ causes: Set<WindowFront.Cause> = []) -> Fact {
        var sight = WindowFront.Sight()
        (sight.shown, sight.focused, sight.causes) = (content, content, causes)
        (sight.hasForeign, sight.isTurnedTo) = (true, content != .empty)
        return .sight(sight)
    }

    /// The facts after which a state is reached.
    private static let histories: [WindowFront.State: [Fact]] = [
        .page: [
            selection("a"), .brought(.window), .inFront(true), .brought(.page), .inFront(true),
        ],
        .window: [selection("a"), .brought(.window), .inFront(true)],
        .missing: [selection("a"), .brought(.missingWindow), .timeout],
        .arriving: [selection("a"), .brought(.window)],
        .acting: [selection("a"), .brought(.window), .inFront(true), .requested],
        .turning: [selection("a"), .brought(.window), .inFront(true), .focused(.tab("b"), isHeld: true)],
        .tab: [.workspaces(true), selection("a"), sight(.tab("a")), .coverHandled],
        .covered: [.workspaces(true), selection("a"), sight(.foreign), .coverHandled],
        .choosing: [.workspaces(true), selection("a"), sight(.tab("b"))],
    ]

    /// The facts by their names in the table.
    private static let facts: [String: Fact] = {
        var facts: [String: Fact] = [
            "page brought": .brought(.page), "window brought": .brought(.window),
            "missing brought": .brought(.missingWindow),
            "request sent": .requested, "request handled": .handled(isInFront: true), "in front": .inFront(true),
            "b has the focus": .focused(.tab("b"), isHeld: true), "b had the focus": .focused(.tab("b"), isHeld: false),
            "foreign has the focus": .focused(.noTab, isHeld: true),
            "foreign had the focus": .focused(.noTab, isHeld: false),
            "b lost the focus": .unfocused(.tab("b")), "timeout": .timeout,
            "foreign opened": .foreign(exist: true, isSeen: true),
            "workspaces": .workspaces(true), "no workspaces": .workspaces(false), "b selected": selection("b"),
            "a pressed": selection("a", isPressed: true), "a raised": selection("a", isCovered: false),
            "output changed": .output("B"), "choice handled": .choiceHandled(choice("b")), "daemon lost": .daemonLost,
        ]
        let contents: [(String, WindowFront.Sight.Content)] = [
            ("a", .tab("a")), ("b", .tab("b")), ("foreign", .foreign), ("nothing", .empty),
        ]
        let causes: [WindowFront.Cause] = [.selection, .restart, .outputs, .opened, .closed, .vanished]
        for (name, content) in contents {
            facts["sight of \(name)"] = sight(content)
            for cause in causes { facts["sight of \(name), \(cause)"] = sight(content, [cause]) }
        }
        var moved = WindowFront.Sight()
        (moved.focused, moved.isTurnedTo, moved.destination, moved.hasForeign) = (.tab("b"), true, "B", true)
        facts["sight of b on another output"] = .sight(moved)
        return facts
    }()

    private static func text(_ effect: WindowFront.Effect) -> String {
        switch effect {
        case .choose(let choice, let movesPages): "choose \(choice.tab)\(movesPages ? " there" : "")"
        case .cover(let isCovered, _): isCovered == true ? "cover" : "uncover"
        case .layout(_, let cause): "layout" + (cause.map { ", \($0)" } ?? "")
        case .activate, .show, .restore, .keep: "\(effect)"
        }
    }

    /// The value in a state, for long.
    private static func front(in state: WindowFront.State) -> (front: WindowFront, now: UInt64) {
        var front = WindowFront()
        var now = start
        for fact in histories[state] ?? [] {
            if fact == .timeout, let deadline = front.deadline { now = deadline }
            _ = front.handle(fact, at: now)
            now += ms
        }
        return (front, now)
    }

    @Test(arguments: rows) func transition(_ row: Row) throws {
        let state = try #require(WindowFront.State(rawValue: row.state))
        var (front, now) = Self.front(in: state)
        #expect(front.state == state)
        let fact = try #require(Self.facts[row.fact])
        if fact == .timeout, let deadline = front.deadline { now = deadline }
        let effects = front.handle(fact, at: now)
        #expect(front.state.rawValue == row.next)
        #expect(effects.map(Self.text).sorted().joined(separator: ", ") == row.effect)
    }

    @Test func tableHasAllStatesAndFacts() {
        #expect(Set(Self.rows.map(\.state)) == Set(WindowFront.State.allCases.map(\.rawValue)))
        let missing = Self.facts.keys.filter { name in
            !name.contains(",") && !Self.rows.contains { $0.fact == name }
        }
        #expect(missing.isEmpty)
    }

    @Test func focusMustLast() {
        var (front, now) = Self.front(in: .turning)
        #expect(front.handle(.timeout, at: now).isEmpty && front.state == .turning)
        now += WindowFront.persistence
        #expect(front.handle(.timeout, at: now).map(Self.text) == ["choose b"] && front.deadline == nil)
    }

    /// A page that takes the focus from a window has visibly arrived; from page to page only the time shows it.
    @Test func nothingIsChosenUntilThePageHasTheKeyboard() {
        var (front, now) = Self.front(in: .page)
        _ = front.handle(.brought(.page), at: now)
        _ = front.handle(.inFront(true), at: now)
        _ = front.handle(.focused(.noTab, isHeld: false), at: now)
        #expect(front.state == .arriving)
        now += WindowFront.pageTimeout
        #expect(front.handle(.timeout, at: now).isEmpty && front.state == .page)
        // The former front window is reported with the focus only after the page is selected.
        _ = front.handle(.brought(.page), at: now)
        _ = front.handle(.focused(.tab("b"), isHeld: true), at: now)
        _ = front.handle(.inFront(true), at: now)
        #expect(front.state == .page)
    }

    @Test func missingWindowIsActivatedOnce() {
        var (front, now) = Self.front(in: .arriving)
        for effects in [["activate"], [], []] as [[String]] {
            now += WindowFront.arrivalTimeout
            #expect(front.handle(.timeout, at: now).map(Self.text) == effects)
        }
        #expect(front.state == .window && front.deadline == nil)
    }

    /// With any compositor, selections without a pause are few, and none happens while a request of ours is outstanding.
    @Test(arguments: UInt64(1)...40)
    func noSequenceOfEventsMakesAStorm(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var (front, now) = Self.front(in: .window)
        var (lastChange, row) = (now, 0)
        for _ in 0..<4_000 {
            now += UInt64.random(in: 0...80, using: &generator) * Self.ms
            let tab = (["a", "b", "c"] as [TabID]).randomElement(using: &generator) ?? "a"
            let facts: [Fact] = [
                .focused(.tab(tab), isHeld: .random(using: &generator)), .focused(.tab(tab), isHeld: true),
                .unfocused(.tab(tab)), .requested, .handled(isInFront: .random(using: &generator)),
                .inFront(.random(using: &generator)),
            ]
            let fact = facts.randomElement(using: &generator) ?? .requested
            switch fact {
            case .focused, .unfocused:
                if now >= lastChange + WindowFront.quiet { row = 0 }
                lastChange = now
            default: break
            }
            _ = front.handle(fact, at: now)
            if let deadline = front.deadline, deadline > now, Int.random(in: 0..<3, using: &generator) == 0 {
                now = deadline
            }
            let before = front.state
            guard case .choose? = front.handle(.timeout, at: now).first else { continue }
            #expect(before == .turning)
            if now >= lastChange + WindowFront.quiet { row = 0 }
            row += 1
            #expect(row <= WindowFront.maximumSelections)
            let contents: [WindowFront.Content] = [.page, .window, .missingWindow]
            _ = front.handle(.brought(contents.randomElement(using: &generator) ?? .page), at: now)
        }
    }
}
