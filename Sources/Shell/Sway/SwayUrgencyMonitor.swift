// SPDX-License-Identifier: MIT
import TabshellIPC

/// The urgent windows of sway. No Wayland protocol announces urgency, so there is no such monitor for other
/// compositors.
package final class SwayUrgencyMonitor: SwayObserver {
    /// Called with the app-ids of the urgent windows.
    package var onChange: (Set<String>) -> Void = { _ in }

    private let sway: SwayConnection
    /// The app-ids of the urgent windows by sway's container id.
    private var urgent: [Int64: String] = [:]

    package init(_ sway: SwayConnection) {
        self.sway = sway
        sway.add(self)
    }

    func swayConnected() {
        sway.request(SwayIPCMessage.tree) { [weak self] tree in
            if let tree { self?.update(to: Self.urgentWindows(in: tree)) }
        }
    }

    func swayDisconnected() { update(to: [:]) }

    func swayWindowChanged(_ event: JSON) {
        var next = urgent
        Self.apply(event, to: &next)
        update(to: next)
    }

    static func apply(_ event: JSON, to urgent: inout [Int64: String]) {
        guard let container = event["container"], case .integer(let id)? = container["id"] else { return }
        urgent[id] = event["change"] == "close" ? nil : urgentAppID(of: container)
    }

    static func urgentWindows(in node: JSON) -> [Int64: String] {
        var result: [Int64: String] = [:]
        if case .integer(let id)? = node["id"] { result[id] = urgentAppID(of: node) }
        for name in ["nodes", "floating_nodes"] {
            guard case .array(let children)? = node[name] else { continue }
            for child in children { result.merge(urgentWindows(in: child)) { first, _ in first } }
        }
        return result
    }

    private static func urgentAppID(of container: JSON) -> String? {
        guard case .string(let appID)? = container["app_id"], container["urgent"] == true else { return nil }
        return appID
    }

    private func update(to next: [Int64: String]) {
        let before = Set(urgent.values)
        urgent = next
        let after = Set(urgent.values)
        if after != before { onChange(after) }
    }
}
