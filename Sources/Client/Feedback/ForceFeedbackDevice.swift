import EventLoop
import Glibc
import Posix

/// The device's vibration motor, driven by the kernel's force feedback (evdev). It is searched and opened at the first
/// pulse; without one, nothing happens. The ioctls are made by hand because libevdev cannot upload effects.
public final class ForceFeedbackDevice: HapticActuator {
    /// The interval of searches without success, ns.
    private static let searchInterval: UInt64 = 10_000_000_000

    private let open: () throws(SystemError) -> (any RumbleDevice)?
    private let clock: () -> UInt64
    private let report: (String) -> Void
    private var device: (any RumbleDevice)?
    private var effect: (rumble: Rumble, number: Int32)?
    private var search = RateLimit(interval: ForceFeedbackDevice.searchInterval)
    private var hasReported = false

    /// - Parameter report: reports a failure; nil logs it.
    public convenience init(
        devices: String = "/dev/input", classes: String = "/sys/class/input",
        report: ((String) -> Void)? = nil
    ) {
        let search = ForceFeedbackDiscovery(devices: devices, classes: classes)
        self.init(
            open: { () throws(SystemError) in try search.open() }, clock: { MonotonicClock.now },
            report: report ?? Log.write)
    }

    /// - Parameters:
    ///   - open: searches and opens a motor; nil without one.
    ///   - clock: ns.
    ///   - report: logs a line.
    package init(
        open: @escaping () throws(SystemError) -> (any RumbleDevice)?, clock: @escaping () -> UInt64,
        report: @escaping (String) -> Void
    ) {
        self.open = open
        self.clock = clock
        self.report = report
    }

    deinit {
        release()
    }

    public func pulse(strength: Double, duration: Double) {
        guard let rumble = Rumble(strength: strength, duration: duration) else { return }
        do throws(SystemError) {
            if device == nil, search.admits(clock()) { device = try open() }
            try device?.play(load(rumble))
        } catch {
            handle(error)
        }
    }

    public func release() {
        unload()
        device = nil
        search.reset()
    }

    private func load(_ rumble: Rumble) throws(SystemError) -> Int32 {
        if let effect, effect.rumble == rumble { return effect.number }
        unload()
        guard let device else { return -1 }
        let number = try device.upload(rumble)
        effect = (rumble, number)
        return number
    }

    private func unload() {
        guard let effect else { return }
        self.effect = nil
        // An unplugged device has lost its effects.
        try? device?.remove(effect.number)
    }

    private func handle(_ error: SystemError) {
        effect = nil
        device = nil
        if error.code == ENODEV {
            search.reset()
        } else if error.code != EACCES, !hasReported {
            hasReported = true
            report("no haptics: \(error)")
        }
    }
}
