import PageKit
import ShellModel
import Testing

@Suite("ScrollReporter")
struct ScrollReporterTests {
    private func told(_ offsets: [Double], _ reporter: inout ScrollReporter) -> [ScrollDirection] {
        offsets.compactMap { reporter.update($0) }
    }

    @Test func eachChangeOfDirectionIsReportedOnce() {
        var reporter = ScrollReporter()
        #expect(told([0, 10, 23.9], &reporter) == [])
        #expect(told([24], &reporter) == [.down])
        #expect(told(Array(stride(from: 30, to: 900, by: 7)), &reporter) == [])
        #expect(told([890, 880, 875], &reporter) == [])
        #expect(told([860], &reporter) == [.up])
        #expect(told([850, 600, 610, 620], &reporter) == [])
        #expect(told([640], &reporter) == [.down])
    }

    @Test func tremblingIsNotReported() {
        var reporter = ScrollReporter()
        #expect(told((0..<200).map { 300 + Double($0 % 2) * 20 }, &reporter) == [])
    }

    @Test func returnToTheTopIsReportedAtOnce() {
        var reporter = ScrollReporter()
        #expect(told([0, 30], &reporter) == [.down])
        #expect(told([20, 10, 8], &reporter) == [])
        #expect(told([0], &reporter) == [.up])
        #expect(told([0, 0], &reporter) == [])
    }

    @Test func barExpandedElsewhereIsMinimizedAgain() {
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

    @Test func otherContentAtItsTopExpandsTheBar() {
        var reporter = ScrollReporter()
        #expect(told([0, 100], &reporter) == [.down])
        let lower = reporter.reset(to: 700)
        #expect(told([690], &reporter) == [])
        let top = [reporter.reset(to: 0), reporter.reset(to: 0)]
        #expect(lower == nil && top == [.up, nil])
    }
}
