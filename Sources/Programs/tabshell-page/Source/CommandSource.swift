import DocumentText
import EventLoop
import Glibc
import Localization
import Posix

/// The output of a command as a document: it runs when the page is shown, and with an interval again while it is shown.
/// A run that takes long shows its output so far, unless it only repeats an earlier one. Runs never overlap, and one in
/// progress when the page is hidden may finish. Its background processes are ended before the next run, if this process
/// is the subreaper of its descendants.
final class CommandSource: DocumentSource {
    let name: String
    private(set) var content: DocumentContent?
    var onChange: () -> Void = {}

    /// The maximum number of kept bytes of standard output, and of standard error.
    private static let maximumOutput = 256 * 1024
    /// The time between SIGTERM and SIGKILL for what a run has left behind, ns.
    private static let terminationGracePeriod: UInt64 = 3_000_000_000

    /// The time after which a run is reported as running, ns.
    private static let progressDelay: UInt64 = 500_000_000
    /// The time in which further output is collected, ns.
    private static let collectingTime: UInt64 = 200_000_000

    private let format: DocumentFormat
    private let interval: UInt64?
    private let timeout: UInt64
    private let loop: EventLoop
    private let sendKill: (pid_t) -> Void
    private var run: ChildRun?
    /// The last run, if its killed process has not ended.
    private var killed: ChildRun?
    private let orphans: OrphanedProcesses
    /// The reaper of what runs leave behind, which would otherwise belong to init.
    var reaper: OrphanReaper?
    private let instance = environmentVariable(ChildProcess.instanceVariable) ?? "page \(getpid())"
    private var count = 0
    private var isShown = false
    private var timer: EventLoop.Timer?
    /// Shows what a run has printed.
    private var progress: EventLoop.Timer?
    private var isComplete = false

    /// - Parameters:
    ///   - command: the command line, for `/bin/sh`.
    ///   - interval: the time between two starts, ns; nil for one run each time the page is shown.
    ///   - timeout: the time after which a run is killed, ns. The page does not wait for one that hangs on a disk.
    ///   - sendKill: see ``ChildRun``.
    init(
        command: String, format: DocumentFormat = .text, every interval: UInt64? = nil,
        timeout: UInt64 = 60_000_000_000, loop: EventLoop, sendKill: @escaping (pid_t) -> Void = { kill($0, SIGKILL) }
    ) {
        (name, self.format, self.interval, self.timeout) = (command, format, interval, timeout)
        (self.loop, self.sendKill) = (loop, sendKill)
        orphans = OrphanedProcesses(gracePeriod: Self.terminationGracePeriod, on: loop)
        orphans.onEmpty = { [weak self] in self?.runIfDue() }
        timer = loop.timer { [weak self] in self?.refresh() }
        progress = loop.timer { [weak self] in self?.showProgress() }
    }

    func show() {
        isShown = true
        refresh()
    }

    func hide() {
        isShown = false
        timer?.disarm()
    }

    func refresh() {
        // Processes that a disk keeps from ending do not pile up.
        guard run == nil, killed == nil, orphans.isEmpty else { return }
        if isShown, let interval { timer?.arm(after: interval) }
        count += 1
        run = ChildRun(
            "/bin/sh", ["-c", name], environment: [ChildProcess.instanceVariable: runInstance],
            standardError: .separate, limit: .dropping(Self.maximumOutput), timeout: timeout, on: loop,
            sendKill: sendKill
        ) { [weak self] in self?.finish($0) }
        if !isComplete || interval == nil { progress?.arm(after: Self.progressDelay) }
    }

    private func showProgress() {
        guard let run else { return }
        run.onOutput = { [weak self] in
            if let progress = self?.progress, progress.deadline == nil { progress.arm(after: Self.collectingTime) }
        }
        let (output, errors, isTruncated) = run.collected
        // Earlier output stays until there is some.
        var shown = output.isEmpty && errors.isEmpty ? content ?? DocumentContent() : document(output, errors)
        shown.footnote =
            isTruncated
            ? localized("The command is running, and has printed more than is shown here.")
            : localized("The command is running.")
        show(shown)
    }

    private func document(_ output: [UInt8], _ errors: [UInt8]) -> DocumentContent {
        var content = DocumentContent(String(decoding: output, as: UTF8.self), as: format)
        content.standardError = TerminalScreen(String(decoding: errors, as: UTF8.self)).blocks
        return content
    }

    private func show(_ fresh: DocumentContent) {
        guard fresh != content else { return }
        content = fresh
        onChange()
    }

    /// Kills the current run, because the program ends.
    func stop() {
        hide()
        progress?.disarm()
        run = nil
    }

    private func finish(_ outcome: ChildRun.Outcome) {
        if run?.isKilled == true {
            killed = run
            killed?.onCollected = { [weak self] in
                self?.killed = nil
                self?.runEnded()
            }
        }
        run = nil
        isComplete = true
        progress?.disarm()
        var content = document(outcome.output, outcome.standardError)
        content.problem = problem(of: outcome) ?? content.problem
        if outcome.isTruncated {
            content.footnote = localized("The command printed more than is shown here.")
        } else if content.blocks.isEmpty, content.standardError.isEmpty, content.problem == nil {
            content.footnote = localized("The command printed nothing.")
        }
        show(content)
        if killed == nil { runEnded() }
    }

    private var runInstance: String { "\(instance):\(count)" }

    private func runEnded() {
        orphans.terminate(runInstance)
        runIfDue()
    }

    /// Runs the command at once after a run that took longer than the interval.
    private func runIfDue() {
        if isShown, interval != nil, timer?.deadline == nil { refresh() }
    }

    private func problem(of outcome: ChildRun.Outcome) -> DocumentContent.Problem? {
        switch outcome.ending {
        case .exited(0): return nil
        case .exited(127): return .init(localized("Exit code \(127)"), localized("The shell did not find the command."))
        case .exited(126): return .init(localized("Exit code \(126)"), localized("The command is not executable."))
        case .exited(let code) where code > 0:
            return .init(localized("Exit code \(code)"), localized("The command failed."))
        case .exited(let code):
            // Unsafe: the C library's text is copied before the next call can change it.
            return .init(localized("Ended by signal \(-code)"), unsafe String(cString: strsignal(-code)) + ".")
        case .failed where outcome.ending.isTimeout:
            return .init(
                localized("Timed out"), localized("The command was killed after \(timeout / 1_000_000_000) s."))
        case .failed(let error):
            let reason = if case .system(let error) = error { SystemError.message(for: error.code) } else { "\(error)" }
            return .init(localized("Not started"), localized("The shell cannot be started: \(reason)."))
        }
    }
}
