import DocumentText
import Geometry
import Localization
import PageKit
import Text

/// A page that shows a document: a file or the output of a command. It keeps its scroll position when the document changes.
///
/// When its tab is selected again, it scrolls to the top; at the top, it rereads the document.
final class DocumentPage: CachedPage {
    /// Everything drawn besides the context.
    private struct Picture: Equatable {
        var revision: Int
        var buttons: [String]
        var notice: String?
        var interaction: PartInteraction.Picture
    }

    let painter = PagePainter()
    var interaction = PartInteraction()
    /// The failure of a link, shown until the next press or key.
    var notice: String?
    var source: (any DocumentSource)? {
        didSet {
            if isVisible, source !== oldValue {
                oldValue?.hide()
                source?.show()
            }
            documentChanged()
        }
    }
    var buttons: [DocumentButton] = []
    /// Draws the tab's icon above a problem.
    var pictures: IconPictures = { _, _ in nil }
    /// Opens an address or the absolute path of a document in another program; without it, such links are plain text.
    var openLink: ((String) -> Void)? {
        didSet { documentChanged() }
    }
    /// Sends the event of a link to the sender of the document; without it, such links are plain text.
    var sendEvent: ((String) -> Void)? {
        didSet { documentChanged() }
    }
    private let ownTitle: String?
    private var isVisible = false
    /// True while a key is handled, which can move the focus to invisible links.
    private(set) var listsAllLinks = false
    private var revision = 0
    /// Everything that the layout of the blocks depends on.
    private var layoutKey: (context: PageContext, revision: Int)?
    private var blockLayout: LazyBlockLayout?
    private(set) var links = DocumentLinks()

    /// - Parameter title: the title above the document; nil for the tab's.
    init(title: String? = nil, source: (any DocumentSource)? = nil) {
        self.source = source
        ownTitle = title
    }

    /// Records that the content of the source has changed.
    func documentChanged() { revision += 1 }

    func isLoading(at now: UInt64) -> Bool { source != nil && source?.content == nil }

