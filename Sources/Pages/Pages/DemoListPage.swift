// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
public import PageKit
internal import ShellModel

/// A demonstration page for any tab: a list of many rows, each of which leads one level deeper.
///
/// The present level belongs to the shell: a tapped row requests a route, and the page navigates when the route changes. The
/// rest of the state is the page's, and lasts as long as its program: the scroll position of each level, the rows that were
/// opened, a recording.
public final class DemoListPage: Page {
    /// A target of a tap.
    enum Target: Equatable {
        case back
        case close
        /// The search field.
        case search
        /// The button that clears the search field.
        case clearSearch
        case action(Int)
        case row(Int)
    }

    /// Everything besides the context that is drawn while no level slides.
    private struct Picture: Equatable {
        var path: [String]
        var opened: [String: Int]
        var offset: Double
        var pressed: Target?
        var focused: Target?
        var query: TextField
        var isWriting: Bool
        /// The duration of the recording in whole seconds.
        var recording: UInt64?
        var lastRecording: UInt64?
    }

    private static let second: UInt64 = 1_000_000_000

    let painter = PagePainter()
    let itemCount: Int
    private let ownTitle: String?
    private(set) var levels = NavigationStore()
    private(set) var navigation = NavigationStack()
    /// The start of the recording, CLOCK_MONOTONIC in ns; nil while there is none.
    package private(set) var recordingSince: UInt64?
    /// The duration of the previous recording in whole seconds.
    private(set) var lastRecording: UInt64?
    /// The search term on a search sheet.
    package private(set) var query = TextField(limit: 200)
    /// The target under the finger that is down.
    var pressed: Target? { levels[navigation.path].gesture.pressed }
    private var selection = TextSelectionGesture()
    /// True if the search field has the text focus, where there is one.
    private var isSearching = false
    /// The latest result of a search, with its words.
    private var search: (words: [FoldedText], rows: DemoRows)?
    private var isShown = false
    private var wasMoving = false
    /// The time of the latest frame.
    private var drawnAt: UInt64 = 0

    /// - Parameters:
    ///   - title: the title; nil for the tab's.
    ///   - rows: the number of items on each level.
    public init(title: String? = nil, rows: Int = 240) {
        ownTitle = title
        itemCount = max(rows, 0)
        levels.visit([])
    }

