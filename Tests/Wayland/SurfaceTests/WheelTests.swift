import FakeCompositor
import StageTestSupport
import Testing

@testable import SurfaceKit

/// The wheel as fractions of steps for scrolling, and as whole steps for selecting.
@Suite struct WheelTests {
    /// A fine wheel turned by one step sends several events.
    @Test func fineWheelAccumulatesToWholeSteps() throws {
        let wheel = try Wheel(seatVersion: 8)
        #expect(try wheel.turn([30, 30, 30, 30, 30]) == [0, 0, 0, 1, 0])
        // A turn back begins a new step.
        #expect(try wheel.turn([-30, -90, -15, -105]) == [0, -1, 0, -1])
        #expect(try wheel.turn([120, 240, -120]) == [1, 2, -1])
        #expect(try wheel.steps(60) == 0.5)
    }

    @Test func leavingForgetsAPartOfAStep() throws {
        let wheel = try Wheel(seatVersion: 8)
        #expect(try wheel.turn([90]) == [0])
        wheel.local.compositor.pointerLeaves(wheel.fake)
        wheel.local.compositor.pointerEnters(wheel.fake, x: 1, y: 1)
        #expect(try wheel.turn([90, 30]) == [0, 1])
    }

    @Test func axisValuesAccumulateWithoutSteps() throws {
        let wheel = try Wheel(seatVersion: 5)
        // The length of a step varies; the excess of one event begins no new one.
        #expect(try wheel.turn(values: [15, 15, 15]) == [1, 1, 1])
        #expect(try wheel.turn(values: [2.5, 2.5, 2.5, 2.5, 2.5]) == [0, 0, 0, 1, 0])
    }

    @Test func absurdStepsAreClamped() throws {
        let wheel = try Wheel(seatVersion: 8)
        #expect(try wheel.turn([.max, .min, 0]) == [100, -100])
    }
}

/// A surface under the pointer.
private struct Wheel {
    let local: LocalSession
    let fake: FakeSurface
    private let content: PlainContent
    private let surface: Surface

    init(seatVersion: UInt32) throws {
        (local, surface, fake, content) = try LocalSession.showing(versions: ["wl_seat": seatVersion])
        local.compositor.pointerEnters(fake, x: 1, y: 1)
    }

    /// The clicks that turns by 120ths of a step complete.
    func turn(_ units: [Int32]) throws -> [Int] {
        try events { for units in units { local.compositor.wheel(on: fake, value120: units) } }.map(\.clicks)
    }

    func turn(values: [Double]) throws -> [Int] {
        try events { for value in values { local.compositor.wheel(on: fake, value: value, steps: nil) } }.map(\.clicks)
    }

    func steps(_ units: Int32) throws -> Double? {
        try events { local.compositor.wheel(on: fake, value120: units) }.first?.steps
    }

    private func events(_ body: () -> Void) throws -> [(steps: Double, clicks: Int)] {
        let count = content.events.count
        body()
        try local.settle()
        return content.events.dropFirst(count).compactMap {
            if case .wheel(let steps, let clicks) = $0 { (steps, clicks) } else { nil }
        }
    }
}
