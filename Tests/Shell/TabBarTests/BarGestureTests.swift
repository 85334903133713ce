// SPDX-License-Identifier: MIT

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

    private mutating func gestures(_ events: [InputEvent], from source: InputSource = finger) -> [BarGesture] {
        events.flatMap { arena.handle($0, from: source, at: 0, in: field) ?? [] }
    }

    private static func point(_ x: Double, _ y: Double = 40) -> Point { Point(x: x, y: y) }

    // MARK: - Presses

    private let pressed: [BarGesture] = [.tap(.pressed(.tab("a")))]
    private let activated: [BarGesture] = [.tap(.pressed(.tab("a"))), .tap(.activated(.tab("a")))]
    private let cancelled: [BarGesture] = [.tap(.pressed(.tab("a"))), .tap(.cancelled(.tab("a")))]

    @Test mutating func fingerMayLeaveATabBy44Pixels() {
        #expect(gestures([.press(Self.point(123)), .move(Self.point(189)), .release(Self.point(189))]) == activated)
        #expect(gestures([.press(Self.point(123)), .move(Self.point(191)), .release(Self.point(191))]) == cancelled)
        // Above the bar, too.
        let above: [InputEvent] = [.press(Self.point(123)), .move(Self.point(123, -23)), .move(Self.point(123, -25))]
        #expect(gestures(above) == cancelled)
    }

    @Test mutating func slidingBackRestoresThePress() {
        let events: [InputEvent] = [
            .press(Self.point(123)), .move(Self.point(250)), .move(Self.point(180)), .release(Self.point(180)),
        ]
        #expect(gestures(events) == cancelled + activated)
    }

    @Test mutating func pointerLeavesAtTheEdge() {
        let events: [InputEvent] = [.press(Self.point(123)), .move(Self.point(147)), .release(Self.point(147))]
        #expect(gestures(events, from: Self.pointer) == cancelled)
    }

    @Test mutating func roundTabHasARoundTolerance() {
        let near: [InputEvent] = [
            .press(Self.point(430, 30)), .move(Self.point(503, 30)), .release(Self.point(503, 30)),
        ]
        #expect(gestures(near) == [.tap(.pressed(.tab("round"))), .tap(.activated(.tab("round")))])
        let corner: [InputEvent] = [.press(Self.point(430, 30)), .move(Self.point(490, 90))]
        #expect(gestures(corner) == [.tap(.pressed(.tab("round"))), .tap(.cancelled(.tab("round")))])
    }

    /// Actions of a menu are side by side, and a finger may be meant for the next one.
    @Test mutating func actionIsLeftAtTheEdge() {
        let events: [InputEvent] = [.press(Self.point(620, 20)), .move(Self.point(650, 20))]
        #expect(gestures(events) == [.tap(.pressed(.action("ring"))), .tap(.cancelled(.action("ring")))])
    }

    /// Two fingers on a tab are one press, which ends with the last of them.
    @Test mutating func fingersOnTwoTabsPressBoth() {
        #expect(gestures([.press(Self.point(110))]) == pressed)
        #expect(gestures([.press(Self.point(240))], from: Self.second) == [.tap(.pressed(.tab("b")))])
        #expect(gestures([.release(Self.point(110))]) == [.tap(.activated(.tab("a")))])
        #expect(gestures([.release(Self.point(240))], from: Self.second) == [.tap(.activated(.tab("b")))])
    }

    @Test mutating func twoFingersAreOnePress() {
        #expect(gestures([.press(Self.point(110))]) == pressed)
        #expect(gestures([.press(Self.point(130))], from: Self.second) == [])
        #expect(gestures([.release(Self.point(110))]) == [])
        #expect(gestures([.release(Self.point(130))], from: Self.second) == [.tap(.activated(.tab("a")))])
    }

    /// A page that goes on scrolling minimizes the bar under a finger: the press on the tab ends.
    @Test mutating func tabThatGoesEndsItsPress() {
        #expect(gestures([.press(Self.point(110))]) == pressed)
        field = BarField(
            Scene(
                items: [],
                parts: [BarPart(.expandBar, in: Rect(x: 0, y: 0, width: 700, height: 120))]))
        #expect(arena.update(at: 0, in: field) == [.tap(.cancelled(.tab("a")))])
        #expect(gestures([.release(Self.point(110))]) == [])
    }

    // MARK: - The row

    private func row(_ from: Double, _ to: Double) -> BarGesture {
        .row(.moved(from: Self.point(from), to: Self.point(to)), scrolls: false)
    }

    private mutating func allowRow() {
        field.canMoveRow = { true }
        field.canMoveRowFrom = { _ in true }
    }

    @Test mutating func fingerDragsAfterEightPixels() {
        allowRow()
        let events: [InputEvent] = [
            .press(Self.point(310)), .move(Self.point(305)), .move(Self.point(300)), .move(Self.point(304)),
            .release(Self.point(304)), .press(Self.point(310)), .release(Self.point(310)),
        ]
        #expect(
            gestures(events) == [
                .row(.began(Self.point(310)), scrolls: false), row(310, 300), row(300, 304),
                .row(.ended, scrolls: false),
            ])
    }

    @Test mutating func dragCancelsThePressOfItsTab() {
        allowRow()
        #expect(
            gestures([.press(Self.point(123)), .move(Self.point(132)), .cancel])
                == cancelled + [
                    .row(.began(Self.point(123)), scrolls: false), row(123, 132), .row(.cancelled, scrolls: false),
                ])
    }

    @Test mutating func movementAcrossTheRowIsNone() {
        allowRow()
        #expect(gestures([.press(Self.point(310)), .move(Self.point(310, 90)), .release(Self.point(310, 90))]) == [])
    }

    @Test mutating func rowThatCannotMoveLeavesThePress() {
        allowRow()
        field.canMoveRow = { false }
        #expect(gestures([.press(Self.point(123)), .move(Self.point(140)), .release(Self.point(140))]) == activated)
        #expect(gestures([.scroll(dx: 30, dy: 0, isFinal: false)], from: Self.pointer) == [])
    }

    @Test mutating func fingerDragsAlongARail() {
        allowRow()
        field.edge = .left
        let points = [Self.point(310, 100), Self.point(350, 98), Self.point(350, 80)]
        #expect(
            gestures([.press(points[0]), .move(points[1]), .move(points[2]), .release(points[2])])
                == [
                    .row(.began(points[0]), scrolls: false),
                    .row(.moved(from: points[0], to: points[2]), scrolls: false), .row(.ended, scrolls: false),
                ])
    }

    @Test mutating func secondFingerDoesNotDrag() {
        allowRow()
        _ = gestures([.press(Self.point(310))])
        #expect(gestures([.press(Self.point(320)), .move(Self.point(380))], from: Self.second) == [])
        #expect(gestures([.move(Self.point(330))]) == [.row(.began(Self.point(310)), scrolls: false), row(310, 330)])
        // While the first one drags, it presses nothing either.
        #expect(gestures([.press(Self.point(110)), .release(Self.point(110))], from: Self.second) == [])
    }

    @Test mutating func fingerThatStopsTheRowPressesNothing() {
        allowRow()
        field.isRowMoving = true
        #expect(
            gestures([.press(Self.point(110)), .move(Self.point(109)), .release(Self.point(109))])
                == [.row(.began(Self.point(110)), scrolls: false), row(110, 109), .row(.ended, scrolls: false)])
    }

    @Test mutating func pressThatIsNoDragStaysAPress() {
        allowRow()
        field.canMoveRowFrom = { $0.x > 200 }
        #expect(gestures([.press(Self.point(123)), .move(Self.point(180)), .release(Self.point(180))]) == activated)
        // Another finger may drag meanwhile.
        _ = gestures([.press(Self.point(123))])
        #expect(
            gestures([.press(Self.point(310)), .move(Self.point(330))], from: Self.second)
                == [.row(.began(Self.point(310)), scrolls: false), row(310, 330)])
    }

    @Test mutating func touchpadMovesTheRowAtOnce() {
        allowRow()
        let events: [InputEvent] = [
            .scroll(dx: 3, dy: 1, isFinal: false), .scroll(dx: 0, dy: -7, isFinal: false),
            .scroll(dx: 0, dy: 0, isFinal: true),
        ]
        let (first, last) = (Point(x: 3, y: 1), Point(x: 3, y: -6))
        #expect(
            gestures(events, from: Self.pointer) == [
                .row(.began(.zero), scrolls: true), .row(.moved(from: .zero, to: first), scrolls: true),
                .row(.moved(from: first, to: last), scrolls: true), .row(.ended, scrolls: true),
            ])
        #expect(gestures([.leave, events[0], .leave, .leave], from: Self.pointer).last == .row(.ended, scrolls: true))
    }

    // MARK: - Long presses

    @Test(arguments: [(7.9, true), (8.1, false)])
    func fingerThatMovesIsNotHeld(distance: Double, isHeld: Bool) {
        var test = self
        test.field.canHold = { $0 == .tab("a") }
        let point = Self.point(123)
        #expect(test.gestures([.press(point), .move(Self.point(123, 40 - distance))]) == pressed)
        let delay = GestureArena<BarField, BarGesture>.longPressDelay
        #expect(test.arena.deadline == (isHeld ? delay : nil))
        let later = test.arena.update(at: delay, in: test.field)
        #expect(later.first == (isHeld ? .tap(.cancelled(.tab("a"))) : nil))
        #expect(later.dropFirst().allSatisfy { if case .longPress(.began) = $0 { true } else { false } })
        #expect(later.count == (isHeld ? 2 : 0))
    }

    @Test mutating func tapIsNotLong() {
        field.canHold = { _ in true }
        _ = gestures([.press(Self.point(123)), .release(Self.point(123))])
        #expect(arena.deadline == nil)
    }

    @Test mutating func longPressFollowsTheFinger() {
        field.canHold = { _ in true }
        _ = gestures([.press(Self.point(123))])
        _ = arena.update(at: GestureArena<BarField, BarGesture>.longPressDelay, in: field)
        #expect(gestures([.press(Self.point(250)), .release(Self.point(250))], from: Self.second) == [])
        let far = Self.point(300, -90)
        #expect(
            gestures([.move(far), .cancel])
                == [.longPress(.moved(from: Self.point(123), to: far)), .longPress(.cancelled)])
    }

    // MARK: - The bar that hides

    @Test mutating func fingerPutsTheBarAway() {
        field.hiding = .possible
        let (start, near, far) = (Self.point(123), Self.point(123, 48), Self.point(123, 49))
        #expect(gestures([.press(start), .move(near)]) == pressed)
        #expect(
            gestures([.move(far), .release(far)]) == [
                .tap(.cancelled(.tab("a"))), .slide(.began(start)), .slide(.moved(from: start, to: far)),
                .slide(.ended),
            ])
    }

    @Test mutating func fingerDrawsTheBarInAndPressesNothing() {
        field.hiding = .out
        let (edge, inside) = (Self.point(123, 119), Self.point(123, 40))
        #expect(
            gestures([.press(edge), .move(inside), .cancel])
                == [.slide(.began(edge)), .slide(.moved(from: edge, to: inside)), .slide(.cancelled)])
        #expect(gestures([.press(inside), .move(edge), .release(edge)], from: Self.pointer) == [])
    }

    /// A bar that goes out under a finger takes its press with it.
    @Test mutating func barThatGoesOutEndsThePress() {
        #expect(gestures([.press(Self.point(123))]) == pressed)
        field.hiding = .out
        #expect(arena.update(at: 0, in: field) == [.tap(.cancelled(.tab("a")))])
    }

    // MARK: - Speech

    @Test mutating func touchExploresAndDoesNothingElse() {
        allowRow()
        field.isExplored = true
        field.canHold = { _ in true }
        let far = Self.point(250)
        #expect(
            gestures([.press(Self.point(123)), .move(far), .release(far)])
                == [.explore(.touched), .explore(.explored(far, isDown: true)), .explore(.lifted)])
        #expect(gestures([.press(Self.point(123))], from: Self.pointer) == pressed, "the pointer does as always")
    }

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
