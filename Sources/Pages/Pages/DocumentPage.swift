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
        case link(DocumentLinks.Link)
    }

    /// Everything besides the context that is drawn.
    private struct Picture: Equatable {
        var revision: Int
        var buttons: [DocumentButton.Label]
        var pressed: Target?
        var focus: Target?
        var notice: String?
        var offset: Double
        /// The greatest offset, by which the thumb is placed: an estimate until the document is measured to its end.
        var maximum: Double
    }

    let painter = PagePainter()
    /// The button or the link that is pressed.
    var pressed: Target? { gesture.pressed }
    /// The button or the link that keys press; nil until a key moves there.
    var focus: Target?
    /// The failure of a link, shown until the next press or key.
    var notice: String?
    /// The source of the document; nil before it is set.
    public var source: (any DocumentSource)? {
        didSet { documentChanged() }
    }
    /// The buttons below the document, in rows.
    public var buttons: [DocumentButton] = []
    /// Opens an address or the absolute path of a document in another program; without it, such links are only text.
    public var openLink: ((String) -> Void)? {
        didSet { documentChanged() }
    }
    private let ownTitle: String?
    private var gesture = ScrollGestureRecognizer<Target>()
    var scroller: Scroller { gesture.scroller }
    private var revision = 0
    /// Everything that the layout of the blocks depends on.
    private var layoutKey: (context: PageContext, revision: Int)?
    private var blockLayout: LazyBlockLayout?
    private(set) var links = DocumentLinks()

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
            drawLinkStates(layout, flow, on: canvas, context: context)
            drawButtons(layout, flow, on: canvas, context: context)
        }
        drawNotice(layout, on: canvas, context: context)
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
                revision: revision, buttons: shownButtons.map(\.label), pressed: pressed, focus: focus,
                notice: notice, offset: scroller.offset(at: now), maximum: scroller.maximum))
    }

    /// Returns the scroll offset of the document.
    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? { gesture.scroller.position(at: now) }

    /// Scrolls the document, and presses its buttons and links.
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let layout = layout(context)
        let flow = prepare(layout, context, now: now)
        let offset = gesture.scroller.offset(at: now)
        let frames = buttonFrames(layout, flow, context).map { $0.inset(by: -4).offset(y: -offset) }
        let hadNotice = notice != nil
        if case .press = event { notice = nil }
        let outcome = gesture.handle(
            event, context: context, now: now,
            target: { point in
                frames.firstIndex { $0.contains(point) }.map { .button($0) }
                    ?? link(at: Point(x: point.x, y: point.y + offset), layout, flow, context).map { .link($0) }
            })
        switch outcome {
        case .changed: return .redraw
        case .tapped(let target):
            focus = nil
            press(target, context, now: now)
            return .redraw
        case .none, .scrubbed: return hadNotice && notice == nil ? .redraw : .none
        }
    }

    public var acceptsKeys: Bool { true }

    /// Scrolls the document, also with the space bar, which presses a button if there is one. Of several, and of links, the
    /// tabulator and the arrows to the sides choose one.
    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        let hadNotice = notice != nil
        notice = nil
        let reaction = act(on: key, context: context, now: now)
        return hadNotice ? .redraw : reaction
    }

    private func act(on key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        let layout = layout(context)
        let flow = prepare(layout, context, now: now)
        if key == .activate, let target = focus ?? (shownButtons.isEmpty ? nil : .button(0)) {
            press(target, context, now: now)
            return .redraw
        }
        if moveFocus(key, layout, flow, now: now) {
            revealFocus(layout, flow, context, now: now)
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
        (focus, notice) = (nil, nil)
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

    /// Presses a button, or follows a link.
    private func press(_ target: Target, _ context: PageContext, now: UInt64) {
        switch target {
        case .button(let index): press(index)
        case .link(let link):
            switch link.target {
            case .anchor(let anchor):
                guard let index = links.anchors[anchor] else { return }
                let layout = layout(context)
                let flow = prepare(layout, context, now: now)
                flow.measure(to: 0, through: index)
                prepare(layout, context, now: now)
                let distance = top(of: flow, layout, context) + flow.top(of: index) - layout.column.y - 12
                scroll(by: distance - gesture.scroller.offset(at: now), context, now: now)
            case .address(let address): openLink?(address)
            case .document(let path):
                openLink?(path.hasPrefix("/") ? path : "\(source?.folder ?? "")/\(path)")
            }
        }
    }

    /// Scrolls until the focused button or link is visible.
    private func revealFocus(
        _ layout: DocumentLayout, _ flow: LazyBlockLayout, _ context: PageContext, now: UInt64
    ) {
        let frame: Rect?
        switch focus {
        case .button(let index)?: frame = buttonFrames(layout, flow, context)[index]
        case .link(let link)?:
            flow.measure(to: 0, through: link.block)
            prepare(layout, context, now: now)
            frame = linkFrames(link, layout, flow, context).first
        case nil: frame = nil
        }
        guard let frame else { return }
        let (offset, free) = (gesture.scroller.offset(at: now), context.safeArea)
        scroll(
            by: max(frame.maxY + 16 - offset - free.maxY, 0) - max(offset + free.y + 16 - frame.y, 0), context,
            now: now)
    }

    private func scroll(by distance: Double, _ context: PageContext, now: UInt64) {
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
            links = DocumentLinks(
                source?.content?.shownBlocks ?? [], opensAddresses: openLink != nil,
                opensDocuments: openLink != nil && source?.folder != nil)
            if case .link(let link)? = focus, !links.all.contains(link) { focus = nil }
            let blocks = links.blocks
            let longest = blocks.reduce(0) { $1.kind == .line ? max($0, $1.text.unicodeScalars.count) : $0 }
            let style = DocumentStyle(context, width: layout.column.width, longestLine: longest)
            flow = LazyBlockLayout(blocks, style: style, previous: blockLayout)
            (blockLayout, layoutKey) = (flow, (context, revision))
        }
        guard context.size.height > 0 else { return flow }
        let top = top(of: flow, layout, context)
        flow.measure(to: gesture.scroller.offset(at: now) + context.size.height * 1.5 - top)
        let height = flow.blocks.isEmpty ? 0 : top + flow.height + buttonHeight(context) + layout.below
        if source?.content != nil { gesture.scroller.resize(content: height, window: context.size.height, now: now) }
        return flow
    }

    /// Returns the upper edge of the blocks.
    func top(of flow: LazyBlockLayout, _ layout: DocumentLayout, _ context: PageContext) -> Double {
        layout.top + problemHeight(layout, context, isAlone: flow.blocks.isEmpty)
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
