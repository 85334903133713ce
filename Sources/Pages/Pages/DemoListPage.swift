// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
public import PageKit
internal import ShellModel

/// A page for any tab: a title, the way to where one is, and a long list of which each row leads one level deeper.
///
/// Where it is belongs to the shell: a row that is pressed asks for a route, and the page goes where the shell then says.
/// What it holds is its own, and stays for as long as its program runs: how far each level is scrolled, which rows were
/// opened, a recording that runs.
public final class DemoListPage: Page {
    /// What can be pressed.
    enum Target: Equatable {
        case back
        case close
        /// The field that one searches in, and what empties it.
        case search
        case clearSearch
        case action(Int)
        case row(Int)
    }

    private static let second: UInt64 = 1_000_000_000

    let painter = PagePainter()
    let itemCount: Int
    private let ownTitle: String?
    private(set) var levels = NavigationStore()
    private(set) var navigation = NavigationStack()
    /// When the recording was started, CLOCK_MONOTONIC in ns; nil while none runs.
    package private(set) var recordingSince: UInt64?
    /// How long the recording before was, in whole seconds.
    private(set) var lastRecording: UInt64?
    /// What is searched for on a search sheet.
    package private(set) var query = TextField(limit: 200)
    /// The target under the finger that is down.
    var pressed: Target? { levels[navigation.path].gesture.pressed }
    /// True if the search field has the text focus, where there is one.
    private var isSearching = false
    /// What was found last, and for what.
    private var search: (words: [FoldedText], rows: DemoRows)?
    private var isShown = false
    private var wasMoving = false
    /// The time of the last picture.
    private var drawnAt: UInt64 = 0

    /// - Parameters:
    ///   - title: takes the place of the tab's own title.
    ///   - rows: how many items each level has.
    public init(title: String? = nil, rows: Int = 240) {
        ownTitle = title
        itemCount = max(rows, 0)
        levels.visit([])
    }

