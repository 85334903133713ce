// SPDX-License-Identifier: MIT
import Geometry
import PageKit

/// A page that shows the user's measurements.
protocol StressPage: CachedPage, TaskPage {
    /// Called when another process has changed the measurements.
    func measurementsChanged()
}

extension StressPage {
    func measurementsChanged() {}
    func focusColor(in context: PageContext) -> Color { Theme(ownColors: context).accentText }
}

/// A page that changes the user's measurements, and says so in a toast.
protocol ChangingPage: StressPage {
    var source: any StressSource { get }
    var painter: PagePainter { get }
    var toast: Toast? { get set }

    /// Called once a change is stored.
    func stored()
}

extension ChangingPage {
    func stored() {}

    func shownToast(at now: UInt64) -> Toast? { toast.flatMap { now < $0.end ? $0 : nil } }

    /// Removes a toast whose time is over.
    func endToast(at now: UInt64) { toast = shownToast(at: now) }

    /// The toast, with a button that undoes the change.
    func toastParts(_ context: PageContext, now: UInt64) -> [Part] {
        guard let toast = shownToast(at: now) else { return [] }
        return [toast.part(PageGrid(context), painter, Theme(ownColors: context)) { [self] in undo(now: now) }]
    }

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - message: the text of the toast once it is stored, if it can be undone; nil for none.
    ///   - name: the name of what is recorded.
    func change(_ change: StressChange, message: String?, name: String = "", now: UInt64) {
        source.change(change, now: now) { [weak self] outcome, now in
            guard let self else { return }
            if let toast = Toast(outcome, of: change, message, name: name, now: now) { self.toast = toast }
            if case .stored = outcome { stored() }
        }
    }

    func undo(now: UInt64) {
        guard let change = toast?.undo else { return }
        toast = nil
        self.change(change, message: nil, now: now)
        if interaction.focused == "undo" { interaction.focus(nil) }
    }
}