    /// Returns the key of the document's visible part.
    func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        CacheKey(
            Picture(
                revision: revision, buttons: shownButtons.map(\.title), notice: notice,
                interaction: interaction.picture(at: now)))
    }

    /// Scrolls the document, and presses its buttons and links.
    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let hadNotice = notice != nil
        if case .press = event { notice = nil }
        let reaction = pressParts(event, context: context, now: now)
        return reaction == .none && hadNotice && notice == nil ? .redraw : reaction
    }

    /// Scrolls the document, also with the space bar, which presses the button, if any. Among several, and among links,
    /// Tab and the Left and Right arrows choose one.
    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        let hadNotice = notice != nil
        notice = nil
        listsAllLinks = true
        defer { listsAllLinks = false }
        let reaction = act(on: key, context: context, now: now)
        return hadNotice ? .redraw : reaction
    }

    private func act(on key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        let flow = prepare(layout(context), context, now: now)
        switch key {
        case .activate where interaction.focused == nil:
            guard let button = shownButtons.first else { return keyParts(.pageDown, context: context, now: now) }
            button.action()
            return .redraw
        case .tab, .backtab, .left, .right:
            // A single button needs no focus.
            guard !links.all.isEmpty || shownButtons.count > 1 else { return nil }
            return moveFocus(isForward: key == .tab || key == .right, context: context, now: now)
        case .end:
            // The position of the end is an estimate so far.
            flow.measure(to: .infinity)
        default: break
        }
        return keyParts(key, context: context, now: now)
    }

    /// Shows the source, which begins to watch for changes.
    func appeared(now: UInt64) {
        isVisible = true
        source?.show()
    }

    func disappeared(now: UInt64) {
        isVisible = false
        painter.forgetUnusedTexts()
        notice = nil
        source?.hide()
    }

    /// Scrolls to the top, or at the top rereads the source.
    func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard interaction.offset(at: now) > 0 else {
            source?.refresh()
            return .none
        }
        interaction.scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }

    func follow(_ link: DocumentLinks.Link, _ context: PageContext, now: UInt64) {
        switch link.target {
        case .anchor(let anchor):
            guard let index = links.anchors[anchor] else { return }
            let layout = layout(context)
            let flow = prepare(layout, context, now: now)
            flow.measure(to: 0, through: index)
            prepare(layout, context, now: now)
            let target = top(of: flow, layout, context) + flow.top(of: index) - layout.column.y - 12
            interaction.scroller.scroll(
                by: target - interaction.offset(at: now), now: now, animated: !context.reducedMotion)
        case .address(let address): openLink?(address)
        case .event(let name): sendEvent?(name)
        case .document(let path): openLink?(path.hasPrefix("/") ? path : "\(source?.folder ?? "")/\(path)")
        }
    }

    /// Returns the title above the document; nil if the document begins with a title.
    func title(_ context: PageContext) -> String? {
        if let ownTitle { return ownTitle.isEmpty ? nil : ownTitle }
        if case .heading(1)? = source?.content?.blocks.first?.kind, source?.content?.problem == nil { return nil }
        return source?.content?.title ?? context.title
    }

    func layout(_ context: PageContext) -> DocumentLayout {
        let isText = !(source?.content?.blocks.contains { $0.kind == .line } ?? false)
        return DocumentLayout(context, hasTitle: title(context) != nil, isText: isText)
    }

    /// Returns the layout of the blocks, measured where visible, after setting the content's height in the scroller.
    @discardableResult
    func prepare(_ layout: DocumentLayout, _ context: PageContext, now: UInt64) -> LazyBlockLayout {
        let flow: LazyBlockLayout
        if let known = blockLayout, let layoutKey, layoutKey == (context, revision) {
            flow = known
        } else {
            links = DocumentLinks(
                source?.content?.shownBlocks ?? [], opensAddresses: openLink != nil,
                opensDocuments: openLink != nil && source?.folder != nil, sendsEvents: sendEvent != nil)
            if let focused = interaction.focused, focused.hasPrefix("block/"),
                !links.all.contains(where: { $0.id == focused })
            {
                interaction.focus(nil)
            }
            let blocks = links.blocks
            let longest = blocks.reduce(0) { $1.kind == .line ? max($0, $1.text.columns) : $0 }
            let style = DocumentStyle(context, width: layout.column.width, longestLine: longest)
            flow = LazyBlockLayout(blocks, style: style, previous: blockLayout)
            (blockLayout, layoutKey) = (flow, (context, revision))
        }
        guard context.size.height > 0 else { return flow }
        let top = top(of: flow, layout, context)
        flow.measure(to: interaction.offset(at: now) + context.size.height * 1.5 - top)
        if let focused = interaction.focused, let link = links.all.first(where: { $0.id == focused }) {
            flow.measure(to: 0, through: link.block)
        }
        let height =
            flow.blocks.isEmpty && buttons.isEmpty ? 0 : top + flow.height + buttonHeight(context) + layout.below
        if source?.content != nil { interaction.resize(content: height, context, now: now) }
        return flow
    }

    /// Returns the upper edge of the blocks.
    func top(of flow: LazyBlockLayout, _ layout: DocumentLayout, _ context: PageContext) -> Double {
        layout.top + problemHeight(layout, context, isAlone: flow.blocks.isEmpty)
    }
}

struct DocumentButton {
    let title: String
    let action: () -> Void
}

extension DocumentContent {
    /// The content of a text; a problem if it describes far more than its length allows, or draws on a whole screen.
    init(_ text: String, as format: DocumentFormat) {
        switch format {
        case .text:
            let screen = TerminalScreen(text)
            self.init(screen.blocks)
            guard screen.isFullScreen else { return }
            problem = Problem(
                localized("A full-screen program"),
                localized("A page shows lines. Run a program that draws on the whole screen in a terminal."))
        case .markdown:
            self.init()
            let frontMatter = FrontMatter(of: text)
            title = frontMatter?.title
            if let blocks = MarkdownParser.blocks(of: frontMatter?.document ?? text) {
                self.blocks = blocks
            } else {
                problem = Problem(localized("Too complex"), localized("This document is too complex to show."))
            }
        }
    }

    /// All blocks in display order.
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
