import Geometry
import Localization
import ShellModel

/// The message in place of the selected tab's page while no program shows it.
public struct StatusMessage: Equatable, Sendable {
    /// The number of restarts before the message is shown.
    private static let minimumRestarts = 3

    public let heading: String
    let icon: IconReference
    /// The reason, where it is known.
    public let detail: String
    /// The problem that the program has reported, or the last line of its standard error, if any.
    public let problem: String?

    /// True if it covers windows, as nothing else shows the tab, or covers a page that does not answer.
    public let isAboveWindows: Bool

    /// True while the program is starting: a bar takes the place of the button.
    public let isStarting: Bool
    /// True if a window of no tab is in front of it.
    fileprivate let isCovered: Bool
    /// True if something else than the colour of the pages may be behind the message: another tab's window, or a wallpaper,
    /// which sway before 1.10 puts above the panel's background.
    public let hidesOthers: Bool
    /// False for the colour of the pages alone, before the message is due.
    public var isDue = true

    /// The label of the button that starts the program again; nil without a button.
    public let buttonLabel: String?

    /// - Parameter listsWindows: true if the compositor reports windows, so that an unreported one is not open.
    /// - Returns: nil while the page is present.
    public init?(_ state: ShellState, listsWindows: Bool) {
        guard let tab = state.selection.flatMap({ state.tab($0.tab) }),
            // A document stays whatever its sender does.
            let status = state.status(of: .viewer(tab.id)) ?? state.status(of: .page(tab.id))
        else { return nil }
        // In a sentence of one script, with a title of the same, there is nothing to isolate.
        let title = Localization.isActive || tab.title.utf8.contains { $0 >= 0x80 } ? tab.title.isolated : tab.title
        let label: String?
        switch status.phase {
        case .alive where !status.isResponsive:
            (heading, label) = (localized("\(title) does not answer"), localized("Start Again"))
        case .failed: (heading, label) = (localized("\(title) cannot be shown"), localized("Try Again"))
        case .starting where tab.window == nil && status.reason != nil && status.restarts >= Self.minimumRestarts,
            .restarting where status.restarts >= Self.minimumRestarts:
            (heading, label) = (localized("\(title) keeps exiting"), localized("Try Again"))
        case .restarting where tab.window != nil && status.restarts > 0:
            (heading, label) = (localized("\(title) is being restarted"), localized("Try Again"))
        case .absent where tab.window == nil: (heading, label) = (localized("Nothing shows \(title) yet"), nil)
        case .absent where listsWindows || status.reason != nil:
            // After a failure, such as a missing browser, another attempt may fail.
            heading = localized("\(title) is not open")
            label = status.reason == nil ? localized("Open") : localized("Try Again")
        case .starting where tab.window != nil && status.reason != nil:
            (heading, label) = (localized("\(title) is not open"), localized("Start Again"))
        case .starting where status.window != nil:
            (heading, label) = (localized("\(title) opened a window"), localized("Use the Window"))
        // Nothing ends a program that is starting.
        case .starting where status.reason == nil: (heading, label) = (localized("\(title) is starting"), nil)
        case .absent, .alive, .starting, .restarting, .unknown: return nil
        }
        buttonLabel = status.isStartable ? label : nil
        // The window of an absent program may exist where the compositor does not list windows.
        isAboveWindows =
            status.phase == .alive
            || state.arePagesAboveWindows && (tab.window == nil || status.phase == .failed || listsWindows)
        hidesOthers = isAboveWindows || state.bar.pageStacking == .newestBelow
        icon = tab.outline
        isCovered = state.selection?.isCovered == true
        isStarting = status.phase == .starting && status.reason == nil && status.window == nil
        let isUnregistered = status.phase == .absent && tab.window == nil
        let hint = status.window.map { localized("add app_id = \"\($0)\"") }
        let reason = hint ?? status.reason ?? (isUnregistered ? localized("its program has not registered") : "")
        detail = reason.prefix(1).uppercased() + String(reason.dropFirst())
        problem = status.phase == .alive ? nil : status.problem
    }
}

