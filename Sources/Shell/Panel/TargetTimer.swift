import EventLoop
import TabBar

/// The timer of a target that a drag is held over, which opens then (spring loading, as on iPadOS), or a pointer.
final class TargetTimer {
    /// ns
    private static let delay: UInt64 = 600_000_000

    private var target: BarPart.Target?
    private var timer: EventLoop.Timer?

    init(_ loop: EventLoop, fire: @escaping (BarPart.Target) -> Void) {
        timer = loop.timer { [weak self] in if let target = self?.target { fire(target) } }
    }

    func hold(over target: BarPart.Target?) {
        guard target != self.target else { return }
        self.target = target
        if target == nil { timer?.disarm() } else { timer?.arm(after: Self.delay) }
    }
}
