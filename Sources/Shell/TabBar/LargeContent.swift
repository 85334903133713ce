import ShellModel

/// The content of the large-content viewer: a target's icon, title and badge, for users who cannot read them in the bar.
struct LargeContent: Equatable, Sendable {
    var target: BarPart.Target
    var icon: IconReference
    var title: String
    var badge: BadgeMark?
}

extension BarModel {
    static let largeText = 1.6

    /// The target whose content is shown large, if any.
    public var largeContentTarget: BarPart.Target? {
        motion.largeContentOpacity.target > 0 ? largeContent?.target : nil
    }

    /// True if a target has a title that cannot be read in a scene: it is missing or cut off; or it belongs to a
    /// tab, smaller than the user requests.
    public func needsLargeContent(_ target: BarPart.Target, in scene: Scene) -> Bool {
        guard let content = content(of: target) else { return false }
        if case .action = target { return !scene.showsWhole(content.title) }
        return effectiveTextScale >= Self.largeText || !scene.showsWhole(content.title)
    }

    /// True if a long press shows a tab large although it may be changed: its title is too small for the user.
    public func prefersLargeContent(_ target: BarPart.Target) -> Bool {
        guard case .tab(let id) = target, effectiveTextScale >= Self.largeText else { return false }
        return tabs.contains { $0.id == id && $0.menu.isEmpty }
    }

    /// Shows a target's content large, or none. It appears and disappears softly, and changes at once.
    public mutating func showLargeContent(of target: BarPart.Target?, at time: UInt64) {
        let next = target.flatMap { content(of: $0) }
        if let next { largeContent = next }
        motion.largeContentOpacity.animate(to: next == nil ? 0 : 1, from: time, with: largeContentTiming)
    }

    /// True if the large content still appears or disappears after a time.
    public func isLargeContentAnimating(at time: UInt64) -> Bool {
        motion.largeContentOpacity.isMoving(at: time) || motion.darkFraction.isMoving(at: time)
    }

    func content(of target: BarPart.Target) -> LargeContent? {
        switch target {
        case .tab(let id):
            guard let tab = tabs.first(where: { $0.id == id }) else { return nil }
            let icon = id == content.selected ? tab.filled ?? tab.outline : tab.outline
            return LargeContent(
                target: target, icon: icon, title: tab.title.isEmpty ? tab.accessibilityLabel : tab.title,
                badge: content.badges[id])
        case .expandBar:
            guard let tab = content.selected, var shown = self.content(of: .tab(tab)) else { return nil }
            shown.target = target
            return shown
        case .action(let id):
            return action(id, of: self.content.menu).map {
                LargeContent(target: target, icon: $0.picture, title: $0.title)
            }
        case .closeMenu, .retry, .openConfiguration, .closeNotice, .openMessage, .closeMessage, .pad:
            return nil
        }
    }
}

extension Scene {
    /// True if a text is drawn, in one line or several, and not cut off.
    func showsWhole(_ text: String) -> Bool {
        var rest = text[...]
        for line in items.lazy.filter({ !$0.isInvisible }).compactMap(\.wholeText) where !line.isEmpty {
            if !rest.hasPrefix(line) { rest = text[...] }
            guard rest.hasPrefix(line) else { continue }
            rest = rest.dropFirst(line.count).drop { $0 == " " }
            if rest.isEmpty { return true }
        }
        return false
    }
}

extension Scene.Item {
    fileprivate var wholeText: String? {
        switch self {
        case .text(let run, _, _, _): run.maximumWidth == nil ? run.string : nil
        case .transformed(let item, _): item.wholeText
        default: nil
        }
    }
}
