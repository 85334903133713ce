import EventLoop
import Glibc
import Posix
import Testing

/// A pipe with data to read.
final class ReadyPipe {
    let pipe: Pipe
    var number: Int32 { pipe.readEnd.rawValue }

    init(ready: Bool = true) throws {
        pipe = try Pipe()
        if ready { try put() }
    }

    func put() throws { try pipe.writeEnd.writeAll([1]) }

    func take() { _ = try? pipe.readEnd.read(upTo: 1) }
}

@Suite struct FileDescriptorSourceTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    /// The kernel reuses the number of a closed descriptor at once; pending events of the old one are dropped.
    @Test func newSourceOfReusedDescriptorGetsNoOldEvents() throws {
        let first = try ReadyPipe()
        var second: ReadyPipe? = try ReadyPipe()
        let number = try #require(second?.number)
        var heard: [String] = []
        var old: FileDescriptorSource?
        var new: FileDescriptorSource?
        var newPipe: ReadyPipe?
        let trigger = try loop.watch(first.number, for: .read) { _ in
            first.take()
            old?.cancel()
            second = nil
            newPipe = try? ReadyPipe(ready: false)
            guard let pipe = newPipe else { return }
            new = try? loop.watch(pipe.number, for: .read) { _ in heard.append("new") }
        }
        old = try loop.watch(number, for: .read) { _ in heard.append("old") }
        try loop.runOnce()
        #expect(newPipe?.number == number)
        #expect(heard.isEmpty)
        try newPipe?.put()
        try loop.runOnce()
        #expect(heard == ["new"])
        trigger.cancel()
        new?.cancel()
    }

    @Test func interestCanBeChanged() throws {
        let pipe = try ReadyPipe()
        let other = try ReadyPipe()
        var calls = 0
        let watch = try loop.watch(pipe.number, for: .read) { _ in calls += 1 }
        let still = try loop.watch(other.number, for: .read) { _ in }
        try watch.setInterest([])
        try loop.runOnce()
        #expect(calls == 0)
        try watch.setInterest(.read)
        try loop.runOnce()
        #expect(calls == 1)
        still.cancel()
    }

    @Test func hangupIsReportedWithoutInterest() throws {
        let pipe = try Pipe()
        var heard: Readiness = []
        let watch = try loop.watch(pipe.readEnd.rawValue, for: []) { heard = $0 }
        let readEnd = pipe.closingWriteEnd()
        try loop.runOnce()
        #expect(heard == .hangup)
        watch.cancel()
        _ = consume readEnd
    }

    @Test func unpollableDescriptorIsAnError() throws {
        let file = try FileDescriptor(opening: "/proc/self/exe")
        let error = #expect(throws: SystemError.self) { _ = try loop.watch(file.rawValue, for: .read) { _ in } }
        #expect(error?.code == EPERM)
    }

    /// Measured in iterations of the loop.
    @Test func idleLoopDoesNotWakeUp() throws {
        let silent = try ReadyPipe(ready: false)
        var rounds = 0
        let hook = loop.addPrepareHook { rounds += 1 }
        let watch = try loop.watch(silent.number, for: .read) { _ in }
        let disarmed = loop.timer {}
        disarmed.arm(after: 1_000_000)
        disarmed.disarm()
        let end = loop.timer { loop.stop() }
        end.arm(after: 200_000_000)
        try withExtendedLifetime(hook) { try loop.run() }
        #expect(rounds == 1)
        watch.cancel()
    }

    @Test func hooksRunInOrderBeforeEachWait() throws {
        let pipe = try ReadyPipe()
        var order: [String] = []
        let hooks = ["first", "second"].map { name in loop.addPrepareHook { order.append(name) } }
        let watch = try loop.watch(pipe.number, for: .read) { _ in order.append("event") }
        try loop.runOnce()
        try withExtendedLifetime(hooks) { try loop.runOnce() }
        #expect(order == ["first", "second", "event", "first", "second", "event"])
        watch.cancel()
    }

    @Test func hookCanStopLoopBeforeWait() throws {
        let hook = loop.addPrepareHook { loop.stop() }
        try withExtendedLifetime(hook) { try loop.run() }
    }
}
