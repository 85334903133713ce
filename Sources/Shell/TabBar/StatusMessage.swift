import Geometry
import Localization
import ShellModel

/// The message in place of the selected tab's page while no program shows it.
public struct StatusMessage: Equatable, Sendable {
    /// The number of restarts before the message is shown.
    private static let minimumRestarts = 3

    public let heading: String
    /// The reason, where it is known.
    public let detail: String
    /// The problem that the program has reported, or the last line of its standard error, if any.
    public let problem: String?

    /// True if it covers windows, as nothing else shows the tab, or covers a page that does not answer.
    public let isAboveWindows: Bool

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
            (heading, label) = (localized("\(title) is not open"), localized("Open"))
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
        let isUnregistered = status.phase == .absent && tab.window == nil
        let hint = status.window.map { localized("add app_id = \"\($0)\"") }
        let reason = hint ?? status.reason ?? (isUnregistered ? localized("its program has not registered") : "")
        detail = reason.prefix(1).uppercased() + reason.dropFirst()
        problem = status.phase == .alive ? nil : status.problem
    }
}

extension BarModel {
    /// The number of lines of each text of a message, which may be the last line of a program's errors.
    private static let maximumLines = 4
    private static let buttonDistance = 24.0

    /// The scene of a message, centred in a surface of a size, in the look's font, on the background of its pages. The
    /// colour is the titles', unless that is hard to read.
    public func scene(of message: StatusMessage, size: Size, at time: UInt64) -> Scene {
        guard let look else { return .empty }
        let ground = ground(.page, at: time)
        var items: [Scene.Item] = [.fill(Rect(size), ground)]
        let color = color(.title, at: time)
        let width = max(size.width - 48, 0)
        let texts = [
            (message.heading, 20.0, 600, color), (message.detail, 15, 400, color.opacity(0.65)),
            (message.problem ?? "", 13, 400, color.opacity(0.65)),
        ]
        let lines = texts.filter { !$0.0.isEmpty }.flatMap { [effectiveTextScale] string, fontSize, weight, color in
            Self.lines(of: string, maximum: Self.maximumLines, keepsEnd: false) {
                Self.estimatedWidth(of: $0) * fontSize * effectiveTextScale <= width
            }.map { ($0, fontSize, weight, color) }
        }
        let buttonSize = Size(width: min(150 * effectiveTextScale, width), height: max(44, 42 * effectiveTextScale))
        // From the middle of the first line to the lower end of the last one.
        let below = (lines.dropFirst().reduce(20 * 0.8) { $0 + $1.1 * 1.6 }) * effectiveTextScale
        // The first line is centred in the surface if the rest fits below it.
        let rest = below + (message.buttonLabel == nil ? 0 : Self.buttonDistance + buttonSize.height)
        let middle = min(size.height / 2, size.height - 24 - rest)
        var y = middle
        for (string, fontSize, weight, color) in lines {
            let height = fontSize * effectiveTextScale * 1.6
            let box = Rect(x: 24, y: y - height / 2, width: width, height: height)
            let run = run(string, look, weight: weight, size: fontSize, maximumWidth: box.width)
            items.append(.text(run, in: box, anchor: .center, color.readable(on: ground, look.contrast)))
            y += height
        }
        guard let label = message.buttonLabel else { return Scene(items: items) }
        let button = Rect(
            x: (size.width - buttonSize.width) / 2, y: (middle + below + Self.buttonDistance).rounded(),
            width: buttonSize.width, height: buttonSize.height)
        items.append(.capsule(button, color.readable(on: ground, look.contrast)))
        let run = run(label, look, weight: 600, size: 16, maximumWidth: button.width)
        items.append(.text(run, in: button, anchor: .center, ground))
        return Scene(items: items, parts: [BarPart(.retry, in: button, .button, label)])
    }
}
