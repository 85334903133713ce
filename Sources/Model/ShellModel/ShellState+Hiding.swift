extension ShellState {
    /// Returns true if the bar of an output, with the pages or without, is hidden until the user reveals it. It
    /// never hides while a sheet or a menu is open, nor with speech on, because the user may not see where the bar
    /// has gone.
    ///
    /// - Parameter isFullscreen: true if the window in front is a tab's page and fullscreen.
    public func hidesBar(withPages: Bool, isFullscreen: Bool) -> Bool {
        guard let look, sheet.tab == nil, menu.tab == nil, !look.speech.isEnabled else { return false }
        switch look.bar.hide {
        case .never: return false
        case .always: return true
        case .whenCovered:
            guard withPages, let selection else { return false }
            return isFullscreen || selection.isCovered == true || windows[selection.tab] != nil
        }
    }
    /// True if the bar slides out for an open sheet; it stays while the sheet lacks a page that leads back.
    public var isBarUnderSheet: Bool {
        sheet.tab.flatMap { status(of: .page($0)) }.map { $0.phase == .alive && $0.isResponsive } ?? false
    }
}
