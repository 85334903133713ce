// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

/// The message in place of the selected tab's page while no program shows it.
public struct StatusMessage: Equatable, Sendable {
    /// The number of restarts from which on the message is shown.
    private static let minimumRestarts = 3

    /// The problem.
    public let heading: String
    /// The reason, where it is known.
    public let detail: String

    /// - Returns: nil while the page is present or starting, and for a tab whose page is a window of another program: other
    ///   windows would cover the message.
    public init?(_ state: ShellState) {
        guard let tab = state.selection.flatMap({ state.tab($0.tab) }), tab.window == nil,
            let status = state.status(of: .page(tab.id))
        else { return nil }
        switch status.phase {
        case .failed: heading = "\(tab.title) cannot be shown"
        case .restarting where status.restarts >= Self.minimumRestarts: heading = "\(tab.title) keeps exiting"
        case .absent: heading = "Nothing shows \(tab.title) yet"
        case .alive, .starting, .restarting: return nil
        }
        let reason = status.reason ?? (status.phase == .absent ? "its program has not registered" : "")
        detail = reason.prefix(1).uppercased() + reason.dropFirst()
    }
}

extension BarModel {
    /// The scene of a message, centred in a surface of a size, in the look's font and colours.
    public func scene(of message: StatusMessage, size: Size, at time: UInt64) -> Scene {
        guard let look else { return Scene(items: [], hitRegions: []) }
        let lines = [(message.heading, 20.0, 600, 1.0), (message.detail, 15, 400, 0.65)]
        var y = size.height / 2
        var items: [Scene.Item] = []
        for (string, fontSize, weight, opacity) in lines where !string.isEmpty {
            let height = fontSize * effectiveTextScale * 1.6
            let box = Rect(x: 24, y: y - height / 2, width: max(size.width - 48, 0), height: height)
            let run = TextRun(
                string, families: look.title.families, weight: weight, size: fontSize * effectiveTextScale,
                maximumWidth: box.width)
            items.append(.text(run, in: box, anchor: .center, color(.title, at: time).opacity(opacity)))
            y += height
        }
        return Scene(items: items, hitRegions: [])
    }
}
