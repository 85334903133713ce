import EventLoop
import Glibc
import Testing

/// A timer, a source and a hook own their registration: their release ends it.
@Suite struct OwnershipTests {
    /// An owner as most are: its handlers hold it weakly.
    private final class Owner {
        var timer: EventLoop.Timer?
        var source: FileDescriptorSource?
        var hook: EventLoop.PrepareHook?
        private let onCall: (String) -> Void

        init(on loop: EventLoop, descriptor: Int32, onCall: @escaping (String) -> Void) throws {
            self.onCall = onCall
            timer = loop.timer { [weak self] in self?.onCall("timer") }
            timer?.arm(after: 0)
            source = try loop.watch(descriptor, for: .read) { [weak self] _ in self?.onCall("source") }
            hook = loop.addPrepareHook { [weak self] in self?.onCall("hook") }
        }
    }

    /// The handler's captured object, to observe its release.
    private final class Captured {}

    private let loop: EventLoop
    private let ready: ReadyPipe

    init() throws {
        loop = try EventLoop()
        ready = try ReadyPipe()
    }

    @Test func releasedOwnerIsNotKeptAndNotCalled() throws {
        var calls: [String] = []
        var owner: Owner? = try Owner(on: loop, descriptor: ready.number) { calls.append($0) }
        weak let observed = owner
        try loop.runOnce()
        #expect(calls == ["hook", "source", "timer"])
        owner?.timer?.arm(after: 0)
        owner = nil
        #expect(observed == nil)
        try runToTimer()
        #expect(calls == ["hook", "source", "timer"])
    }

    /// The loop keeps neither a handler nor its captures.
    @Test func handlersGoWithTheirObjects() throws {
        var captured: Captured? = Captured()
        weak let observed = captured
        func makeObjects(_ captured: Captured?) throws -> [AnyObject] {
            let timer = loop.timer { withExtendedLifetime(captured) {} }
            timer.arm(after: .max)
            let source = try loop.watch(ready.number, for: .read) { _ in withExtendedLifetime(captured) {} }
            return [timer, source, loop.addPrepareHook { withExtendedLifetime(captured) {} }]
        }
        var objects = try makeObjects(captured)
        captured = nil
        #expect(observed != nil)
        objects.removeAll()
        #expect(observed == nil)
    }

    @Test func releasedTimerDoesNotFireInTheSameRound() throws {
        var fired: [String] = []
        let now = MonotonicClock.now
        var later: EventLoop.Timer? = loop.timer { fired.append("later") }
        let first = loop.timer {
            fired.append("first")
            later = nil
        }
        first.arm(at: now)
        later?.arm(at: now + 1)
        try loop.runOnce()
        try runToTimer()
        #expect(fired == ["first"])
    }

    @Test func releasedSourceIsNotCalledInTheSameBatch() throws {
        let pipes = try (0..<8).map { _ in try ReadyPipe() }
        var sources: [FileDescriptorSource] = []
        var calls = 0
        for pipe in pipes {
            sources.append(
                try loop.watch(pipe.number, for: .read) { _ in
                    calls += 1
                    // The first handler releases all sources, its own included.
                    sources = []
                })
        }
        try loop.runOnce()
        #expect(calls == 1)
        try runToTimer()
        #expect(calls == 1)
    }

    @Test func handlersCanReleaseTheirOwnObjects() throws {
        var calls: [String] = []
        var timer: EventLoop.Timer?
        var source: FileDescriptorSource?
        var hook: EventLoop.PrepareHook?
        timer = loop.timer {
            timer = nil
            calls.append("timer")
        }
        timer?.arm(after: 0)
        source = try loop.watch(ready.number, for: .read) { _ in
            source = nil
            calls.append("source")
        }
        hook = loop.addPrepareHook {
            hook = nil
            calls.append("hook")
        }
        try loop.runOnce()
        #expect(calls == ["hook", "source", "timer"])
        #expect(timer == nil && source == nil && hook == nil)
        try runToTimer()
        #expect(calls == ["hook", "source", "timer"])
    }

    @Test func releasedHookDoesNotRunInTheSameRound() throws {
        var calls: [String] = []
        var later: [EventLoop.PrepareHook] = []
        let first = loop.addPrepareHook {
            calls.append("first")
            later.removeAll()
        }
        later.append(loop.addPrepareHook { calls.append("second") })
        try withExtendedLifetime(first) { try runToTimer() }
        #expect(calls == ["first"])
    }

    /// A handler that goes may be the last owner of other objects.
    @Test func releaseOfHandlerReleasesOthers() throws {
        let second = try ReadyPipe()
        var inner: EventLoop.Timer? = loop.timer {}
        inner?.arm(after: .max)
        weak let observed = inner
        var outer: EventLoop.Timer? = loop.timer { [inner] in withExtendedLifetime(inner) {} }
        outer?.arm(after: 0)
        var source: FileDescriptorSource? = try loop.watch(second.number, for: .read) { [outer] _ in
            withExtendedLifetime(outer) {}
        }
        (inner, outer) = (nil, nil)
        #expect(observed?.deadline == .max)
        source?.cancel()
        source = nil
        #expect(observed == nil)
        try runToTimer()
    }

    /// The owner of a descriptor may close it before its source goes, and the kernel gives its number to another one.
    @Test func lateReleaseLeavesNewSourceOfReusedDescriptor() throws {
        let old = try ReadyPipe()
        let number = old.number
        var calls: [String] = []
        var source: FileDescriptorSource? = try loop.watch(number, for: .read) { _ in calls.append("old") }
        let new = try ReadyPipe()
        // A number closed first may go to another thread.
        try #require(dup2(new.number, number) == number)
        let other = try loop.watch(number, for: .read) { _ in calls.append("new") }
        source?.cancel()
        source = nil
        try loop.runOnce()
        #expect(calls == ["new"])
        other.cancel()
        withExtendedLifetime((old, new)) {}
    }

    /// Runs one round that ends at once.
    private func runToTimer() throws {
        let end = loop.timer {}
        end.arm(after: 0)
        try loop.runOnce()
    }
}
