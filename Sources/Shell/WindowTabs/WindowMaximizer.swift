// SPDX-License-Identifier: MIT

/// The decision which windows to maximize, so that a tab's window fills the area that the bar leaves.
///
/// A window is maximized when it opens and when its tab is selected. In between it stays as the user makes it.
struct WindowMaximizer {
    /// A window that is not a child of another one.
    struct Candidate {
        var window: WindowFacts
        /// True if it is to fill the area.
        var fills: Bool
        /// True if its tab is being selected.
        var isSelected: Bool
    }

    /// A request to maximize a window, or to undo it.
    struct Request: Equatable {
        var window: Int64
        var isMaximized: Bool
    }

    /// The windows that were maximized once, unless they were so before.
    private var known: Set<Int64> = []
    /// The windows maximized here, each with whether the compositor has said so.
    private var maximized: [Int64: Bool] = [:]

    mutating func update(_ candidates: [Candidate]) -> [Request] {
        let ids = Set(candidates.map(\.window.id))
        known.formIntersection(ids)
        maximized = maximized.filter { ids.contains($0.key) }
        var requests: [Request] = []
        for candidate in candidates {
            let window = candidate.window
            // The user has undone it.
            if maximized[window.id] == true, !window.isMaximized { maximized[window.id] = nil }
            if maximized[window.id] != nil, window.isMaximized { maximized[window.id] = true }
            guard candidate.fills else {
                known.remove(window.id)
                guard maximized.removeValue(forKey: window.id) != nil else { continue }
                requests.append(Request(window: window.id, isMaximized: false))
                continue
            }
            guard !window.appID.isEmpty, known.insert(window.id).inserted || candidate.isSelected,
                !window.isMaximized, !window.isFullscreen
            else { continue }
            maximized[window.id] = false
            requests.append(Request(window: window.id, isMaximized: true))
        }
        return requests
    }
}
