// SPDX-License-Identifier: MIT
import DocumentText
import EventLoop
import Glibc
import Localization
import Posix

/// The output of a command as a document: the command runs when the page is shown, and with an interval again while it is
/// shown.
///
/// It never runs twice at the same time. A command that runs when the page is hidden may finish.
final class CommandSource: DocumentSource {
    let name: String
    private(set) var content: DocumentContent?
    var onChange: () -> Void = {}

    /// The maximum number of bytes that are kept of standard output and of standard error.
    private static let maximumOutput = 256 * 1024

    private let format: DocumentFormat
    private let interval: UInt64?
    private let timeout: UInt64
    private let loop: EventLoop
    private let sendKill: (pid_t) -> Void
    private var run: ChildRun?
    /// The last run, while its process was killed and has not ended.
    private var killed: ChildRun?
    private var isShown = false
    private var timer: EventLoop.Timer?

    /// - Parameters:
    ///   - command: the command line, for `/bin/sh`.
    ///   - interval: the time from the start of one run to that of the next, ns; nil for one run each time that the page is
    ///     shown.
    ///   - timeout: the time after which a run is killed, ns. One that a disk keeps from ending is not waited for.
    ///   - sendKill: see ``ChildRun``.
    init(
        command: String, format: DocumentFormat = .text, every interval: UInt64? = nil,
        timeout: UInt64 = 60_000_000_000, loop: EventLoop, sendKill: @escaping (pid_t) -> Void = { kill($0, SIGKILL) }
    ) {
        self.sendKill = sendKill
        name = command
        self.format = format
        self.interval = interval
        self.timeout = timeout
        self.loop = loop
        timer = loop.timer { [weak self] in self?.refresh() }
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
        guard run == nil, killed == nil else { return }
        if isShown, let interval { timer?.arm(after: interval) }
        run = ChildRun(
            "/bin/sh", ["-c", name], standardError: .separate, limit: .dropping(Self.maximumOutput), timeout: timeout,
            on: loop, sendKill: sendKill
        ) { [weak self] in self?.finish($0) }
    }

    /// Kills a run that is in progress, because the program ends.
    func stop() {
        hide()
        run = nil
    }

    private func finish(_ outcome: ChildRun.Outcome) {
        if run?.isKilled == true {
            killed = run
            killed?.onCollected = { [weak self] in self?.collected() }
        }
        run = nil
        let output = String(decoding: outcome.output, as: UTF8.self)
        let errors = String(decoding: outcome.standardError, as: UTF8.self)
        var content = DocumentContent(output, as: format)
        content.standardError = ANSIParser.blocks(of: errors)
        content.problem = problem(of: outcome) ?? content.problem
        if outcome.isTruncated {
            content.footnote = localized("The command printed more than is shown here.")
        } else if content.blocks.isEmpty, content.standardError.isEmpty, content.problem == nil {
            content.footnote = localized("The command printed nothing.")
        }
        setContent(content)
        // A run that took longer than the interval is followed by the next one at once.
        if isShown, interval != nil, timer?.deadline == nil { refresh() }
    }

    private func collected() {
        killed = nil
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

    private func setContent(_ fresh: DocumentContent) {
        guard fresh != content else { return }
        content = fresh
        onChange()
    }
}
