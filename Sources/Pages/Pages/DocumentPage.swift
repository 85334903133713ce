// SPDX-License-Identifier: MIT

public import Canvas
public import DocumentText
internal import Geometry
import Localization
public import PageKit

/// A page that shows a document: a file or the output of a command. It keeps its scroll position when the document changes.
///
/// When its tab is selected again, it scrolls to the top; at the top, it reads the document again.
public final class DocumentPage: Page {
    /// A target of a tap.
    enum Target: Equatable {
        /// A button, by its index.
        case button(Int)
    }

    /// Everything besides the context that is drawn.
    private struct Picture: Equatable {
        var revision: Int
        var buttons: [DocumentButton.Label]
        var pressedButton: Int?
        var focusedButton: Int?
        var offset: Double
        /// The greatest offset, by which the thumb is placed: an estimate until the document is measured to its end.
        var maximum: Double
    }

    let painter = PagePainter()
    /// The button that is pressed.
    var pressedButton: Int? { if case .button(let index)? = gesture.pressed { index } else { nil } }
    /// The button that keys press; nil until a key moves there.
    var focusedButton: Int?
    /// The source of the document; nil before it is set.
    public var source: (any DocumentSource)? {
        didSet { documentChanged() }
    }
    /// The buttons below the document, in rows.
    public var buttons: [DocumentButton] = []
    private let ownTitle: String?
    private var gesture = ScrollGestureRecognizer<Target>()
    private var revision = 0
    /// Everything that the layout of the blocks depends on.
    private var layoutKey: (context: PageContext, revision: Int)?
    private var blockLayout: LazyBlockLayout?

    /// - Parameters:
    ///   - title: the title above the document; nil for the tab's.
    ///   - source: the source of the document.
    public init(title: String? = nil, source: (any DocumentSource)? = nil) {
        self.source = source
        ownTitle = title
    }

    /// Records that the content of the source has changed.
    public func documentChanged() {
        revision += 1
    }

