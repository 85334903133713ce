// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import TabDaemon

@Suite struct StartOrderTests {
    private static let (home, flash, growth) = (Program.page("home"), Program.page("flash"), Program.page("growth"))
    private static let front: [Program] = [.panel, home]
    private var order = StartOrder()

    /// Adds all programs; the panel and Home start.
    private mutating func begin() {
        #expect(order.add([.panel, Self.home, Self.flash, Self.growth], front: Self.front) == [.panel, Self.home])
        #expect(order.waiting == [Self.flash, Self.growth])
    }

    @Test mutating func programsBehindStartWhenAllInFrontHaveDrawn() {
        begin()
        #expect(order.finish(Self.home) == [])
        #expect(order.finish(Self.home) == [])
        #expect(order.finish(Self.flash) == [])
        #expect(order.isDrawing(.panel) && !order.isDrawing(Self.home))
        #expect(order.finish(.panel) == [Self.flash, Self.growth])
        #expect(order.waiting == [] && order.finish(.panel) == [])
    }

    @Test mutating func selectedTabStartsAtOnce() {
        begin()
        #expect(order.bringForward([.panel, Self.flash]) == [Self.flash])
        #expect(order.finish(.panel) == [] && order.finish(Self.home) == [])
        #expect(order.finish(Self.flash) == [Self.growth])
        #expect(order.bringForward([.panel, Self.growth]) == [])
    }

    @Test mutating func nobodyWaitsForEver() {
        begin()
        #expect(order.release() == [Self.flash, Self.growth])
        #expect(order.finish(.panel) == [] && order.finish(Self.home) == [])
        #expect(order.add([Self.flash], front: Self.front) == [Self.flash])
    }

    /// Nothing in front is to start, or has begun to.
    @Test mutating func allStartAtOnceWithoutAnyInFront() {
        #expect(order.add([Self.flash, Self.growth], front: Self.front) == [Self.flash, Self.growth])
        #expect(order.waiting == [])
    }

    @Test mutating func programsThatAreAddedMeanwhileWaitToo() {
        begin()
        #expect(order.add([Self.growth, .page("x")], front: Self.front) == [])
        #expect(order.finish(Self.home) + order.finish(.panel) == [Self.flash, Self.growth, .page("x")])
    }
}
