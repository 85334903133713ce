// SPDX-License-Identifier: MIT

import PageKit
import ShellModel
import Testing

@Suite("What is told of scrolling")
struct ScrollReporterTests {
    private func told(_ offsets: [Double], _ reporter: inout ScrollReporter) -> [ScrollDirection] {
        offsets.compactMap { reporter.update($0) }
    }

    @Test("one word for each turn, after a short way")
    func turns() {
        var reporter = ScrollReporter()
        #expect(told([0, 10, 23.9], &reporter) == [])
        #expect(told([24], &reporter) == [.down])
        #expect(told(Array(stride(from: 30, to: 900, by: 7)), &reporter) == [])
        #expect(told([890, 880, 875], &reporter) == [])
        #expect(told([860], &reporter) == [.up])
        #expect(told([850, 600, 610, 620], &reporter) == [])
        #expect(told([640], &reporter) == [.down])
    }

    @Test("a trembling finger says nothing")
    func trembling() {
        var reporter = ScrollReporter()
        #expect(told((0..<200).map { 300 + Double($0 % 2) * 20 }, &reporter) == [])
    }

    @Test("who is back at the top has scrolled up, by however little")
    func top() {
        var reporter = ScrollReporter()
        #expect(told([0, 30], &reporter) == [.down])
        #expect(told([20, 10, 8], &reporter) == [])
        #expect(told([0], &reporter) == [.up])
        #expect(told([0, 0], &reporter) == [])
    }

    @Test("a bar that others have unfolded is folded again by going on")
    func bar() {
        var reporter = ScrollReporter()
        #expect(told([0, 100], &reporter) == [.down])
        reporter.barChanged(isMinimized: true)
        #expect(told([140], &reporter) == [])
        reporter.barChanged(isMinimized: false)
        #expect(told([150, 160], &reporter) == [])
        #expect(told([174], &reporter) == [.down])
        reporter.barChanged(isMinimized: false)
        reporter.barChanged(isMinimized: true)
        #expect(told([170, 160], &reporter) == [])
        #expect(told([146], &reporter) == [.up])
    }

    @Test("other content is not scrolling, but at its top it unfolds the bar")
    func placed() {
        var reporter = ScrollReporter()
        #expect(told([0, 100], &reporter) == [.down])
        let lower = reporter.reset(to: 700)
        #expect(lower == nil)
        #expect(told([690], &reporter) == [])
        let top = reporter.reset(to: 0)
        #expect(top == .up)
        let again = reporter.reset(to: 0)
        #expect(again == nil)
    }
}
