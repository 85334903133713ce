// SPDX-License-Identifier: MIT

public import Canvas
public import DocumentText
internal import Geometry
public import PageKit

/// A page that shows a document: a file, or what a command prints. It keeps its place when the document changes.
///
/// Selected once more it goes back to its top; at the top it looks for news.
public final class DocumentPage: Page {
    /// All that the flow depends on.
    private struct LayoutKey: Equatable {
        var context: PageContext
        var revision: Int
    }

    let painter = PagePainter()
    /// Where the document comes from; before it is given there is none.
    public var source: (any DocumentSource)? {
        didSet { documentChanged() }
    }
    private let ownTitle: String?
    private var gesture = ScrollGestureRecognizer<Never>()
    private var revision = 0
    private var layoutKey: LayoutKey?
    private var blockLayout: LazyBlockLayout?

    /// - Parameters:
    ///   - title: what stands above the document, instead of the tab's title.
    ///   - source: where it comes from.
    public init(title: String? = nil, source: (any DocumentSource)? = nil) {
        self.source = source
        ownTitle = title
    }

    /// Says that the source has another document than before.
    public func documentChanged() {
        revision += 1
    }

    /// Draws what is seen of the document.
    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let layout = layout(context)
        let flow = prepare(layout, context, now: now)
        let offset = (gesture.scroller.offset(at: now) * canvas.scale).rounded() / canvas.scale
        canvas.saved {
            canvas.translate(x: 0, y: -offset)
            drawTitle(layout, on: canvas, context: context)
            drawProblem(layout, on: canvas, context: context, isAlone: flow.blocks.isEmpty)
            draw(flow, layout, from: offset, on: canvas, context: context)
        }
        drawEdge(offset: offset, on: canvas, context: context)
        drawThumb(flow, layout, offset: offset, maximum: gesture.scroller.maximum, on: canvas, context: context)
    }

    /// Every frame while it scrolls.
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        gesture.scroller.isMoving(at: now) ? .immediately : .never
    }

    /// How far the document is scrolled.
    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? { gesture.scroller.position(at: now) }

    /// Follows fingers and wheel.
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        prepare(layout(context), context, now: now)
        return gesture.handle(event, context: context, now: now) == .changed ? .redraw : .none
    }

    public var acceptsKeys: Bool { true }

    /// Scrolls. There is nothing to operate, so the space bar scrolls too.
    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        let layout = layout(context)
        let flow = prepare(layout, context, now: now)
        switch key {
        case .up, .down, .home, .pageUp, .pageDown, .activate: break
        case .end:
            // Where the end is, is only guessed.
            flow.measure(to: .infinity)
            prepare(layout, context, now: now)
        case .left, .right, .tab, .backtab, .escape: return nil
        }
        let offset = gesture.scroller.offset(at: now)
        gesture.scroller.scroll(by: key == .activate ? .pageDown : key, context, now: now)
        let moves = gesture.scroller.isMoving(at: now) || gesture.scroller.offset(at: now) != offset
        return moves ? .redraw : PageReaction.none
    }

    /// Looks for news, from now on.
    public func appeared(now: UInt64) {
        source?.show()
    }

    /// Looks for none any more, and rests.
    public func disappeared(now: UInt64) {
        source?.hide()
        gesture.cancel(now: now)
    }

    /// Goes back to the top, or looks for news there.
    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard gesture.scroller.offset(at: now) > 0 else {
            source?.refresh()
            return .none
        }
        gesture.scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }

    /// What stands above the document; nil where that has a title of its own.
    func title(_ context: PageContext) -> String? {
        if let ownTitle { return ownTitle.isEmpty ? nil : ownTitle }
        if case .heading(1)? = source?.content?.blocks.first?.kind, source?.content?.problem == nil { return nil }
        return context.title
    }

    func layout(_ context: PageContext) -> DocumentLayout {
        let isText = !(source?.content?.blocks.contains { $0.kind == .line } ?? false)
        return DocumentLayout(context, hasTitle: title(context) != nil, isText: isText)
    }

    /// The document as it flows now, measured as far as it is seen, with the scroller as long as that is.
    @discardableResult
    private func prepare(_ layout: DocumentLayout, _ context: PageContext, now: UInt64) -> LazyBlockLayout {
        let key = LayoutKey(context: context, revision: revision)
        let flow: LazyBlockLayout
        if let known = self.blockLayout, self.layoutKey == key {
            flow = known
        } else {
            let blocks = source?.content?.shownBlocks ?? []
            let longest = blocks.reduce(0) { $1.kind == .line ? max($0, $1.text.unicodeScalars.count) : $0 }
            let style = DocumentStyle(context, width: layout.column.width, longestLine: longest)
            flow = LazyBlockLayout(blocks, style: style, previous: self.blockLayout)
            (self.blockLayout, self.layoutKey) = (flow, key)
        }
        guard context.size.height > 0 else { return flow }
        let top = layout.top + problemHeight(layout, context, isAlone: flow.blocks.isEmpty)
        flow.measure(to: gesture.scroller.offset(at: now) + context.size.height * 1.5 - top)
        let height = flow.blocks.isEmpty ? 0 : top + flow.height + layout.below
        if source?.content != nil { gesture.scroller.resize(content: height, window: context.size.height, now: now) }
        return flow
    }
}

extension DocumentContent {
    /// All that is shown, one below the other.
    var shownBlocks: [Block] {
        var shown = blocks
        if !standardError.isEmpty {
            shown.append(Block(.heading(4), [Span("On standard error")]))
            shown += standardError
        }
        if let footnote {
            if !shown.isEmpty { shown.append(Block(.rule)) }
            shown.append(Block(.paragraph, [Span(footnote, .emphasis, color: .faint)]))
        }
        return shown
    }
}
