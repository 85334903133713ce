// SPDX-License-Identifier: MIT
import Canvas
import Geometry
import PageKit

extension SamplePage {
    /// Draws a level at its place.
    func draw(_ path: [String], on canvas: Canvas, context: PageContext, now: UInt64) {
        let layout = prepare(path, context, now: now)
        let theme = Theme(context)
        let offset = (level(path).gesture.scroller.offset(at: now) * canvas.scale).rounded() / canvas.scale
        canvas.withSavedState {
            canvas.translate(x: 0, y: -offset)
            painter.line(
                title(of: path, context), size: 32 * layout.scale, weight: .bold, theme.ink, width: layout.header.width
            )
            .draw(on: canvas, baseline: Point(x: layout.header.x, y: layout.header.y + 46))
            let texts = actionTexts(at: now)
            for (index, area) in layout.actions.enumerated() {
                if index == 0 { painter.card(area.union(layout.actions[1]), on: canvas, theme: theme) }
                draw(
                    texts[index], in: area, isPressed: isPressed(index == 0 ? .link : .recording), layout, on: canvas,
                    theme)
            }
            if let shape = fieldLayout(layout, context) {
                canvas.fillRoundedRect(shape.area, radius: 12, theme.track)
                shape.draw(painter.line("Search", size: 16, theme.secondary), on: canvas, theme: theme)
            }
            drawRows(path, layout, offset: offset, on: canvas, context, theme)
        }
        drawBar(path, layout, isOver: offset > 0, on: canvas, context, theme)
    }

    /// The texts of the two actions.
    func actionTexts(at now: UInt64) -> [String] {
        ["More to see", seconds(at: now).map { "Recording \($0) s" } ?? "Voice memo"]
    }

    private func isPressed(_ target: Target) -> Bool { level(navigation.path).gesture.pressed == target }

    private func drawRows(
        _ path: [String], _ layout: SampleLayout, offset: Double, on canvas: Canvas, _ context: PageContext,
        _ theme: Theme
    ) {
        let (items, level) = (rows(of: path, context), level(path))
        guard !items.isEmpty else { return }
        painter.card(layout.list, on: canvas, theme: theme)
        for index in layout.rows(from: offset, to: offset + context.size.height) {
            let area = layout.row(index)
            guard canvas.clipBounds.intersection(area) != nil else { continue }
            let isOpened = level.opened.contains(items[index])
            draw(
                "Item \(items[index])" + (isOpened ? " · opened" : ""), in: area,
                isPressed: path == navigation.path && isPressed(.row(items[index])), layout, on: canvas, theme)
            if level.focused == index {
                canvas.stroke(.roundedRect(area.inset(by: 4), radius: 14), with: .color(theme.ink), width: 2)
            }
        }
    }

    private func draw(
        _ text: String, in area: Rect, isPressed: Bool, _ layout: SampleLayout, on canvas: Canvas, _ theme: Theme
    ) {
        if isPressed { canvas.fillRoundedRect(area, radius: PagePainter.cardRadius, theme.cardPressed) }
        let line = painter.line(
            text, size: 16 * layout.scale, weight: .medium, theme.ink, width: max(area.width - 36, 1))
        line.draw(on: canvas, at: Point(x: area.x + 18, y: area.center.y - line.size.height / 2))
    }

    /// Draws the way back and the button that closes a sheet.
    private func drawBar(
        _ path: [String], _ layout: SampleLayout, isOver: Bool, on canvas: Canvas, _ context: PageContext,
        _ theme: Theme
    ) {
        func draw(_ text: String, x: Double) {
            let line = painter.line(text, size: 16, weight: .medium, theme.accentText)
            line.draw(on: canvas, at: Point(x: x, y: layout.bar.center.y - line.size.height / 2))
        }
        if isOver {
            let strip = Rect(x: 0, y: 0, width: context.size.width, height: layout.bar.maxY)
            canvas.fill(strip, context.background)
        }
        if !path.isEmpty { draw("‹ \(title(of: Array(path.dropLast()), context))", x: layout.bar.x) }
        if context.isSheet { draw("✕", x: layout.close.x + 8) }
    }

    func accessibility(in context: PageContext, now: UInt64) -> [AccessibilityNode] {
        let path = navigation.path
        let layout = prepare(path, context, now: now)
        let offset = level(path).gesture.scroller.offset(at: now)
        func button(_ label: String, _ id: String, _ area: Rect) -> AccessibilityNode {
            AccessibilityNode(.button, label, id: id, actions: [.click], bounds: area)
        }
        var nodes: [AccessibilityNode] = []
        if !path.isEmpty { nodes.append(button("Back", "back", layout.bar.slice(0.5))) }
        if context.isSheet { nodes.append(button("Close", "close", layout.close)) }
        nodes.append(
            AccessibilityNode(
                .heading, title(of: path, context), id: "title", level: 1, bounds: layout.header.offset(y: -offset)))
        for (index, area) in layout.actions.enumerated() {
            nodes.append(button(actionTexts(at: now)[index], ["link", "recording"][index], area.offset(y: -offset)))
        }
        if let area = layout.field {
            nodes.append(
                AccessibilityNode(
                    .searchInput, "Search", id: "search", value: field.text, actions: [.click],
                    bounds: area.offset(y: -offset)))
        }
        let items = rows(of: path, context)
        let rows = layout.rows(from: offset, to: offset + context.size.height).compactMap { index in
            let area = layout.row(index).offset(y: -offset)
            guard area.center.y > layout.bar.maxY, area.center.y < context.size.height else {
                return AccessibilityNode?.none
            }
            var row = AccessibilityNode(
                .listItem, "Item \(items[index])", id: "row/item-\(items[index])", actions: [.click], bounds: area)
            (row.positionInSet, row.sizeOfSet) = (index + 1, items.count)
            return row
        }
        return nodes + [AccessibilityNode(.list, "Items", id: "list", children: rows)]
    }
}

extension Rect {
    /// The leading part of a rectangle.
    fileprivate func slice(_ fraction: Double) -> Rect { Rect(x: x, y: y, width: width * fraction, height: height) }
}
