import Canvas
import DocumentText
import Geometry
import PageKit
import PangoText

extension DocumentPage {
    func drawTitle(_ layout: DocumentLayout, on canvas: Canvas, context: PageContext) {
        guard let baseline = layout.titleBaseline, let title = title(context) else { return }
        let theme = Theme(context)
        let column = layout.column
        let size = layout.titleSize
        painter.line(title, size: size, weight: .bold, theme.ink, width: column.width, tracking: -0.02 * size)
            .draw(on: canvas, baseline: Point(x: column.x, y: baseline))
        painter.line(
            source?.name ?? "", size: layout.noteSize, weight: .medium, theme.secondary, width: column.width
        ).draw(on: canvas, baseline: Point(x: column.x, y: baseline + layout.noteSize * 1.6))
    }

    func problemHeight(_ layout: DocumentLayout, _ context: PageContext, isAlone: Bool) -> Double {
        guard !isAlone, let texts = problemTexts(layout, context, isAlone: false) else { return 0 }
        return texts.title.size.height + texts.detail.size.height + 2 + 24 + 20
    }

    /// Draws the problem: a card above the document, or in the middle of an empty page.
    func drawProblem(_ layout: DocumentLayout, on canvas: Canvas, context: PageContext, isAlone: Bool) {
        guard let (title, detail) = problemTexts(layout, context, isAlone: isAlone) else { return }
        let column = layout.column
        if !isAlone {
            let red = Theme(context).visible(Theme.alert)
            let height = problemHeight(layout, context, isAlone: false) - 20
            let card = Rect(x: column.x, y: layout.top, width: column.width, height: height)
            canvas.fillRoundedRect(card, radius: DocumentStyle.codeRadius, red.opacity(0.12))
            title.draw(on: canvas, at: Point(x: card.x + 16, y: card.y + 12))
            detail.draw(on: canvas, at: Point(x: card.x + 16, y: card.y + 14 + title.size.height))
            return
        }
        let places = problemLayout(layout, (title, detail), context)
        if let icon = context.tabs.first(where: { $0.id == context.tab })?.icon {
            canvas.draw(icon, from: pictures, in: places.icon, Theme(context).ink.opacity(0.4))
        }
        title.draw(on: canvas, at: Point(x: column.center.x - title.size.width / 2, y: places.title))
        detail.draw(on: canvas, at: Point(x: column.center.x - problemWidth(layout) / 2, y: places.text))
    }

    /// Returns the places of a problem on a page without a document: as those of the panel's messages.
    func problemLayout(
        _ layout: DocumentLayout, _ texts: (title: TextLayout, detail: TextLayout), _ context: PageContext
    ) -> EmptyStateLayout {
        EmptyStateLayout(
            in: layout.column, below: layout.top, title: texts.title.size.height, text: texts.detail.size.height,
            rest: buttonRows(layout, context).last?.maxY ?? 0)
    }

    private func problemWidth(_ layout: DocumentLayout) -> Double { min(layout.column.width, 420) }

    func problemTexts(
        _ layout: DocumentLayout, _ context: PageContext, isAlone: Bool
    ) -> (title: TextLayout, detail: TextLayout)? {
        guard let problem = source?.content?.problem else { return nil }
        let theme = Theme(context)
        let scale = context.limitedTextScale
        let availableWidth = isAlone ? problemWidth(layout) : max(layout.column.width - 32, 40)
        let title = painter.line(
            problem.title, size: (isAlone ? EmptyStateLayout.titleSize : 15) * scale, weight: .semibold,
            isAlone ? theme.ink : theme.alertText, width: availableWidth)
        var style = TextStyle(size: (isAlone ? EmptyStateLayout.textSize : 14) * scale, color: theme.secondary)
        style.maxWidth = availableWidth
        style.lineSpacing = 1.15
        if isAlone { style.alignment = .center }
        return (title, painter.text(problem.detail, style))
    }

    func draw(
        _ flow: LazyBlockLayout, _ layout: DocumentLayout, from offset: Double, on canvas: Canvas, context: PageContext
    ) {
        let top = top(of: flow, layout, context)
        let visible = flow.blocks(from: offset - top, to: offset - top + context.size.height)
        let bounds = canvas.clipBounds
        for index in visible {
            let block = flow.blocks[index]
            let frame = frame(of: index, in: flow, layout, top: top)
            let whole = Rect(x: 0, y: frame.y - 16, width: context.size.width, height: frame.height + 32)
            guard bounds.intersection(whole) != nil else { continue }
            draw(index, of: flow, in: frame, on: canvas)
            // The bar of a quotation continues through the gap to its next block.
            let isLast = index + 1 == flow.blocks.count
            let next = isLast || index + 1 >= visible.upperBound ? frame.maxY : top + flow.top(of: index + 1)
            let shared = isLast ? 0 : min(block.quotes, flow.blocks[index + 1].quotes)
            for level in 0..<block.quotes {
                let x = layout.column.x + Double(level) * flow.style.quoteIndent
                guard x < frame.x else { break }
                let end = level < shared ? next : frame.maxY
                canvas.fillRoundedRect(
                    Rect(x: x, y: frame.y, width: 3, height: end - frame.y), radius: level < shared ? 0 : 1.5,
                    flow.style.theme.accent.opacity(0.55))
            }
        }
        flow.discardLayouts(outside: visible)
    }

