// SPDX-License-Identifier: MIT

extension ShellState {
    /// Returns true if the bar of an output is hidden until the user brings it back. It never is while a sheet or a
    /// menu is open, nor in a look that speaks, because its user may not see where the bar has gone.
    ///
    /// - Parameters:
    ///   - withPages: true if the pages are on the output.
    ///   - isFullscreen: true if the window in front is a tab's page and fullscreen.
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
    /// True if the bar slides out to make way for an open sheet. It stays while the sheet's page is not there, and nothing else
    /// leads back.
    public var isBarUnderSheet: Bool {
        sheet.tab.flatMap { status(of: .page($0)) }.map { $0.phase == .alive && $0.isResponsive } ?? false
    }
}
