// SPDX-License-Identifier: MIT

import ShellModel
import TabshellIPC
import TestSupport

/// Random requests of clients, some of them with unknown names, and lines that are refused.
struct RandomRequests {
    private static let tabs: [TabID] = [
        "home", "search", "create", "activity", "profile", "flash", "growth", "unknown", "e\u{301}", "é",
    ]
    private static let routes = [
        [], ["day"], ["day", "7", "edit"], ["x"], Array(repeating: String(repeating: "w", count: 100), count: 12),
        ["a", "“quoted” \\ ü", "𝄞"],
    ]
    var random: SplitMix64

    mutating func next() -> Request {
        let tab = one(of: Self.tabs) ?? "home"
        let named = Int.random(in: 0..<3, using: &random) == 0 ? nil : tab
        switch Int.random(in: 0..<45, using: &random) {
        case 0...4: return .command(.select(tab))
        case 5: return .command(.selectNext)
        case 6: return .command(.selectPrevious)
        case 7, 8: return .command(.badge(tab, badge()))
        case 9: return .command(.push(named, one(of: Array(Self.routes.dropFirst())) ?? ["x"]))
        case 10: return .command(.pop(named))
        case 11: return .command(.popToRoot(named))
        case 12, 13: return .command(.open(tab, one(of: Self.routes) ?? []))
        case 14: return .command(.run(one(of: ["new-post", "new-photo", "fly"]) ?? "fly"))
        case 15: return .command(.setSheet(named))
        case 16: return .command(.setMenu(named))
        case 17: return .command(.minimize(Bool.random(using: &random)))
        case 18: return .command(.scrolled(tab, one(of: ScrollDirection.allCases) ?? .down))
        case 19: return .command(.setAppearance(one(of: Appearance.allCases) ?? .light))
        case 20...22: return .ping
        case 23, 24: return .state
        case 25, 26: return .barrier
        case 27: return .version
        case 28: return .tabs
        case 29, 30: return .looks
        case 31: return .report("a problem")
        case 32: return .look("no such look")
        case 33: return .command(.focus(one(of: FocusMove.allCases) ?? .enter))
        case 34: return .changeTabs(.remove("no such tab"))
        case 35: return .windows
        case 36:
            return .preferences(
                PreferencesChange(
                    contrast: one(of: Contrast.allCases), textScale: one(of: [nil, 0.8, 1.3, 3] as [Double?]),
                    speech: one(of: [nil, true, false] as [Bool?])))
        case 37:
            return .command(
                .drag(from: tab, to: one(of: Self.tabs) ?? "flash", progress: Double.random(in: -1...2, using: &random))
            )
        case 38: return .command(.endDrag(velocity: Double.random(in: -9...9, using: &random)))
        case 39: return .accessibility
        case 40: return .command(.show(tab, ShownDocument("a", one(of: ShownDocument.Format.allCases) ?? .text)))
        case 41: return .command(.show(tab, nil))
        case 42: return .command(.follow(tab, "go"))
        case 43: return .command(.message(one(of: [nil, "a", "b"] as [String?]) ?? nil, tab: named))
        default: return .subscribe(topics())
        }
    }

    /// Some topics, or all of them.
    mutating func topics() -> [Topic] {
        guard Bool.random(using: &random) else { return Topic.allCases }
        return Topic.allCases.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.shuffled(using: &random)
    }

    /// A line that is refused, and the code of the refusal.
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

    private mutating func badge() -> Badge? {
        one(of: [nil, .count(3), .count(1_000_000), .text("new"), .dot] as [Badge?]) ?? nil
    }

    private mutating func one<Element>(of elements: [Element]) -> Element? {
        elements.randomElement(using: &random)
    }
}
