import Geometry
import Gestures
import TestSupport
import Testing

private enum Action: Equatable {
    case drag(DragPhase, scrolls: Bool)
    case hold(DragPhase)
    case heard(Int, InputEvent, GestureAnswer)
}

/// A recognizer that answers at random, or always that a gesture is possible, and records each event.
private struct RecordingRecognizer: GestureRecognizer {
    let number: Int
    var random: SplitMix64?

    mutating func handle(
        _ event: InputEvent, of contact: GestureContact, at time: UInt64, in field: Void, _ actions: inout [Action]
    ) -> GestureAnswer {
        var answer = GestureAnswer.possible
        if var next = random {
            answer = [.possible, .possible, .possible, .claimed, .failed][Int(next.next() % 5)]
            random = next
        }
        actions.append(.heard(number, event, answer))
        return answer
    }
}

@Suite struct GestureArenaTests {
    private let finger = InputSource.touch(seat: 1, id: 0)
    private let start = Point(x: 20, y: 20)
    private let near = Point(x: 27, y: 20)
    private let far = Point(x: 40, y: 20)

    /// A long press, a horizontal drag, and a recognizer of everything.
    private var arena = GestureArena<Void, Action>([
        DragRecognizer(
            start: { _, contact, _ in contact.scrolls ? .never : .held(500) },
            move: { $3.distance(to: $2) > 8 ? .failed : .possible },
            action: { phase, _ in .hold(phase) }),
        DragRecognizer(
            start: { _, _, _ in .moving },
            move: { abs($3.x - $2.x) > 8 ? .claimed : abs($3.y - $2.y) > 8 ? .failed : .possible },
            action: { .drag($0, scrolls: $1.scrolls) }),
        RecordingRecognizer(number: 1),
    ])

    private mutating func actions(of events: [InputEvent]) -> [Action] {
        events.flatMap { arena.handle($0, from: finger, at: 0, in: ()) ?? [] }
    }

    private func heard(_ event: InputEvent) -> Action { .heard(1, event, .possible) }

    @Test mutating func contactThatNobodyClaimsIsEveryonesToItsEnd() {
        let events: [InputEvent] = [.press(start), .move(near), .release(near)]
        #expect(actions(of: events) == events.map { heard($0) })
        #expect(arena.deadline == nil)
    }

    @Test mutating func firstClaimCancelsTheOthersOnce() {
        #expect(
            actions(of: [.press(start), .move(near), .move(far), .move(start), .release(start)]) == [
                heard(.press(start)), heard(.move(near)), heard(.cancel), .drag(.began(start), scrolls: false),
                .drag(.moved(from: start, to: far), scrolls: false),
                .drag(.moved(from: far, to: start), scrolls: false),
                .drag(.ended, scrolls: false),
            ])
        #expect(arena.deadline == nil)
    }

    @Test mutating func timeMakesAPressLong() {
        _ = arena.handle(.press(start), from: finger, at: 7, in: ())
        #expect(arena.deadline == 507)
        #expect(arena.update(at: 506, in: ()) == [])
        #expect(arena.update(at: 507, in: ()) == [heard(.cancel), .hold(.began(start))])
        #expect(arena.deadline == nil)
        #expect(actions(of: [.move(far), .cancel]) == [.hold(.moved(from: start, to: far)), .hold(.cancelled)])
    }

    @Test mutating func endCancelsAllContacts() {
        _ = actions(of: [.press(start), .move(far)])
        #expect(arena.end(at: 0, in: ()) == [.drag(.cancelled, scrolls: false)])
        #expect(arena.end(at: 0, in: ()) == [])
        #expect(arena.handle(.move(start), from: finger, at: 0, in: ()) == nil, "a movement without a press")
        #expect(actions(of: [.release(start)]) == [])
    }

    @Test mutating func pressWithoutAReleaseEndsWithTheNextOne() {
        #expect(
            actions(of: [.press(start), .press(far)]) == [heard(.press(start)), heard(.cancel), heard(.press(far))])
    }

    @Test mutating func otherFingersDoNothingDuringADrag() {
        _ = actions(of: [.press(start), .move(far)])
        let second = InputSource.touch(seat: 1, id: 1)
        for event in [InputEvent.press(start), .move(far), .release(far)] {
            #expect(arena.handle(event, from: second, at: 0, in: ()) == [])
        }
        #expect(actions(of: [.release(far)]) == [.drag(.ended, scrolls: false)])
    }

    @Test mutating func touchpadIsAContactOfItsOwn() {
        func scroll(_ dx: Double, _ dy: Double = 0) -> InputEvent { .scroll(dx: dx, dy: dy, isFinal: false) }
        func moved(_ from: Point, _ to: Point) -> Action { .drag(.moved(from: from, to: to), scrolls: true) }
        #expect(
            actions(of: [scroll(6), scroll(14, 1), scroll(1), .leave, .leave]) == [
                heard(scroll(6)), heard(.cancel), .drag(.began(.zero), scrolls: true), moved(.zero, Point(x: 20, y: 1)),
                moved(Point(x: 20, y: 1), Point(x: 21, y: 1)), .drag(.ended, scrolls: true),
            ])
        // A contact claimed by another gesture stays so until its end.
        let other = [scroll(0, 9), scroll(90), .stopScroll]
        #expect(actions(of: other) == other.map { heard($0) })
        #expect(actions(of: [scroll(9)]).last == moved(.zero, Point(x: 9, y: 0)))
    }

    @Test mutating func keysAreNotPartOfGestures() {
        #expect(arena.handle(.key(.escape), from: .keyboard(seat: 1), at: 0, in: ()) == nil)
        #expect(arena.handle(.wheel(steps: 1, clicks: 1), from: .pointer(seat: 1), at: 0, in: ()) == nil)
    }

    /// Whatever recognizers answer, each gets a contact's end once, and nothing after it or after its failure.
    @Test(arguments: UInt64(0)..<40) func recognizerHearsOfTheEndOnce(seed: UInt64) {
        var arena = GestureArena<Void, Action>(
            (0..<4).map { RecordingRecognizer(number: $0, random: SplitMix64(seed: seed &* 31 &+ UInt64($0))) })
        var random = SplitMix64(seed: seed)
        /// The recognizers that know the contact, and have not failed.
        var followed: Set<Int> = []
        for _ in 0..<100 {
            let end: InputEvent = Bool.random(using: &random) ? .release(far) : .cancel
            let moves = (0..<Int.random(in: 0..<4, using: &random)).map { _ in InputEvent.move(near) }
            var heard = ([.press(start)] + moves).flatMap { arena.handle($0, from: finger, at: 0, in: ()) ?? [] }
            if Int.random(in: 0..<4, using: &random) == 0 { heard += arena.end(at: 0, in: ()) }
            heard += arena.handle(end, from: finger, at: 0, in: ()) ?? []
            for case .heard(let number, let event, let answer) in heard {
                switch event {
                case .press: #expect(followed.insert(number).inserted)
                case .cancel, .release: #expect(followed.remove(number) != nil)
                default: #expect(followed.contains(number))
                }
                if answer == .failed { followed.remove(number) }
            }
            #expect(followed.isEmpty)
        }
    }
}