extension BarModel {
    /// The number of lines of each text of a message, which may be the last line of a program's errors.
    private static let maximumLines = 4
    private static let lineHeight = 1.35
    /// The time in which the bar of a program that is starting moves to and fro, ns.
    private static let period: UInt64 = 1_600_000_000

    /// The scene of a message in a surface of a size, in the look's font, on the background of its pages. The colour is the
    /// titles', unless that is hard to read.
    public func scene(of message: StatusMessage, size: Size, at time: UInt64) -> Scene {
        guard let look else { return .empty }
        let ground = ground(.page, at: time)
        var items: [Scene.Item] = [.fill(Rect(size), ground)]
        guard message.isDue else { return Scene(items: items) }
        let color = color(.title, at: time)
        let (scale, width) = (effectiveTextScale, max(size.width - 48, 0))
        func lines(_ string: String, _ points: Double) -> [String] {
            string.isEmpty
                ? []
                : Self.lines(of: string, maximum: Self.maximumLines, keepsEnd: false) {
                    Self.estimatedWidth(of: $0) * points * scale <= width
                }
        }
        let (title, text) = (EmptyStateLayout.titleSize, EmptyStateLayout.textSize)
        let headings = lines(message.heading, title).map { ($0, title) }
        let texts = lines(message.detail, text).map { ($0, text) } + lines(message.problem ?? "", 13).map { ($0, 13) }
        func height(_ lines: [(String, Double)]) -> Double { lines.reduce(0) { $0 + $1.1 * scale * Self.lineHeight } }
        let buttonSize = Size(
            width: min(150 * scale, width), height: max(EmptyStateLayout.buttonHeight, 44 * min(scale, 1.5)))
        let rest =
            message.isStarting
            ? EmptyStateLayout.progress.height : message.buttonLabel == nil ? 0 : buttonSize.height
        let layout = EmptyStateLayout(in: Rect(size), title: height(headings), text: height(texts), rest: rest)
        items.append(.icon(message.icon, layout.icon, color.opacity(0.4)))
        for (lines, top, weight, color) in [
            (headings, layout.title, 600, color), (texts, layout.text, 400, color.opacity(0.65)),
        ] {
            var y = top
            for line in lines {
                let box = Rect(x: 24, y: y, width: width, height: height([line]))
                let run = run(line.0, look, weight: weight, size: line.1, maximumWidth: width)
                items.append(.text(run, in: box, anchor: .center, color.readable(on: ground, look.contrast)))
                y = box.maxY
            }
        }
        let accent = self.color(.accent, at: time)
        if message.isStarting {
            let track = Rect(
                x: ((size.width - EmptyStateLayout.progress.width) / 2).rounded(), y: layout.rest,
                width: EmptyStateLayout.progress.width, height: EmptyStateLayout.progress.height)
            var mark = track
            mark.width /= 3
            mark.x += (track.width - mark.width) * progress(at: time)
            items += [.capsule(track, color.opacity(0.12)), .capsule(mark, accent)]
        }
        guard let label = message.buttonLabel else { return Scene(items: items) }
        let button = Rect(
            x: ((size.width - buttonSize.width) / 2).rounded(), y: layout.rest, width: buttonSize.width,
            height: buttonSize.height)
        items.append(.capsule(button, accent))
        let run = run(label, look, weight: 600, size: 16, maximumWidth: button.width - 16)
        items.append(.text(run, in: button, anchor: .center, accent.textOnTop))
        return Scene(items: items, parts: [BarPart(.retry, in: button, .button, label)])
    }

    /// True if the bar of a program that is starting moves on: while it can be seen.
    public func isMoving(_ message: StatusMessage, at time: UInt64) -> Bool {
        message.isStarting && message.isDue && !message.isCovered && time != .max && !isMotionReduced
    }

    /// The place of the mark in that bar, 0…1; in the middle without motion.
    private func progress(at time: UInt64) -> Double {
        guard time != .max, !isMotionReduced else { return 0.5 }
        let phase = 2 * Double(time % Self.period) / Double(Self.period)
        let position = phase < 1 ? phase : 2 - phase
        return position * position * (3 - 2 * position)
    }
}