    /// Returns the frame of a measured block in the content, whose blocks begin at `top`.
    func frame(of index: Int, in flow: LazyBlockLayout, _ layout: DocumentLayout, top: Double) -> Rect {
        let (style, block) = (flow.style, flow.blocks[index])
        return Rect(
            x: layout.column.x + style.start(of: block), y: top + flow.top(of: index),
            width: style.width - style.indent(of: block), height: flow.height(of: index))
    }

    private func draw(_ index: Int, of flow: LazyBlockLayout, in frame: Rect, on canvas: Canvas) {
        let block = flow.blocks[index]
        let style = flow.style
        switch block.kind {
        case .rule:
            canvas.fill(
                canvas.snapped(Rect(x: frame.x, y: frame.y, width: frame.width, height: 1)),
                style.theme.hairline.opacity(1.6))
            return
        case .code, .table:
            canvas.fillRoundedRect(frame, radius: DocumentStyle.codeRadius, style.theme.card)
            let padding = DocumentStyle.codePadding
            flow.layout(index).draw(on: canvas, at: Point(x: frame.x + padding, y: frame.y + padding))
            return
        case .item(let marker):
            let (text, isReversed) = (flow.layout(index), style.isReversed(block))
            draw(marker, of: text, in: frame, isReversed: isReversed, style: style, on: canvas)
        default: break
        }
        flow.layout(index).draw(on: canvas, at: Point(x: frame.x, y: frame.y))
    }

    private func draw(
        _ marker: Block.Marker, of text: TextLayout, in frame: Rect, isReversed: Bool, style: DocumentStyle,
        on canvas: Canvas
    ) {
        let baseline = frame.y + text.baseline
        let size = 16 * style.textScale
        /// The point at a distance before the text, in letter sizes.
        func x(_ distance: Double) -> Double {
            isReversed ? frame.maxX + distance * size : frame.x - distance * size
        }
        // Half of the x-height.
        let middle = baseline - size * 0.27
        switch marker {
        case .bullet:
            canvas.fill(
                .circle(center: Point(x: x(0.82), y: middle), radius: size * 0.145),
                with: .color(style.theme.accentText))
        case .number(let number):
            let label = painter.line(
                "\(number).", size: size * 0.94, weight: .medium, style.theme.accentText, tabular: true)
            let anchor: TextStyle.Alignment = isReversed ? .leading : .trailing
            label.draw(on: canvas, baseline: Point(x: x(0.42), y: baseline), anchor: anchor)
        case .task(let isDone):
            let box = Rect(
                center: Point(x: x(0.9), y: baseline - size * 0.34), width: size * 0.98,
                height: size * 0.98)
            guard isDone else {
                canvas.stroke(
                    .roundedRect(box.inset(by: 0.75), radius: size * 0.26), with: .color(style.theme.tertiary),
                    width: 1.5)
                return
            }
            canvas.fillRoundedRect(box, radius: size * 0.28, style.theme.accent)
            let (center, unit) = (box.center, size * 0.1)
            var check = Path()
            check.move(to: Point(x: center.x - 2.2 * unit, y: center.y + 0.1 * unit))
            check.line(to: Point(x: center.x - 0.6 * unit, y: center.y + 1.7 * unit))
            check.line(to: Point(x: center.x + 2.3 * unit, y: center.y - 1.7 * unit))
            canvas.stroke(check, with: .color(style.theme.onAccent), width: size * 0.11)
        }
    }

    /// Covers the document under the screen's cutouts.
    func drawEdge(offset: Double, on canvas: Canvas, context: PageContext) {
        guard context.insets.top > 0, offset > 0 else { return }
        let strip = Rect(x: 0, y: 0, width: context.size.width, height: context.insets.top)
        canvas.fill(strip, context.background)
        let edge = Rect(x: 0, y: strip.maxY - 1 / canvas.scale, width: strip.width, height: 1 / canvas.scale)
        canvas.fill(canvas.snapped(edge), Theme(context).hairline.opacity(min(offset / 24, 1)))
    }
}
