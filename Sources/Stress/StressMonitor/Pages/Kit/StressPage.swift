import Geometry
import PageKit

/// A page that shows the user's measurements.
protocol StressPage: CachedPage, TaskPage {
    var source: any StressSource { get }
    var painter: PagePainter { get }

    func measurementsChanged()
}

extension StressPage {
    var isShown: Bool { source.isShown }

    func measurementsChanged() {}
    func focusColor(in context: PageContext) -> Color { Theme(ownColors: context).accentText }

    func pen(_ context: PageContext) -> Pen.Maker {
        let (theme, frame) = (Theme(ownColors: context), PageGrid(context))
        return { [painter] in Pen(painter: painter, theme: theme, frame: frame, canvas: $0) }
    }

    /// The page's title, with the first fitting one of several texts beside it.
    func header(_ title: String, _ subtitles: [String], description: String? = nil, _ context: PageContext) -> Part {
        let (pen, area) = (pen(context), PageGrid(context).header)
        return Part(.heading, title, id: "title", description: description, level: 1, in: area) { canvas, _ in
            let pen = pen(canvas)
            let size = pen.frame.size(34)
            let text = pen.line(title, 34, pen.theme.ink, .bold, width: area.width, tracking: -0.022 * size)
            pen.draw(text, x: area.x, baseline: area.y + size)
            let candidates = subtitles.lazy.map { pen.line($0, 15, pen.theme.secondary) }
            if let subtitle = candidates.first(where: { $0.size.width <= area.width - text.size.width - 24 }) {
                pen.draw(subtitle, x: area.maxX, baseline: area.y + size, .trailing)
            }
        }
    }
}

/// A page that changes the user's measurements, and reports it in a toast.
protocol ChangingPage: StressPage {
    var toast: Toast? { get set }
}

extension ChangingPage {
    func shownToast(at now: UInt64) -> Toast? { toast.flatMap { now < $0.end ? $0 : nil } }

    func endToast(at now: UInt64) { toast = shownToast(at: now) }

    /// The toast, with a button that undoes the change.
    func toastParts(_ context: PageContext, now: UInt64) -> [Part] {
        guard let toast = shownToast(at: now) else { return [] }
        return [toast.part(PageGrid(context), painter, pen(context)) { [self] in undo(now: now) }]
    }

    /// Makes a change. Once stored, the toast has the message, if any and if undo is possible.
    func change(_ change: StressChange, message: String?, now: UInt64) {
        source.change(change, now: now) { [weak self] outcome, now in
            guard let self else { return }
            if let toast = Toast(outcome, of: change, message, now: now) { self.toast = toast }
            if case .stored = outcome { measurementsChanged() }
        }
    }

    func undo(now: UInt64) {
        guard let change = toast?.undo else { return }
        toast = nil
        self.change(change, message: nil, now: now)
        if interaction.focused == "undo" { interaction.focus(nil) }
    }
}
