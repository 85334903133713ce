import ShellModel
import TestSupport

@testable import TabshellIPC

/// Random requests of every verb, some of them with unknown names, and lines that are refused.
struct RandomRequests {
    private static let routes = [
        [], ["x"], ["x", "y"], ["day"], ["day", "7", "edit"],
        Array(repeating: String(repeating: "w", count: 100), count: 12), ["a", "“quoted” \\ ü", "𝄞"],
    ]

    /// The tabs to name; the first four are pages.
    var tabs: [TabID]
    /// True if changes may end by themselves.
    var isTimed = true
    var random: SplitMix64

    mutating func next() -> Request { filled(one(of: Request.prototypes)) }

    /// A request of the same kind as another one, with new arguments.
    mutating func filled(_ request: Request) -> Request {
        let (tab, other) = (one(of: tabs), one(of: Array(tabs.prefix(4))))
        let named = flag() ? tab : nil
        switch request {
        case .command(let command): return .command(filled(command, tab, other, named))
        case .window(_, _, _, let isWatched, let note):
            return .window(tab, flag() ? WindowState() : nil, over: other, isWatched: isWatched, note: note)
        case .look: return .look(one(of: ["stress-monitor", "none"]))
        case .changeTabs(.add, _): return .changeTabs(.add(NewTab(id: "new"), .last), selects: flag())
        case .changeTabs(.remove, _): return .changeTabs(.remove(tab))
        case .changeTabs(.move, _): return .changeTabs(.move(tab, .last))
        case .changeTabs(.setWindow, _): return .changeTabs(.setWindow(tab, ["app"]), selects: flag())
        case .restart: return .restart(tab)
        case .unlock: return .unlock(flag(4) ? "1234" : "")
        case .activity: return .activity(flag())
        case .register: return .register(one(of: [.page("c"), .panel, .page("unknown")]))
        case .press: return .press("x")
        case .edit: return .edit("x", AccessibilityEdit(start: 0, end: 1))
        case .subscribe: return .subscribe(flag() ? [.selection] : [.accessibility])
        case .pong, .pressed, .describe, .foreign, .ping, .version, .state, .barrier, .preferences, .tabs, .looks,
            .reload,
            .save, .windows, .accessibility, .screenshot, .announce, .haptic, .lock, .closePad, .drawn, .report:
            return request
        }
    }

    mutating func filled(_ command: Command, _ tab: TabID, _ other: TabID, _ named: TabID?) -> Command {
        let route = one(of: Self.routes)
        switch command {
        case .select: return .select(tab, duration: isTimed && !flag(4) ? 3_000_000_000 : nil)
        case .drag: return .drag(from: tab, to: other, progress: Double.random(in: -1...2, using: &random))
        case .endDrag: return .endDrag(velocity: flag() ? 9 : nil)
        case .badge: return .badge(tab, one(of: [nil, .count(3), .count(1_000_000), .text("new"), .dot]))
        case .push: return .push(named, route)
        case .pop: return .pop(named)
        case .popToRoot: return .popToRoot(named)
        case .open: return .open(tab, route)
        case .show: return .show(tab, flag() ? ShownDocument("a") : nil)
        case .follow: return .follow(tab, "go")
        case .message: return .message(flag() ? "m" : nil, tab: named, duration: isTimed ? 2_000_000_000 : nil)
        case .run: return .run(one(of: ["act", "new-post", "unknown"]))
        case .setSheet: return .setSheet(named)
        case .setMenu: return .setMenu(named)
        case .minimize: return .minimize(flag())
        case .focus: return .focus(one(of: FocusMove.allCases))
        case .scrolled: return .scrolled(tab, .down)
        case .setAppearance: return .setAppearance(flag() ? .light : .dark)
        case .rotate: return .rotate(one(of: [.next, .pause, .resume]))
        case .setCovered: return .setCovered(flag(), over: tab)
        default: return command
        }
    }

    /// Some topics, or all of them.
    mutating func topics() -> [Topic] {
        guard Bool.random(using: &random) else { return Topic.allCases }
        return Topic.allCases.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.shuffled(using: &random)
    }

    mutating func refusedLine() -> (line: [UInt8], code: ErrorCode) {
        let lines: [(String, ErrorCode)] = [
            ("", .parse), ("{", .parse), ("nonsense", .parse), (#"{"verb":"ping"}{"#, .parse), ("[]", .invalidRequest),
            ("{}", .invalidRequest), (#"{"verb":"dance"}"#, .unknownVerb), (#"{"verb":"select"}"#, .invalidArgument),
            (#"{"verb":"subscribe","topics":["weather"]}"#, .unknownTopic),
            (#"{"verb":"push","route":"a\u0007"}"#, .invalidArgument),
            (#"{"verb":"follow","tab":"home","name":"a\u0000b"}"#, .invalidArgument),
            (#"{"verb":"follow","tab":"home","name":""}"#, .invalidArgument),
            ("\"" + String(repeating: "x", count: Limits.maximumRequestBytes) + "\"", .tooLong),
            (#"{"verb":"select","tab":""# + String(repeating: "\u{301}\u{327}", count: 7000) + "\"}", .invalidArgument),
        ]
        // The long ones are rare.
        let count = Int.random(in: 0..<20, using: &random) == 0 ? lines.count : lines.count - 2
        let line = lines[Int.random(in: 0..<count, using: &random)]
        return (Array(line.0.utf8), line.1)
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    /// True all but one time of a number.
    mutating func flag(_ count: Int = 2) -> Bool { Int.random(in: 0..<count, using: &random) > 0 }
}
