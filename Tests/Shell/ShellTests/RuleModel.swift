import ShellModel

/// The invariants after each step, through any changes of windows, locks and outputs.
struct RuleModel {
    /// A step's effect on the front.
    enum Front {
        /// The selected tab comes in front.
        case tab
        /// A window that belongs to no tab comes in front.
        case foreign
        /// A tab in front stays there.
        case same
        /// The user has gone to anything in front there.
        case any
    }

    /// The tab that the person has chosen last.
    var chosen: TabID = "home"
    /// The titles of the open windows.
    var titles: Set<String> = []
    var isLocked = false

    /// Returns the first difference from a scene, if any.
    func fault(of scene: RuleScene, after front: Front, from before: RuleScene) -> String? {
        guard scene.selected == chosen else { return "\(chosen) was chosen last" }
        guard Set(scene.windows.map(\.title)) == titles || scene.outputs.isEmpty else {
            return "the windows are \(titles.sorted())"
        }
        return faultOfFront(scene, front, before) ?? faultOfWindows(scene)
    }

    private func faultOfFront(_ scene: RuleScene, _ front: Front, _ before: RuleScene) -> String? {
        // Without an output nothing is in front.
        guard scene.front != .nothing else { return nil }
        let hasForeign = scene.windows.contains { $0.tab == nil }
        guard (scene.isCovered == nil) != hasForeign else { return "whether the page can be covered is wrong" }
        guard (scene.isCovered == true) == (scene.front == .foreign) else { return "whether it is covered is wrong" }
        if case .tab(let tab) = scene.front, tab != chosen { return "\(tab) is in front" }
        switch front {
        case .tab where scene.front != .tab(chosen): return "\(chosen) is not in front"
        case .foreign where scene.front != .foreign: return "the window is not in front"
        case .same where scene.front != .tab(chosen): if case .tab = before.front { return "\(chosen) has gone" }
        default: break
        }
        guard scene.front == .tab(chosen), scene.windows.contains(where: { $0.tab == chosen }) else { return nil }
        let window = scene.windows.first { $0.workspace == scene.workspace }
        guard let window else { return "no window of \(chosen) is in front" }
        if scene.focused == scene.workspace, !isLocked, !window.isFocused { return "\(window.title) has no focus" }
        return nil
    }

    private func faultOfWindows(_ scene: RuleScene) -> String? {
        var places: Set<String> = []
        for window in scene.windows {
            let owner = RuleScene.tab(of: window.workspace)
            guard owner == window.tab else { return "\(window.title) is on \(window.workspace)" }
            guard let tab = window.tab else { continue }
            guard places.insert(window.workspace).inserted else { return "\(window.title) of \(tab) is not alone" }
            guard window.border == "none", !window.isFloating else { return "\(window.title) does not fill" }
            guard scene.shown.values.contains(window.workspace), !window.isFullscreen else { continue }
            guard window.frame == scene.frames[window.workspace] else { return "\(window.title) has another size" }
        }
        return nil
    }
}
