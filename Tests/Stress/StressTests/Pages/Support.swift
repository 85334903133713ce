import Geometry
import PageKit
import PageTestSupport
import Testing

@testable import StressMonitor

let second: UInt64 = 1_000_000_000
let phone = PageContext(size: Size(width: 428, height: 800))
let desk = PageContext(size: Size(width: 1920, height: 961))

extension Page {
    /// Shows the page and performs all its tasks.
    @discardableResult
    func settle(_ context: PageContext = phone, at now: UInt64 = 0) -> Self {
        appeared(now: now)
        work(context, at: now)
        return self
    }

    func work(_ context: PageContext = phone, at now: UInt64 = 0) {
        guard let tasks = self as? any TaskPage else { return }
        var steps = 0
        while tasks.nextTask(after: now) != nil, steps < 10_000 {
            _ = tasks.performTask(context: context, now: now)
            steps += 1
        }
    }
}

extension TaskPage {
    /// Performs all tasks of a page; none reads more than a page of the history.
    ///
    /// - Parameter after: called after each.
    /// - Returns: their number.
    @discardableResult
    func performSmallTasks(
        reading source: TestSource, _ context: PageContext = phone, at now: UInt64 = 0, after: () -> Void = {}
    ) -> Int {
        var tasks = 0
        while nextTask(after: now) != nil, tasks < 10_000 {
            let before = source.itemsRead
            _ = performTask(context: context, now: now)
            #expect(source.itemsRead - before <= HistoryModel.pageLength)
            after()
            tasks += 1
        }
        return tasks
    }
}

extension GrowthPage {
    /// Opens a route, and returns the context with it.
    @discardableResult
    func open(_ route: String..., in context: PageContext = phone, at now: UInt64 = 0) -> PageContext {
        var context = context
        context.route = route
        routeChanged(context: context, now: now)
        return context
    }
}

extension HomeViewModel.State {
    var level: StressLevel? {
        if case .level(let level) = self { level } else { nil }
    }
}

/// A recorder of an observer's calls.
final class Recorder: ExerciseObserver {
    var words: [String] = []

    func began(_ phase: Exercise.Phase) { words.append(phase.word) }
    func finished(_ exercise: Exercise) { words.append("finished") }
}