    /// Draws the visible levels.
    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        for level in navigation.visibleLevels(at: now) { draw(level, on: canvas, context: context, now: now) }
    }

    /// Returns each frame during an animation, and each second while a recording is visible.
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        drawnAt = now
        wasMoving = navigation.isMoving(at: now) || levels[navigation.path].scroller.isMoving(at: now)
        if wasMoving { return .immediately }
        guard let recordingSince, recordingArea(in: context, now: now) != nil else { return .never }
        return .at(recordingSince + (seconds(since: recordingSince, at: now) + 1) * Self.second)
    }

    /// Returns the area of the recording while nothing else is animated.
    public func animatedArea(in context: PageContext) -> Rect? {
        wasMoving || recordingSince == nil ? nil : recordingArea(in: context, now: drawnAt)
    }

    /// Returns the key of the present level's picture.
    public func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        guard !navigation.isMoving(at: now) else { return nil }
        let level = levels[navigation.path]
        return CacheKey(
            Picture(
                path: navigation.path, opened: level.opened, offset: level.scroller.offset(at: now), pressed: pressed,
                focused: focused, query: query, isWriting: isWriting(in: context),
                recording: recordingSince.map { seconds(since: $0, at: now) }, lastRecording: lastRecording))
    }

    /// Returns the scroll offset of the present level.
    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? {
        levels[navigation.path].scroller.position(at: now)
    }

    /// The target of the keys on the present level.
    var focused: Target? { levels[navigation.path].focused }

    public var acceptsKeys: Bool { true }

    /// Scrolls the list, and performs what is tapped.
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        if case .press = event { levels[navigation.path].focused = nil }
        let layout = prepare(navigation.path, context, now: now)
        if isWriting(in: context), let head = layout.head {
            let shape = searchFieldLayout(in: head, context, theme: Theme(context))
            let offset = levels[[]].scroller.offset(at: now)
            func content(_ point: Point) -> Point { Point(x: point.x, y: point.y + offset) }
            let isSelecting = selection.handle(
                event, on: &query, now: now, contains: { shape.textArea.contains(content($0)) },
                offset: { shape.caretOffset(at: content($0)) })
            if isSelecting { return .redraw }
        }
        var gesture = levels[navigation.path].gesture
        let outcome = gesture.handle(
            event, context: context, now: now,
            target: { navigation.isMoving(at: now) ? nil : target(at: $0, layout, context, now: now) })
        levels[navigation.path].gesture = gesture
        // The list that is dragged should be seen, and not covered by an on-screen keyboard.
        if gesture.isDragging { stopSearching() }
        switch outcome {
        case .none, .scrubbed: return .none
        case .changed: return .redraw
        case .tapped(let target):
            if target == .search, let field = layout.head, query.preedit == nil, case .release(let point) = event {
                query.placeCaret(
                    at: searchFieldLayout(in: field, context, theme: Theme(context)).caretOffset(at: point))
            }
            return activate(target, context, now: now)
        }
    }

    public var acceptsText: Bool { true }

    /// Returns the search field of a search sheet, from the opening of the sheet until the list is dragged.
    public func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        guard isShown, isWriting(in: context), let head = layout([], context).head else { return nil }
        let caret = searchFieldLayout(in: head, context, theme: Theme(context)).caret
        return TextFocus(
            query, caret: caret.offset(y: -levels[[]].scroller.offset(at: now)), purpose: .search)
    }

    /// Edits the search term.
    public func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction {
        guard isWriting(in: context), query.apply(edit) else { return .none }
        showStart(now: now)
        return .redraw
    }

    /// Handles a key in the search field: Return opens the first result, Escape clears the field. Elsewhere the keys move through
    /// the rows, open one, and lead back.
    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        guard isWriting(in: context) else { return rowKey(key, context, now: now) }
        switch key {
        case .left, .right, .home, .end:
            query.move(key)
            return .redraw
        case .up, .down:
            let distance = prepare([], context, now: now).rowHeight * (key == .up ? -1 : 1)
            levels[[]].scroller.scroll(by: distance, now: now, animated: !context.reducedMotion)
            return .redraw
        case .pageUp, .pageDown:
            _ = prepare([], context, now: now)
            levels[[]].scroller.scroll(by: key, context, now: now)
            return .redraw
        case .activate:
            guard rows(of: [], context).found?.isEmpty == false else { return PageReaction.none }
            return activate(0, context)
        case .escape:
            guard !query.isEmpty else { return nil }
            return activate(.clearSearch, context, now: now)
        case .tab, .backtab, .menu: return nil
        }
    }

    private func rowKey(_ key: PageKey, _ context: PageContext, now: UInt64) -> PageReaction? {
        let path = navigation.path
        let layout = prepare(path, context, now: now)
        let targets = ListFocus.targets(layout, hasActions: context.role == .page && path.isEmpty)
        switch key {
        case .activate:
            guard let target = levels[path].focused else { return nil }
            return activate(target, context, now: now)
        case .left, .escape:
            if !path.isEmpty { return .request(.pop) }
            guard levels[path].focused != nil, key == .escape else { return nil }
            levels[path].focused = nil
            return .redraw
        case .right, .menu: return nil
        default:
            let page = Int(max(context.safeArea.height * 0.8 / layout.rowHeight, 1))
            guard let next = ListFocus.moved(from: levels[path].focused, by: key, in: targets, page: page) else {
                return nil
            }
            levels[path].focused = next
            if let frame = frame(of: next, layout) {
                levels[path].scroller.reveal(frame, context, below: path.isEmpty ? 0 : layout.bar.maxY, now: now)
            }
            return .redraw
        }
    }

    /// Returns the frame of an action or a row in the content.
    func frame(of target: Target, _ layout: ListLayout) -> Rect? {
        switch target {
        case .action(let index): layout.action(index)
        case .row(let index): layout.row(index)
        case .back, .close, .search, .clearSearch: nil
        }
    }

    /// Gives a search field the text focus.
    public func appeared(now: UInt64) {
        (isShown, isSearching) = (true, true)
    }

    /// Finishes animations and stops scrolling.
    public func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        isShown = false
        stopSearching()
        levels.stop(at: now)
        navigation.finishAnimations()
    }

    /// Navigates to the route's level.
    public func routeChanged(context: PageContext, now: UInt64) {
        levels[navigation.path].gesture.cancel(now: now)
        levels.visit(context.route)
        navigation.navigate(
            to: context.route, at: now, along: context.transition, isImmediate: !isShown || context.reducedMotion)
    }

    /// Scrolls to the top.
    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard levels[navigation.path].scroller.offset(at: now) > 0 else { return .none }
        levels[navigation.path].scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }

    /// Returns the title of a level.
    func title(of path: [String], _ context: PageContext) -> String {
        path.last.map(DemoRows.title) ?? ownTitle ?? context.title
    }

    /// Returns the layout of a level, after setting the content's height in its scroller.
    func prepare(_ path: [String], _ context: PageContext, now: UInt64) -> ListLayout {
        let layout = layout(path, context)
        if context.size.height > 0 {
            levels[path].scroller.resize(content: layout.contentHeight, window: context.size.height, now: now)
        }
        return layout
    }

    /// Returns the tab that the first action leads to; nil if there is no other tab.
    func destination(in context: PageContext) -> Tab? {
        let others = context.tabs.filter { $0.role == .page && $0.id != context.tab }
        return others.first { $0.id == "settings" } ?? others.first
    }

    /// Returns a level's rows; on a search sheet those that match.
    func rows(of path: [String], _ context: PageContext) -> DemoRows {
        var rows = DemoRows(of: path, in: context.tabs.first { $0.id == context.tab }, items: itemCount)
        guard context.role == .search, path.isEmpty, !query.text.isEmpty else { return rows }
        let words = FoldedText.words(of: query.text)
        guard !words.isEmpty else { return rows }
        if let search, search.words == words {
            rows.found = search.rows.found
            if rows == search.rows { return rows }
        }
        rows.found = rows.indices(of: words)
        search = (words, rows)
        return rows
    }

    /// True if the search field has the text focus.
    func isWriting(in context: PageContext) -> Bool {
        isSearching && context.role == .search && navigation.path.isEmpty
    }

    /// Returns the layout of the search field within the content.
    func searchFieldLayout(in field: Rect, _ context: PageContext, theme: Theme) -> TextFieldLayout {
        let scale = min(max(context.textScale, 0.8), 1.6)
        return painter.field(
            query, in: field, leading: 24 + 15 * scale, trailing: clearButton(in: field).width, size: 16 * scale,
            isFocused: isWriting(in: context), theme: theme, isMirrored: context.isRightToLeft)
    }

    /// Returns the frame of the button that clears the search field.
    func clearButton(in field: Rect) -> Rect {
        Rect(x: field.maxX - field.height, y: field.y, width: field.height, height: field.height)
    }

    private func stopSearching() {
        isSearching = false
        query.setPreedit(nil)
    }

    /// Scrolls to the first result.
    private func showStart(now: UInt64) {
        levels[[]].gesture.cancel(now: now)
        levels[[]].scroller.scrollToTop(now: now, animated: false)
    }

    func seconds(since start: UInt64, at now: UInt64) -> UInt64 {
        now > start ? (now - start) / Self.second : 0
    }

    func layout(_ path: [String], _ context: PageContext) -> ListLayout {
        let head: ListLayout.Head
        switch context.role {
        case .page where path.isEmpty: head = .actions
        case .search where path.isEmpty: head = .searchField
        default: head = .nothing
        }
        return ListLayout(context, depth: path.count, head: head, rowCount: rows(of: path, context).count)
    }

    private func activate(_ target: Target, _ context: PageContext, now: UInt64) -> PageReaction {
        switch target {
        case .back: return .request(.pop)
        case .close: return .request(.sheet(tab: nil))
        case .search:
            isSearching = true
            return .redraw
        case .clearSearch:
            query.clear()
            isSearching = true
            showStart(now: now)
            return .redraw
        case .row(let index):
            return activate(index, context)
        case .action(0):
            guard let destination = destination(in: context) else { return .redraw }
            let id = destination.id.rawValue
            let hasModels = !destination.routes.isEmpty && destination.accepts(route: ["models"])
            return .request(hasModels ? .open(tab: id, route: ["models"]) : .select(tab: id))
        case .action:
            if let recordingSince {
                lastRecording = seconds(since: recordingSince, at: now)
                self.recordingSince = nil
            } else {
                recordingSince = now
            }
            return .redraw
        }
    }

    private func activate(_ row: Int, _ context: PageContext) -> PageReaction {
        let rows = rows(of: navigation.path, context)
        guard row < rows.count else { return .redraw }
        let word = rows.word(row)
        if rows.leads(row) {
            levels[navigation.path].opened[word, default: 0] += 1
            return .request(.push([word]))
        }
        let isTicked = levels[navigation.path].opened[word] != nil
        levels[navigation.path].opened[word] = isTicked ? nil : 1
        return .redraw
    }

    private func target(at point: Point, _ layout: ListLayout, _ context: PageContext, now: UInt64) -> Target? {
        if context.isSheet, closeButton(in: layout).inset(by: -8).contains(point) { return .close }
        if !navigation.path.isEmpty, layout.bar.contains(point) {
            return point.x < layout.column.center.x ? .back : nil
        }
        let offset = levels[navigation.path].scroller.offset(at: now)
        let position = Point(x: point.x, y: point.y + offset)
        if navigation.path.isEmpty, offset > layout.titleBaseline, layout.bar.contains(point) { return nil }
        if !context.isSheet, navigation.path.isEmpty {
            for index in 0..<ListLayout.actionCount where layout.action(index)?.contains(position) ?? false {
                return .action(index)
            }
        }
        if context.role == .search, let head = layout.head, head.contains(position) {
            return !query.isEmpty && clearButton(in: head).contains(position) ? .clearSearch : .search
        }
        return layout.row(at: position).map { .row($0) }
    }

    /// Returns the visible area of the recording; nil if there is none.
    private func recordingArea(in context: PageContext, now: UInt64) -> Rect? {
        guard navigation.path.isEmpty, !context.isSheet, let row = layout([], context).action(1) else { return nil }
        let area = row.offset(y: -levels[[]].scroller.offset(at: now))
        return area.intersection(Rect(x: 0, y: 0, width: context.size.width, height: context.size.height))
    }
}
