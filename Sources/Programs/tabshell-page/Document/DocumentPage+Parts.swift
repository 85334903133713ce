import DocumentText
import Geometry
import Localization
import PageKit
import PangoText

extension DocumentPage {
    /// Returns the title, the problem, the visible blocks with their links, the buttons, and the covering parts.
    func parts(in context: PageContext, now: UInt64) -> [Part] {
        let layout = layout(context)
        let flow = prepare(layout, context, now: now)
        let offset = interaction.offset(at: now)
        var parts: [Part] = []
        if layout.titleBaseline != nil, let title = title(context) {
            parts.append(
                Part(.heading, title, id: "title", description: source?.name, level: 1) { [self] canvas, _ in
                    drawTitle(layout, on: canvas, context: context)
                })
        }
        if let problem = source?.content?.problem {
            parts.append(
                Part(.alert, problem.title, id: "problem", description: problem.detail) { [self] canvas, _ in
                    drawProblem(layout, on: canvas, context: context, isAlone: flow.blocks.isEmpty)
                })
        }
        parts.append(
            Part { [self] canvas, _ in draw(flow, layout, from: offset, on: canvas, context: context) })
        let top = top(of: flow, layout, context)
        let visible = flow.blocks(from: offset - top, to: offset - top + context.size.height)
        parts += distantLinks(to: visible.lowerBound, layout, flow, context, now: now)
        for index in visible {
            guard var node = node(of: flow.blocks[index], id: "block/\(index)") else { continue }
            node.bounds = frame(of: index, in: flow, layout, top: top)
            parts.append(
                Part(node).with {
                    $0.isFixed = false
                    $0.children = links.all.filter { $0.block == index }.map {
                        part(of: $0, linkFrames($0, layout, flow, context), context, now: now)
                    }
                })
        }
        parts += distantLinks(from: visible.upperBound, layout, flow, context, now: now)
        for (index, (button, frame)) in zip(shownButtons, buttonFrames(layout, flow, context)).enumerated() {
            parts.append(
                painter.filledButton(
                    button.title, id: "button/\(index)", in: frame, Theme(context), textScale: context.limitedTextScale
                ) {
                    button.action()
                    return .redraw
                })
        }
        if let notice {
            parts.append(
                painter.notice(notice, .status, id: "notice", in: layout.column, above: context.safeArea.maxY, context))
        }
        let maximum = interaction.scroller.maximum
        parts.append(
            Part { [self] canvas, _ in
                drawEdge(offset: offset, on: canvas, context: context)
                painter.thumb(
                    from: context.safeArea.y, offset: offset, maximum: maximum, on: canvas, context: context,
                    theme: Theme(context))
            }.with { $0.isFixed = true })
        return parts
    }

    /// Returns a pressable link.
    private func part(
        of link: DocumentLinks.Link, _ frames: [Rect], _ context: PageContext, now: UInt64
    ) -> Part {
        // A link with an action here is a button within the text.
        let isButton = if case .event = link.target { true } else { false }
        return Part(isButton ? .button : .link, link.text, id: link.id, radius: 3) { canvas, state in
            guard state.isPressed || isButton else { return }
            for frame in frames {
                let tint = Theme(context).accentText.opacity(state.isPressed ? 0.2 : 0.1)
                canvas.fillRoundedRect(frame.inset(by: -3), radius: 6, tint)
            }
        } press: { [self] in
            follow(link, context, now: now)
            return .redraw
        }.with {
            $0.frames = frames
            // The next line is near.
            $0.touchSize = 30
        }
    }

    /// Returns the frames of a link in the content, one for each of its lines. Its block must be measured.
    func linkFrames(
        _ link: DocumentLinks.Link, _ layout: DocumentLayout, _ flow: LazyBlockLayout, _ context: PageContext
    ) -> [Rect] {
        let block = flow.blocks[link.block]
        let frame = frame(of: link.block, in: flow, layout, top: top(of: flow, layout, context))
        let padding = block.isCard ? DocumentStyle.codePadding : 0
        return flow.layout(link.block).rectangles(
            of: flow.style.range(ofLink: link.index, in: block), isMirrored: context.isRightToLeft
        ).map { $0.offset(x: frame.x + padding, y: frame.y + padding) }
    }

    /// Returns the links of the blocks beyond the visible ones: all for the keys, else the one with the focus. Only that is laid
    /// out, and in the tree.
    private func distantLinks(
        from first: Int = 0, to last: Int = .max, _ layout: DocumentLayout, _ flow: LazyBlockLayout,
        _ context: PageContext, now: UInt64
    ) -> [Part] {
        let top = top(of: flow, layout, context)
        let listed = links.all.filter { listsAllLinks || $0.id == interaction.focused }
        return listed.filter { (first..<last).contains($0.block) }.map { link in
            let frames =
                link.id == interaction.focused
                ? linkFrames(link, layout, flow, context)
                : flow.isMeasured(link.block) ? [frame(of: link.block, in: flow, layout, top: top)] : []
            return part(of: link, frames, context, now: now).with { $0.isDescribed = link.id == interaction.focused }
        }
    }

    /// Returns a block in words; nil for a line.
    private func node(of block: Block, id: String) -> AccessibilityNode? {
        var node = AccessibilityNode(.paragraph, block.text, id: id)
        switch block.kind {
        case .heading(let level): (node.role, node.level) = (.heading, level)
        case .paragraph, .table: break
        case .item(let marker):
            node.role = .listItem
            switch marker {
            case .bullet: break
            case .number(let number): node.value = "\(number)."
            case .task(let isChecked): node.value = isChecked ? localized("done") : localized("to do")
            }
        case .code: node.role = .code
        case .line: node.role = .label
        case .rule: return nil
        }
        return node
    }
}
