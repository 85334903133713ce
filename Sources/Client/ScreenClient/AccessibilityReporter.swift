import EventLoop
public import ShellModel
import TabshellIPC

/// Reports a program's accessibility tree to the daemon, and carries out presses. It asks the program only when the
/// daemon asks, and after changes while a client watches them.
public final class AccessibilityReporter {
    /// The time between a change and its report, ns: other changes may follow, as in each frame of a motion.
    private static let delay: UInt64 = 100_000_000

    /// The time between two attempts to press a moving part, and for all of them, ns: less than the daemon waits.
    private static let retryDelay: UInt64 = 30_000_000
    private static let pressTimeout: UInt64 = 1_500_000_000

    private unowned let shell: ShellProgram
    /// The number of the question whose answer follows changes; nil while nobody watches.
    private var watched: UInt64?
    private var reported: AccessibilityNode?
    private var describe: () -> AccessibilityNode? = { nil }
    private var press: (String, AccessibilityEdit?) -> PressOutcome? = { _, _ in nil }
    /// The presses and edits of moving parts, with the time at which each is given up.
    private var pending: [(serial: UInt64, id: String, edit: AccessibilityEdit?, deadline: UInt64)] = []
    private var timer: EventLoop.Timer?
    private var retry: EventLoop.Timer?

    init(_ shell: ShellProgram) {
        self.shell = shell
        timer = shell.loop.timer { [weak self] in
            guard let self, let watched, let node = describe(), node != reported else { return }
            send(node, watched)
        }
        retry = shell.loop.timer { [weak self] in self?.tryPending() }
    }

    /// - Parameters:
    ///   - describe: returns the program's tree, with bounds on the output; nil once it has gone.
    ///   - press: presses the node with an identifier, or edits its text; nil once the program has gone.
    public func start(
        describe: @escaping () -> AccessibilityNode?, press: @escaping (String, AccessibilityEdit?) -> PressOutcome?
    ) {
        (self.describe, self.press) = (describe, press)
        shell.client.onDescribeQuery = { [weak self] serial, isWatched in
            guard let self else { return }
            watched = isWatched ? serial : nil
            timer?.disarm()
            send(describe() ?? AccessibilityNode(.group), serial)
        }
        shell.client.onPress = { [weak self] serial, id, edit in
            guard let self else { return }
            pending.append((serial, id, edit, MonotonicClock.now + Self.pressTimeout))
            if pending.count == 1 { tryPending() }
        }
    }

    /// Carries out the presses in their order. Their changes are sent first, to be in force when the answer arrives.
    private func tryPending() {
        while let (serial, id, edit, deadline) = pending.first {
            let problem: String?
            switch press(id, edit) ?? .failed("it takes no presses") {
            case .done: problem = nil
            case .failed(let reason): problem = reason
            case .moving(let reason):
                guard MonotonicClock.now >= deadline else {
                    retry?.arm(after: Self.retryDelay)
                    return
                }
                problem = reason
            }
            pending.removeFirst()
            shell.client.send(.pressed(serial, problem: problem))
        }
    }

    public func changed() {
        guard watched != nil, timer?.deadline == nil else { return }
        timer?.arm(after: Self.delay)
    }

    /// Ends the report of changes, until the next question.
    public func stopWatching() {
        watched = nil
        timer?.disarm()
    }

    private func send(_ node: AccessibilityNode, _ serial: UInt64) {
        reported = watched == nil ? nil : node
        // The length of a request is limited; a larger tree is cut after its first parts.
        var limit = Limits.maximumAccessibilityNodes
        var answer = node.limited(
            nodes: limit, depth: Limits.maximumAccessibilityDepth, textBytes: Limits.maximumAccessibilityTextBytes)
        while limit > 1, answer.json.encodedLine.count > Limits.maximumAccessibilityBytes {
            limit /= 2
            answer = answer.limited(nodes: limit, depth: .max, textBytes: .max)
        }
        shell.client.send(.describe(serial, answer))
    }
}
