import EventLoop
import ShellModel
import TabshellIPC

/// Reports input on the program's surfaces to the daemon, when needed: all of it if the panel cannot notice
/// input anywhere, else the texts of input methods. An on-screen keyboard on another machine types without any device here.
final class InputActivity {
    /// The time without input before its end is reported, ns.
    private static let quietTime: UInt64 = 1_000_000_000

    private unowned let shell: ShellProgram
    private var isActive = false
    private var latest: UInt64 = 0
    private var timer: EventLoop.Timer?

    init(_ shell: ShellProgram) {
        self.shell = shell
        timer = shell.loop.timer { [weak self] in self?.timePassed() }
    }

    func input(isInputMethod: Bool) {
        let kiosk = shell.client.state.kiosk
        guard kiosk.rules.watchesInput, isInputMethod || kiosk.watch == .surfaces else { return }
        latest = MonotonicClock.now
        guard !isActive, shell.client.isConnected else { return }
        isActive = true
        shell.client.send(.activity(true))
        timer?.arm(at: latest + Self.quietTime)
    }

    /// Discards the report after the daemon's connection is lost: the next daemon does not know it.
    func connectionLost() {
        isActive = false
        timer?.disarm()
    }

    private func timePassed() {
        let end = latest + Self.quietTime
        // More input came since.
        guard MonotonicClock.now >= end else { timer?.arm(at: end); return }
        isActive = false
        shell.client.send(.activity(false))
    }
}