    /// Draws the visible part of the document.
    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let layout = layout(context)
        let flow = prepare(layout, context, now: now)
        let offset = (gesture.scroller.offset(at: now) * canvas.scale).rounded() / canvas.scale
        canvas.withSavedState {
            canvas.translate(x: 0, y: -offset)
            drawTitle(layout, on: canvas, context: context)
            drawProblem(layout, on: canvas, context: context, isAlone: flow.blocks.isEmpty)
            draw(flow, layout, from: offset, on: canvas, context: context)
            drawButtons(layout, flow, on: canvas, context: context)
        }
        drawEdge(offset: offset, on: canvas, context: context)
        painter.thumb(
            from: context.safeArea.y, offset: offset, maximum: gesture.scroller.maximum, on: canvas, context: context,
            theme: Theme(context))
    }

    /// Returns each frame while the document scrolls.
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        gesture.scroller.isMoving(at: now) ? .immediately : .never
    }

    /// Returns the key of the document's visible part.
    public func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        let scroller = gesture.scroller
        return CacheKey(
            Picture(
                revision: revision, buttons: shownButtons.map(\.label), pressedButton: pressedButton,
                focusedButton: focusedButton, offset: scroller.offset(at: now), maximum: scroller.maximum))
    }

    /// Returns the scroll offset of the document.
    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? { gesture.scroller.position(at: now) }

    /// Scrolls the document, and presses its buttons.
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let layout = layout(context)
        let flow = prepare(layout, context, now: now)
        let offset = gesture.scroller.offset(at: now)
        let frames = buttonFrames(layout, flow, context).map { $0.inset(by: -4).offset(y: -offset) }
        let outcome = gesture.handle(
            event, context: context, now: now,
            target: { point in frames.firstIndex { $0.contains(point) }.map { .button($0) } })
        switch outcome {
        case .changed: return .redraw
        case .tapped(.button(let index)):
            focusedButton = nil
            press(index)
            return .redraw
        case .none, .scrubbed: return .none
        }
    }

    public var acceptsKeys: Bool { true }

    /// Scrolls the document, also with the space bar, which presses a button if there is one. Of several, the tabulator and the
    /// arrows to the sides choose one.
    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        let layout = layout(context)
        let flow = prepare(layout, context, now: now)
        if key == .activate, !shownButtons.isEmpty {
            press(focusedButton ?? 0)
            return .redraw
        }
        if moveFocus(key) {
            reveal(buttonFrames(layout, flow, context), context, now: now)
            return .redraw
        }
        switch key {
        case .up, .down, .home, .pageUp, .pageDown, .activate: break
        case .end:
            // The position of the end is an estimate so far.
            flow.measure(to: .infinity)
            prepare(layout, context, now: now)
        case .left, .right, .tab, .backtab, .escape, .menu: return nil
        }
        let offset = gesture.scroller.offset(at: now)
        gesture.scroller.scroll(by: key == .activate ? .pageDown : key, context, now: now)
        let moves = gesture.scroller.isMoving(at: now) || gesture.scroller.offset(at: now) != offset
        return moves ? .redraw : PageReaction.none
    }

    /// Shows the source, which begins to watch for changes.
    public func appeared(now: UInt64) {
        source?.show()
    }

    /// Hides the source, and stops scrolling.
    public func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        focusedButton = nil
        source?.hide()
        gesture.cancel(now: now)
    }

    /// Scrolls to the top, or at the top reads the source again.
    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard gesture.scroller.offset(at: now) > 0 else {
            source?.refresh()
            return .none
        }
        gesture.scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }

    /// Scrolls until the focused button is visible.
    private func reveal(_ frames: [Rect], _ context: PageContext, now: UInt64) {
        guard let focusedButton, frames.indices.contains(focusedButton) else { return }
        let (frame, free) = (frames[focusedButton], context.safeArea)
        let offset = gesture.scroller.offset(at: now)
        let distance = max(frame.maxY + 16 - offset - free.maxY, 0) - max(offset + free.y + 16 - frame.y, 0)
        if distance != 0 { gesture.scroller.scroll(by: distance, now: now, animated: !context.reducedMotion) }
    }

    /// Returns the title above the document; nil if the document begins with a title.
    func title(_ context: PageContext) -> String? {
        if let ownTitle { return ownTitle.isEmpty ? nil : ownTitle }
        if case .heading(1)? = source?.content?.blocks.first?.kind, source?.content?.problem == nil { return nil }
        return context.title
    }

    func layout(_ context: PageContext) -> DocumentLayout {
        let isText = !(source?.content?.blocks.contains { $0.kind == .line } ?? false)
        return DocumentLayout(context, hasTitle: title(context) != nil, isText: isText)
    }

    /// Returns the layout of the blocks, measured as far as it is visible, after setting the content's height in the scroller.
    @discardableResult
    func prepare(_ layout: DocumentLayout, _ context: PageContext, now: UInt64) -> LazyBlockLayout {
        let flow: LazyBlockLayout
        if let known = blockLayout, let layoutKey, layoutKey == (context, revision) {
            flow = known
        } else {
            let blocks = source?.content?.shownBlocks ?? []
            let longest = blocks.reduce(0) { $1.kind == .line ? max($0, $1.text.unicodeScalars.count) : $0 }
            let style = DocumentStyle(context, width: layout.column.width, longestLine: longest)
            flow = LazyBlockLayout(blocks, style: style, previous: blockLayout)
            (blockLayout, layoutKey) = (flow, (context, revision))
        }
        guard context.size.height > 0 else { return flow }
        let top = layout.top + problemHeight(layout, context, isAlone: flow.blocks.isEmpty)
        flow.measure(to: gesture.scroller.offset(at: now) + context.size.height * 1.5 - top)
        let height = flow.blocks.isEmpty ? 0 : top + flow.height + buttonHeight(context) + layout.below
        if source?.content != nil { gesture.scroller.resize(content: height, window: context.size.height, now: now) }
        return flow
    }
}

extension DocumentContent {
    /// All blocks in the order in which they are shown.
    var shownBlocks: [Block] {
        var shown = blocks
        if !standardError.isEmpty {
            shown.append(Block(.heading(4), [Span(localized("Standard error"))]))
            shown += standardError
        }
        if let footnote {
            if !shown.isEmpty { shown.append(Block(.rule)) }
            shown.append(Block(.paragraph, [Span(footnote, .emphasis, color: .faint)]))
        }
        return shown
    }
}
