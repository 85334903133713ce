// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

/// What stands in the place of the page in front while no program shows it, so that nobody looks at an empty screen.
public struct StatusMessage: Equatable, Sendable {
    /// How often a program has to be started again before that is no accident any more.
    private static let restarts = 3

    /// What is the matter.
    public let heading: String
    /// Why, where that is known.
    public let detail: String

    /// - Returns: nil while the page in front is there, or is on its way. What is a window of another program says
    ///   nothing: other windows are where it would be.
    public init?(_ state: ShellState) {
        guard let tab = state.selection.flatMap({ state.tab($0.tab) }), tab.window == nil,
            let status = state.status(of: .page(tab.id))
        else { return nil }
        switch status.phase {
        case .failed: heading = "\(tab.title) cannot be shown"
        case .restarting where status.restarts >= Self.restarts: heading = "\(tab.title) ends again and again"
        case .absent: heading = "Nothing shows \(tab.title) yet"
        case .alive, .starting, .restarting: return nil
        }
        let reason = status.reason ?? (status.phase == .absent ? "its program has not registered" : "")
        detail = reason.prefix(1).uppercased() + reason.dropFirst()
    }
}

extension BarModel {
    /// A notice in the middle of a surface of a size, in the look's letters and colours.
    public func scene(of notice: StatusMessage, size: Size, at time: UInt64) -> Scene {
        guard let look else { return Scene(items: [], hotspots: []) }
        let lines = [(notice.heading, 20.0, 600, 1.0), (notice.detail, 15, 400, 0.65)]
        var y = size.height / 2
        var items: [Scene.Item] = []
        for (string, letters, weight, opacity) in lines where !string.isEmpty {
            let height = letters * effectiveTextScale * 1.6
            let box = Rect(x: 24, y: y - height / 2, width: max(size.width - 48, 0), height: height)
            let run = TextRun(
                string, families: look.title.families, weight: weight, size: letters * effectiveTextScale,
                maximumWidth: box.width)
            items.append(.text(run, in: box, anchor: .center, color(.title, at: time).opacity(opacity)))
            y += height
        }
        return Scene(items: items, hotspots: [])
    }
}
