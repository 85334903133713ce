import Foundation
import Geometry
import Gestures
import ShellModel
import TestSupport
import Testing

@testable import TabBar

/// The gestures of a bar with two tabs of 46 px with a gap of 80 px, a round one above the bar, and an action.
@Suite struct BarGestureTests {
    private static let finger = InputSource.touch(seat: 1, id: 0)
    private static let second = InputSource.touch(seat: 1, id: 1)
    private static let pointer = InputSource.pointer(seat: 1)

    private var field = BarField(
        Scene(
            items: [],
            parts: [
                BarPart(.tab("a"), in: Rect(x: 100, y: 20, width: 46, height: 46)),
                BarPart(.tab("b"), in: Rect(x: 226, y: 20, width: 46, height: 46)),
                BarPart(.tab("round"), in: Rect(x: 400, y: 0, width: 60, height: 60), isRound: true),
                BarPart(.action("ring"), in: Rect(x: 600, y: 0, width: 44, height: 44)),
            ]))
    private var arena = GestureArena<BarField, BarGesture>()

    init() {
        field.size = Size(width: 700, height: 120)
    }

    // MARK: - Scripts

    /// The scripts of `Golden/gestures.txt`: events of a source, perhaps at a time in ms, or a time that passes, and below each line the
    /// gestures and the timer. `given` describes the surroundings.
    @Test func gesturesAreAsReviewed() throws {
        let file = Repository.root.appending(path: "Tests/Shell/TabBarTests/Golden/gestures.txt")
        var (test, now, deadline, played) = (self, UInt64(0), UInt64?.none, [String]())
        for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        where !line.hasPrefix("    ") {
            played.append(line)
            if line.hasPrefix("#") { (test, now, deadline) = (BarGestureTests(), 0, nil) }
            var words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let first = line.first, first.isLetter || first.isNumber else { continue }
            if let time = UInt64(words[0]) {
                now = time * millisecond
                words = words.count > 1 ? words[1].split(separator: " ", maxSplits: 1).map(String.init) : []
            }
            var gestures: [BarGesture] = []
            if words.isEmpty {
                gestures = test.arena.update(at: now, in: test.field)
            } else if words[0] == "given" {
                for word in words[1].components(separatedBy: " ") { try test.set(word) }
            } else {
                let source = try #require(
                    ["finger": Self.finger, "second": Self.second, "pointer": Self.pointer][words[0]])
                for text in words[1].components(separatedBy: "; ") {
                    gestures += test.arena.handle(try Self.event(text), from: source, at: now, in: test.field) ?? []
                }
            }
            played += gestures.map { "    " + Self.text(of: $0) }
            guard test.arena.deadline != deadline else { continue }
            deadline = test.arena.deadline
            played.append("    timer \(deadline.map { "at \($0 / millisecond) ms" } ?? "stopped")")
        }
        let text = played.joined(separator: "\n")
        #expect(played.count > 200)
        #expect(text == (try goldenText("gestures", now: text)))
    }

    private mutating func set(_ word: String) throws {
        switch word {
        case "row": (field.canMoveRow, field.canMoveRowFrom) = ({ true }, { _ in true })
        case "fixed": field.canMoveRowFrom = { _ in true }
        case "from-200": (field.canMoveRow, field.canMoveRowFrom) = ({ true }, { $0.x > 200 })
        case "rail": field.edge = .left
        case "moving": field.isRowMoving = true
        case "hold": field.canHold = { _ in true }
        case "hold-a": field.canHold = { $0 == .tab("a") }
        case "hides": field.hiding = .possible
        case "out": field.hiding = .out
        case "explored": field.isExplored = true
        case "minimized":
            field = BarField(
                Scene(items: [], parts: [BarPart(.expandBar, in: Rect(x: 0, y: 0, width: 700, height: 120))]))
        default: throw SystemError(word)
        }
    }

    private static func event(_ text: String) throws -> InputEvent {
        let words = text.split(separator: " ")
        let numbers = words.dropFirst().first?.split(separator: ",").compactMap { Double($0) } ?? []
        let point = Point(x: numbers.first ?? 0, y: numbers.dropFirst().first ?? 40)
        switch words[0] {
        case "press": return .press(point)
        case "move": return .move(point)
        case "release": return .release(point)
        case "cancel": return .cancel
        case "leave": return .leave
        case "scroll": return .scroll(dx: point.x, dy: point.y, isFinal: false)
        case "scrolled": return .scroll(dx: point.x, dy: point.y, isFinal: true)
        default: throw SystemError(text)
        }
    }

    private static func text(of gesture: BarGesture) -> String {
        switch gesture {
        case .tap(.pressed(let target)): "pressed \(target.id)"
        case .tap(.cancelled(let target)): "cancelled \(target.id)"
        case .tap(.activated(let target)): "activated \(target.id)"
        case .explore(.explored(let point, let isDown)): "explored \(text(of: point))\(isDown ? "" : " later")"
        case .explore(let phase): "exploration \(phase)"
        case .longPress(let phase): "long press \(text(of: phase))"
        case .slide(let phase): "slide \(text(of: phase))"
        case .row(let phase, let scrolls): "row \(scrolls ? "by scrolling " : "")\(text(of: phase))"
        }
    }

    private static func text(of phase: DragPhase) -> String {
        switch phase {
        case .began(let point): "began at \(text(of: point))"
        case .moved(let from, let to): "moved from \(text(of: from)) to \(text(of: to))"
        case .ended, .cancelled: "\(phase)"
        }
    }

    private static func text(of point: Point) -> String { "\(point.x),\(point.y)" }

    // MARK: - Pointers

    @Test func targetThatGoesIsNotHovered() {
        var hover = HoverTracker()
        let other = InputSource.pointer(seat: 2)
        #expect(hover.move(Self.pointer, to: .tab("a")) == [.tab("a"): true])
        #expect(hover.move(other, to: .tab("a")) == [.tab("a"): true])
        #expect(hover.move(Self.pointer, to: .tab("b")) == [.tab("a"): true, .tab("b"): true])
        #expect(hover.retain { $0 == .tab("b") } == [.tab("a"): false])
        #expect(hover.move(Self.pointer, to: .tab("b")) == [:])
        #expect(hover.move(Self.pointer, to: nil) == [.tab("b"): false] && hover.isEmpty)
    }

    // MARK: - Random events

    private static func event(_ random: inout SplitMix64) -> InputEvent {
        let point = Point(x: Double.random(in: 90...280, using: &random), y: Double.random(in: 0...120, using: &random))
        return switch Int.random(in: 0..<16, using: &random) {
        case 0...3: .press(point)
        case 4...8: .move(point)
        case 9...11: .release(point)
        case 12: .cancel
        case 13: .leave
        case 14: .stopScroll
        default: .scroll(dx: Double.random(in: -20...20, using: &random), dy: 3, isFinal: Bool.random(using: &random))
        }
    }

    /// Events as devices send them, and such that they should not, with targets that come and go, time that passes, and the end of the
    /// surface now and then. Each press and each drag has exactly one outcome.
    @Test(arguments: UInt64(0)..<60) func pressHasExactlyOneOutcome(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var arena = GestureArena<BarField, BarGesture>()
        let parts = [100.0, 160, 220].map {
            BarPart(.tab(TabID(rawValue: "\(Int($0))")), in: Rect(x: $0, y: 20, width: 46, height: 46))
        }
        var field = field
        var (time, actions) = (UInt64(0), [BarGesture]())
        for _ in 0..<500 {
            time += UInt64.random(in: 0...200_000_000, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                let left = parts.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
                let (isOut, moves, speaks) = (seed % 3 == 1, seed % 2 == 1, seed % 5 == 4)
                field = BarField(Scene(items: [], parts: left))
                field.size = Size(width: 700, height: 120)
                field.isExplored = speaks && Bool.random(using: &random)
                field.hiding =
                    isOut ? [.never, .possible, .out, .sliding][Int.random(in: 0..<4, using: &random)] : .never
                field.isRowMoving = moves && Int.random(in: 0..<4, using: &random) == 0
                field.canHold = { $0 == .tab("100") }
                field.canMoveRow = { moves }
                field.canMoveRowFrom = { moves && $0.x > 150 }
                actions += arena.update(at: time, in: field)
                #expect(arena.deadline ?? .max > time)
            case 1: actions += arena.update(at: time, in: field)
            case 2: if Int.random(in: 0..<5, using: &random) == 0 { actions += arena.end(at: time, in: field) }
            default:
                let source = [Self.finger, Self.second, Self.pointer][Int.random(in: 0..<3, using: &random)]
                actions += arena.handle(Self.event(&random), from: source, at: time, in: field) ?? []
            }
        }
        actions += arena.end(at: time, in: field)
        var (pressed, outcomes, drags) = (Set<BarPart.Target>(), 0, Set<String>())
        func follow(_ phase: DragPhase, _ name: String) {
            switch phase {
            case .began: #expect(drags.insert(name).inserted)
            case .moved: #expect(drags.contains(name))
            case .ended, .cancelled: #expect(drags.remove(name) != nil)
            }
        }
        for action in actions {
            switch action {
            case .tap(.pressed(let target)): #expect(pressed.insert(target).inserted)
            case .tap(.cancelled(let target)), .tap(.activated(let target)):
                #expect(pressed.remove(target) != nil)
                outcomes += 1
            case .slide(let phase): follow(phase, "slide")
            case .row(let phase, _): follow(phase, "row")
            case .longPress(let phase): follow(phase, "long press")
            case .explore: break
            }
        }
        #expect(pressed.isEmpty && drags.isEmpty && outcomes > 0)
    }
}
