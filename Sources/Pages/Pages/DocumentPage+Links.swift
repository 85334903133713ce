// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import PageKit
internal import PangoText

extension DocumentPage {
    /// The distance around a link in which it can be pressed, logical pixels.
    private static let linkMargin = 5.0

    /// Returns the frames of a link in the content, one for each of its lines. Its block is measured.
    func linkFrames(
        _ link: DocumentLinks.Link, _ layout: DocumentLayout, _ flow: LazyBlockLayout, _ context: PageContext
    ) -> [Rect] {
        let block = flow.blocks[link.block]
        let frame = frame(of: link.block, in: flow, layout, top: top(of: flow, layout, context))
        let padding = block.kind == .code ? DocumentStyle.codePadding : 0
        return flow.layout(link.block).rectangles(
            of: flow.style.range(ofLink: link.index, in: block), isMirrored: context.isRightToLeft
        ).map { $0.offset(x: frame.x + padding, y: frame.y + padding) }
    }

    /// Returns the link at a point of the content.
    func link(
        at point: Point, _ layout: DocumentLayout, _ flow: LazyBlockLayout, _ context: PageContext
    ) -> DocumentLinks.Link? {
        let y = point.y - top(of: flow, layout, context)
        let blocks = flow.blocks(from: y - Self.linkMargin, to: y + Self.linkMargin)
        return links.all.first { link in
            blocks.contains(link.block)
                && linkFrames(link, layout, flow, context).contains {
                    $0.inset(by: -Self.linkMargin).contains(point)
                }
        }
    }

    /// Draws the link that is pressed, and the focus ring around the one that has the focus.
    func drawLinkStates(
        _ layout: DocumentLayout, _ flow: LazyBlockLayout, on canvas: Canvas, context: PageContext
    ) {
        let theme = Theme(context)
        for (target, isPressed) in [(pressed, true), (focus, false)] {
            guard case .link(let link)? = target, links.all.contains(link), flow.isMeasured(link.block) else {
                continue
            }
            for frame in linkFrames(link, layout, flow, context) {
                let frame = frame.inset(by: -3)
                if isPressed {
                    canvas.fillRoundedRect(frame, radius: 6, theme.accentText.opacity(0.2))
                } else {
                    canvas.stroke(.roundedRect(frame, radius: 6), with: .color(theme.ink), width: 2)
                }
            }
        }
    }

    /// Moves the focus of the keys among the links and the buttons, from what is visible on.
    ///
    /// - Returns: false if the key has nothing to do with that.
    func moveFocus(_ key: PageKey, _ layout: DocumentLayout, _ flow: LazyBlockLayout, now: UInt64) -> Bool {
        let targets = links.all.map { Target.link($0) } + shownButtons.indices.map { .button($0) }
        guard targets.count > 1 || !links.all.isEmpty else { return false }
        let current = focus.flatMap(targets.firstIndex)
        switch key {
        case .tab, .right:
            let next = current.map { $0 + 1 } ?? firstVisible(layout, flow, now: now)
            focus = targets[next % targets.count]
        case .backtab, .left: focus = targets[((current ?? targets.count) + targets.count - 1) % targets.count]
        case .escape where focus != nil: focus = nil
        default: return false
        }
        return true
    }

    /// The first link that is not above the visible part; the number of links if there is none.
    private func firstVisible(_ layout: DocumentLayout, _ flow: LazyBlockLayout, now: UInt64) -> Int {
        let offset = scroller.offset(at: now)
        let visible = flow.blocks(from: offset - layout.top, to: .infinity)
        return links.all.firstIndex { $0.block >= visible.lowerBound } ?? links.all.count
    }

    /// Shows why a link was not followed, until the next press or key.
    public func show(notice: String) {
        self.notice = notice
    }

    /// Draws the notice above the bar.
    func drawNotice(_ layout: DocumentLayout, on canvas: Canvas, context: PageContext) {
        guard let notice else { return }
        let theme = Theme(context)
        var style = TextStyle(size: 15 * min(max(context.textScale, 0.8), 3), weight: .medium, color: theme.alertText)
        style.maxWidth = max(layout.column.width - 32, 40)
        style.alignment = .natural
        let text = painter.text(notice, style)
        let height = text.size.height + 24
        let card = Rect(
            x: layout.column.x, y: context.safeArea.maxY - height - 12, width: layout.column.width, height: height)
        canvas.fillRoundedRect(card, radius: DocumentStyle.codeRadius, context.background)
        canvas.fillRoundedRect(card, radius: DocumentStyle.codeRadius, theme.visible(Theme.alert).opacity(0.14))
        text.draw(on: canvas, at: Point(x: card.x + 16, y: card.y + 12))
    }
}
