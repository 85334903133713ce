// SPDX-License-Identifier: MIT
public import DocumentText
public import EventLoop
import Glibc

/// What a command prints: run once when it is shown, and then again and again while it is shown, if that is wanted.
///
/// Never two of them run at a time. One that runs when it is hidden may come to its end.
public final class CommandSource: DocumentSource {
    public let name: String
    public private(set) var content: DocumentContent?
    public var onChange: () -> Void = {}

    private let format: DocumentFormat
    private let interval: UInt64?
    private let timeout: UInt64
    private let loop: EventLoop
    private var run: CommandProcess?
    private var isShown = false
    private var timer: EventLoop.Timer?

    /// - Parameters:
    ///   - command: for `/bin/sh`.
    ///   - interval: from the start of one run to that of the next, ns; nil for one run each time that it is shown.
    ///   - timeout: how long a run may take, ns.
    public init(
        command: String, format: DocumentFormat = .text, every interval: UInt64? = nil,
        timeout: UInt64 = 60_000_000_000, loop: EventLoop
    ) {
        name = command
        self.format = format
        self.interval = interval
        self.timeout = timeout
        self.loop = loop
        timer = loop.timer { [unowned self] in refresh() }
    }

    /// Ends what still runs.
    deinit {
        timer?.disarm()
        run?.end()
    }

    public func show() {
        isShown = true
        refresh()
    }

    public func hide() {
        isShown = false
        timer?.disarm()
    }

    public func refresh() {
        guard run == nil else { return }
        if isShown, let interval { timer?.arm(after: interval) }
        do throws(SystemError) {
            run = try CommandProcess(name, timeout: timeout, loop: loop) { [unowned self] in take($0) }
        } catch {
            let words = String(cString: strerror(error.code))
            put(DocumentContent(problem: .init("Not started", "The shell cannot be started: \(words).")))
        }
    }

    /// Ends what still runs, because the program ends.
    public func stop() {
        hide()
        run?.end()
        run = nil
    }

    private func take(_ result: CommandProcess.Result) {
        run = nil
        let output = String(decoding: result.output, as: UTF8.self)
        let errors = String(decoding: result.errorOutput, as: UTF8.self)
        var content = DocumentContent(
            format.blocks(of: output), standardError: ANSIParser.blocks(of: errors), problem: problem(of: result))
        if result.isCut {
            content.footnote = "The command said more than is shown here."
        } else if content.blocks.isEmpty, content.standardError.isEmpty, content.problem == nil {
            content.footnote = "The command printed nothing."
        }
        put(content)
        // A run that took longer than the interval is followed by the next one at once.
        if isShown, interval != nil, timer?.deadline == nil { refresh() }
    }

    private func problem(of result: CommandProcess.Result) -> DocumentContent.Problem? {
        switch result.end {
        case .code(0): return nil
        case .code(127): return .init("Exit code 127", "The shell did not find the command.")
        case .code(126): return .init("Exit code 126", "The command may not be run.")
        case .code(let code): return .init("Exit code \(code)", "The command says that it did not succeed.")
        case .signal(let number):
            return .init("Ended by signal \(number)", String(cString: strsignal(number)) + ".")
        case .timeout:
            return .init("Took too long", "The command was ended after \(timeout / 1_000_000_000) s.")
        }
    }

    private func put(_ fresh: DocumentContent) {
        guard fresh != content else { return }
        content = fresh
        onChange()
    }
}
