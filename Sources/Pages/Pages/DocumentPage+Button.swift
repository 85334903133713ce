// SPDX-License-Identifier: MIT

internal import Canvas
internal import DocumentText
internal import Geometry
internal import PageKit
internal import PangoText

/// A button of a document's page.
public struct DocumentButton {
    public let title: String
    let action: () -> Void

    /// - Parameter action: called when it is tapped.
    public init(_ title: String, action: @escaping () -> Void) {
        self.title = title
        self.action = action
    }
}

extension DocumentPage {
    /// The distance between the button and what is above it, logical pixels.
    private static let buttonGap = 24.0

    /// Returns the button that is shown: one that reads the document again in place of a document that has a problem, else the
    /// page's own.
    var shownButton: DocumentButton? {
        guard let content = source?.content, content.problem != nil else { return button }
        guard content.shownBlocks.isEmpty else { return nil }
        return DocumentButton("Try Again") { [weak self] in self?.source?.refresh() }
    }

    /// Returns the height of the button below the document or the problem, with its distance from it.
    func buttonHeight(_ context: PageContext) -> Double {
        shownButton == nil ? 0 : Self.buttonGap + buttonSize(context)
    }

    /// Returns the frame of the button in the content; nil without one.
    ///
    /// - Parameter flow: the layout of the document.
    func buttonFrame(_ layout: DocumentLayout, _ flow: LazyBlockLayout, _ context: PageContext) -> Rect? {
        guard let label = buttonLabel(layout, context) else { return nil }
        let height = buttonSize(context)
        let width = min(label.size.width + height, layout.column.width)
        guard flow.blocks.isEmpty else {
            return Rect(x: layout.column.x, y: layout.top + flow.height + Self.buttonGap, width: width, height: height)
        }
        guard let texts = problemTexts(layout, context, isAlone: true) else { return nil }
        let bottom =
            problemDisc(layout, texts, context).maxY + 20 + texts.title.size.height + 8 + texts.detail.size.height
        return Rect(
            x: layout.column.center.x - width / 2, y: (bottom + Self.buttonGap).rounded(), width: width, height: height)
    }

    func drawButton(_ layout: DocumentLayout, _ flow: LazyBlockLayout, on canvas: Canvas, context: PageContext) {
        guard let frame = buttonFrame(layout, flow, context), let label = buttonLabel(layout, context) else { return }
        let theme = Theme(context)
        canvas.fillRoundedRect(
            frame, radius: frame.height / 2, isButtonPressed ? theme.button.opacity(0.7) : theme.button)
        label.draw(
            on: canvas,
            at: Point(x: frame.center.x - label.size.width / 2, y: frame.center.y - label.size.height / 2))
    }

    private func buttonLabel(_ layout: DocumentLayout, _ context: PageContext) -> TextLayout? {
        shownButton.map {
            painter.line(
                $0.title, size: 16 * min(max(context.textScale, 0.8), 2.4), weight: .semibold,
                Theme(context).buttonText,
                width: max(layout.column.width - 32, 40))
        }
    }

    /// Returns the height of the button: at least that of a touch target.
    private func buttonSize(_ context: PageContext) -> Double {
        max(44, (46 * min(max(context.textScale, 0.8), 2.4)).rounded())
    }
}