    /// Draws the levels that are seen.
    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        for level in navigation.visibleLevels(at: now) { draw(level, on: canvas, context: context, now: now) }
    }

    /// Every frame while something moves; each second while a recording is seen.
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        drawnAt = now
        wasMoving = navigation.isMoving(at: now) || levels[navigation.path].scroller.isMoving(at: now)
        if wasMoving { return .immediately }
        guard let recordingSince, recordingArea(in: context, now: now) != nil else { return .never }
        return .at(recordingSince + (seconds(since: recordingSince, at: now) + 1) * Self.second)
    }

    /// The recording, as long as nothing else moves.
    public func animatedArea(in context: PageContext) -> Rect? {
        wasMoving || recordingSince == nil ? nil : recordingArea(in: context, now: drawnAt)
    }

    /// How far the present level is scrolled.
    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? {
        levels[navigation.path].scroller.position(at: now)
    }

    /// Scrolls the list, and performs what is tapped.
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let layout = prepare(navigation.path, context, now: now)
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

    /// On a search sheet the field on top, as soon as the sheet is opened and until the list is dragged.
    public func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        guard isShown, isWriting(in: context), let head = layout([], context).head else { return nil }
        let caret = searchFieldLayout(in: head, context, theme: Theme(context)).caret
        return TextFocus(
            query, caret: caret.offset(y: -levels[[]].scroller.offset(at: now)), purpose: .search)
    }

    /// Searches for what is written.
    public func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction {
        guard isWriting(in: context), query.apply(edit) else { return .none }
        showStart(now: now)
        return .redraw
    }

    /// The keys of the search field: Return opens what was found first, Escape empties the field.
    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        guard isWriting(in: context) else { return nil }
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
        case .tab, .backtab: return nil
        }
    }

    /// A search sheet is written in at once.
    public func appeared(now: UInt64) {
        (isShown, isSearching) = (true, true)
    }

    /// Puts everything at rest that only looks as if it moved.
    public func disappeared(now: UInt64) {
        isShown = false
        stopSearching()
        levels.stop(at: now)
        navigation.finishMoving()
    }

    /// Goes to the route's level.
    public func routeChanged(context: PageContext, now: UInt64) {
        levels[navigation.path].gesture.cancel(now: now)
        levels.visit(context.route)
        navigation.navigate(
            to: context.route, at: now, along: context.transition, isAtOnce: !isShown || context.reducedMotion)
    }

    /// Goes back to the top.
    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard levels[navigation.path].scroller.offset(at: now) > 0 else { return .none }
        levels[navigation.path].scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }

    /// What a level is called.
    func title(of path: [String], _ context: PageContext) -> String {
        path.last.map(DemoRows.title) ?? ownTitle ?? context.title
    }

    /// The layout of a level, with the list's scroller as long as that is.
    func prepare(_ path: [String], _ context: PageContext, now: UInt64) -> ListLayout {
        let layout = layout(path, context)
        if context.size.height > 0 {
            levels[path].scroller.resize(content: layout.contentHeight, window: context.size.height, now: now)
        }
        return layout
    }

    /// The tab that the first action leads to; nil where there is no other.
    func destination(in context: PageContext) -> Tab? {
        let others = context.tabs.filter { $0.role == .page && $0.id != context.tab }
        return others.first { $0.id == "settings" } ?? others.first
    }

    /// A level's rows; on a search sheet those that were found.
    func rows(of path: [String], _ context: PageContext) -> DemoRows {
        var rows = DemoRows(of: path, in: context.tabs.first { $0.id == context.tab }, items: itemCount)
        guard context.role == .search, path.isEmpty, !query.text.isEmpty else { return rows }
        let words = FoldedText.words(of: query.text)
        guard !words.isEmpty else { return rows }
        if let search, search.words == words {
            rows.found = search.rows.found
            if rows == search.rows { return rows }
        }
        rows.found = rows.places(of: words)
        search = (words, rows)
        return rows
    }

    /// Whether the search field is the one that is written in.
    func isWriting(in context: PageContext) -> Bool {
        isSearching && context.role == .search && navigation.path.isEmpty
    }

    /// The search field as it stands in the content.
    func searchFieldLayout(in field: Rect, _ context: PageContext, theme: Theme) -> TextFieldLayout {
        let scale = min(max(context.textScale, 0.8), 1.6)
        return painter.field(
            query, in: field, leading: 24 + 15 * scale, trailing: clearButton(in: field).width, size: 16 * scale,
            isFocused: isWriting(in: context), theme: theme)
    }

    /// What empties the search field.
    func clearButton(in field: Rect) -> Rect {
        Rect(x: field.maxX - field.height, y: field.y, width: field.height, height: field.height)
    }

    private func stopSearching() {
        isSearching = false
        query.setPreedit(nil)
    }

    /// Shows what was found from its beginning.
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
            let hasModels = !destination.routes.isEmpty && destination.knows(["models"])
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
        let place = Point(x: point.x, y: point.y + offset)
        if navigation.path.isEmpty, offset > layout.titleBaseline, layout.bar.contains(point) { return nil }
        if !context.isSheet, navigation.path.isEmpty {
            for index in 0..<ListLayout.actionCount where layout.action(index)?.contains(place) ?? false {
                return .action(index)
            }
        }
        if context.role == .search, let head = layout.head, head.contains(place) {
            return !query.isEmpty && clearButton(in: head).contains(place) ? .clearSearch : .search
        }
        return layout.row(at: place).map { .row($0) }
    }

    /// Where the recording is seen; nil where it is not.
    private func recordingArea(in context: PageContext, now: UInt64) -> Rect? {
        guard navigation.path.isEmpty, !context.isSheet, let row = layout([], context).action(1) else { return nil }
        let area = row.offset(y: -levels[[]].scroller.offset(at: now))
        return area.intersection(Rect(x: 0, y: 0, width: context.size.width, height: context.size.height))
    }
}
