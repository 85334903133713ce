import EventLoop
import TabBar

/// The timer of a tab that opens while a drag is held over it (spring loading), as on iPadOS.
final class SpringLoader {
    /// The time that a drag is held over a target before it opens, ns.
    private static let delay: UInt64 = 600_000_000

    private var target: BarPart.Target?
    private var timer: EventLoop.Timer?

    init(_ loop: EventLoop, open: @escaping (BarPart.Target) -> Void) {
        timer = loop.timer { [weak self] in if let target = self?.target { open(target) } }
    }

    func hold(over target: BarPart.Target?) {
        guard target != self.target else { return }
        self.target = target
        if target == nil { timer?.disarm() } else { timer?.arm(after: Self.delay) }
    }
}
