// SPDX-License-Identifier: MIT
import EventLoop
import Glibc

/// The device's vibration motor, over the kernel's force feedback. It is looked for and opened at the first pulse, not
/// before, and is no matter where there is none.
public final class ForceFeedbackDevice: HapticActuator {
    /// Without a motor, how long until it is looked for again, ns.
    private static let timeout: UInt64 = 10_000_000_000

    private let open: () throws(SystemError) -> (any RumbleDevice)?
    private let clock: () -> UInt64
    private let report: (String) -> Void
    private var device: (any RumbleDevice)?
    /// What is loaded into the device, under its number.
    private var effect: (rumble: Rumble, number: Int32)?
    private var search = RateLimit(interval: ForceFeedbackDevice.timeout)
    private var hasReported = false

    /// - Parameters:
    ///   - devices: the folder of the input devices' nodes.
    ///   - classes: the folder where the kernel tells what each can do.
    public convenience init(devices: String = "/dev/input", classes: String = "/sys/class/input") {
        let search = ForceFeedbackDiscovery(devices: devices, classes: classes)
        self.init(
            open: { () throws(SystemError) in try search.open() }, clock: { MonotonicClock.now },
            report: { message in
                let line = Array((message + "\n").utf8)
                _ = write(STDERR_FILENO, line, line.count)
            })
    }

    /// - Parameters:
    ///   - open: looks for a motor; nil where there is none.
    ///   - clock: ns.
    ///   - report: shows a line to whoever started the program.
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
            lose(error)
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
        // A device that has gone has no effects either.
        try? device?.remove(effect.number)
    }

    private func lose(_ error: SystemError) {
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
