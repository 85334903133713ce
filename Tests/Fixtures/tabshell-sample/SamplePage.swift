// SPDX-License-Identifier: MIT
import Canvas
import Geometry
import PageKit

/// A list of rows, each of which leads one level deeper; two actions; and on a search sheet a field that filters the rows.
final class SamplePage: Page {
    enum Target: Equatable {
        case back
        case close
        case field
        /// The action that leads to another tab.
        case link
        /// The action that starts and stops a clock.
        case recording
        /// A row, by the index of its item.
        case row(Int)
    }

    /// The state of a level, which it keeps while it is hidden.
    struct Level: Equatable {
        var gesture = ScrollGestureRecognizer<Target>()
        /// The row that the keys have been moved to, by its place in the list.
        var focused: Int?
        var opened: Set<Int> = []
    }

    private struct Picture: Equatable {
        var path: [String]
        var level: Level
        var offset: Double
        var field: TextField
        var isWriting: Bool
        var seconds: UInt64?
    }

    private static let second: UInt64 = 1_000_000_000

    let painter = PagePainter()
    private let title: String?
    private let itemCount: Int
    private let hasField: Bool
    private var levels: [[String]: Level] = [:]
    private(set) var navigation = NavigationStack()
    private(set) var field = TextField(limit: 200)
    private var selection = TextSelectionGesture()
    /// True if the field, where there is one, has the text focus.
    private var isWriting = false
    /// The start of the recording; nil while there is none.
    private var recordingSince: UInt64?
    private var isShown = false
    private var wasMoving = false
    private var drawnAt: UInt64 = 0

    init(title: String?, rows: Int, hasField: Bool) {
        self.title = title
        self.itemCount = rows
        self.hasField = hasField
    }

    // MARK: - Drawing

    func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let page = Rect(x: 0, y: 0, width: context.size.width, height: context.size.height)
        for level in navigation.visibleLevels(at: now) {
            let x = level.distance * page.width * (level.distance < 0 ? 0.3 : 1)
            canvas.withSavedState {
                canvas.translate(x: (x * canvas.scale).rounded() / canvas.scale, y: 0)
                if level.distance > 0 { canvas.fill(page, context.background, replacing: true) }
                draw(level.path, on: canvas, context: context, now: now)
            }
        }
    }

    func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        drawnAt = now
        wasMoving = navigation.isMoving(at: now) || present.gesture.scroller.isMoving(at: now)
        if wasMoving { return .immediately }
        guard let seconds = seconds(at: now), let recordingSince, recordingArea(context) != nil else { return .never }
        return .at(recordingSince + (seconds + 1) * Self.second)
    }

    func animatedArea(in context: PageContext) -> Rect? { wasMoving ? nil : recordingArea(context) }

    func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        guard !navigation.isMoving(at: now) else { return nil }
        return CacheKey(
            Picture(
                path: navigation.path, level: present, offset: present.gesture.scroller.offset(at: now), field: field,
                isWriting: isWriting, seconds: seconds(at: now)))
    }

    func scrollOffset(at now: UInt64, context: PageContext) -> Double? { present.gesture.scroller.position(at: now) }

    // MARK: - Input

    var acceptsKeys: Bool { true }
    var acceptsText: Bool { true }

    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let layout = prepare(navigation.path, context, now: now)
        let offset = present.gesture.scroller.offset(at: now)
        func content(_ point: Point) -> Point { Point(x: point.x, y: point.y + offset) }
        if isWriting(in: context), let shape = fieldLayout(layout, context) {
            let isSelecting = selection.handle(
                event, on: &field, now: now, contains: { shape.textArea.contains(content($0)) },
                offset: { shape.caretOffset(at: content($0)) })
            if isSelecting { return .redraw }
        }
        if case .press = event { present.focused = nil }
        var gesture = present.gesture
        let isMoving = navigation.isMoving(at: now)
        let outcome = gesture.handle(
            event, context: context, now: now,
            target: { isMoving ? nil : target(at: $0, content($0), layout, context) })
        present.gesture = gesture
        if gesture.isDragging { stopWriting() }
        switch outcome {
        case .none, .scrubbed:
            // A press beside the field leaves it.
            guard case .release = event, isWriting(in: context) else { return .none }
            stopWriting()
            return .redraw
        case .changed: return .redraw
        case .tapped(let target):
            if target != .field { stopWriting() }
            return activate(target, context, now: now)
        }
    }

    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        let isWriting = isWriting(in: context)
        switch key {
        case .left where isWriting, .right where isWriting, .home where isWriting, .end where isWriting:
            return field.move(key) ? .redraw : PageReaction.none
        case .escape where isWriting && !field.isEmpty:
            field.clear()
            return .redraw
        case .escape where present.focused != nil && navigation.path.isEmpty:
            present.focused = nil
            return .redraw
        case .left, .escape: return navigation.path.isEmpty ? nil : .request(.pop)
        case .up, .down, .home, .end: return moveFocus(key, context, now: now)
        case .activate:
            let rows = rows(of: navigation.path, context)
            guard let place = isWriting ? 0 : present.focused, rows.indices.contains(place) else { return nil }
            return activate(.row(rows[place]), context, now: now)
        default: return nil
        }
    }

    private func moveFocus(_ key: PageKey, _ context: PageContext, now: UInt64) -> PageReaction? {
        let layout = prepare(navigation.path, context, now: now)
        let last = rows(of: navigation.path, context).count - 1
        guard last >= 0 else { return nil }
        let place: Int =
            switch key {
            case .home: 0
            case .end: last
            case .down: min(present.focused.map { $0 + 1 } ?? 0, last)
            default: max((present.focused ?? 1) - 1, 0)
            }
        present.focused = place
        present.gesture.scroller.reveal(layout.row(place), context, below: layout.bar.maxY, now: now)
        return .redraw
    }

    func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        guard isShown, isWriting(in: context), let shape = fieldLayout(layout([], context), context) else { return nil }
        let caret = shape.caret.offset(y: -present.gesture.scroller.offset(at: now))
        return TextFocus(field, caret: caret, purpose: .search)
    }

    func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction {
        guard isWriting(in: context), field.apply(edit) else { return .none }
        present.gesture.scroller.scrollToTop(now: now, animated: false)
        return .redraw
    }

    // MARK: - Life

    /// Gives the field of a sheet the text focus.
    func appeared(now: UInt64) { (isShown, isWriting) = (true, !hasField) }

    func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        isShown = false
        stopWriting()
        for path in levels.keys { levels[path]?.gesture.cancel(now: now) }
        navigation.finishAnimations()
    }

    func routeChanged(context: PageContext, now: UInt64) {
        present.gesture.cancel(now: now)
        stopWriting()
        navigation.navigate(
            to: context.route, at: now, along: context.transition, isImmediate: !isShown || context.reducedMotion)
    }

    func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard present.gesture.scroller.offset(at: now) > 0 else { return .none }
        present.gesture.scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }

    // MARK: - Content

    /// The present level.
    private var present: Level {
        get { level(navigation.path) }
        set { levels[navigation.path] = newValue }
    }

    func level(_ path: [String]) -> Level { levels[path] ?? Level() }

    func title(of path: [String], _ context: PageContext) -> String {
        path.last.map { $0.replacing("item-", with: "Item ") } ?? title ?? context.title
    }

    /// The items of a level, from 1; on its root those that the field lets through.
    func rows(of path: [String], _ context: PageContext) -> [Int] {
        let items = Array(1...max(itemCount, 1)).prefix(itemCount)
        guard path.isEmpty, isSearched(context), !field.text.isEmpty else { return Array(items) }
        let words = field.text.lowercased().split(separator: " ")
        return items.filter { item in words.allSatisfy { "item \(item)".contains($0) } }
    }

    func layout(_ path: [String], _ context: PageContext) -> SampleLayout {
        SampleLayout(
            context, isRoot: path.isEmpty, hasField: isSearched(context), rows: rows(of: path, context).count)
    }

    /// Returns the layout of a level, after setting the content's height in its scroller.
    func prepare(_ path: [String], _ context: PageContext, now: UInt64) -> SampleLayout {
        let layout = layout(path, context)
        var level = level(path)
        level.gesture.scroller.resize(content: layout.contentHeight, window: context.size.height, now: now)
        levels[path] = level
        return layout
    }

    func fieldLayout(_ layout: SampleLayout, _ context: PageContext) -> TextFieldLayout? {
        layout.field.map {
            painter.field(
                field, in: $0, leading: 16, trailing: 16, size: 16, isFocused: isWriting(in: context),
                theme: Theme(context), isMirrored: context.isRightToLeft)
        }
    }

    /// The whole seconds of the recording; nil while there is none.
    func seconds(at now: UInt64) -> UInt64? {
        recordingSince.map { now > $0 ? (now - $0) / Self.second : 0 }
    }

    private func isWriting(in context: PageContext) -> Bool {
        isWriting && isSearched(context) && navigation.path.isEmpty
    }

    private func isSearched(_ context: PageContext) -> Bool { hasField || context.role == .search }

    private func stopWriting() {
        isWriting = false
        field.setPreedit(nil)
    }

    /// The visible area of the running clock.
    private func recordingArea(_ context: PageContext) -> Rect? {
        guard recordingSince != nil, navigation.path.isEmpty else { return nil }
        return layout([], context).actions.last?.offset(y: -present.gesture.scroller.offset(at: drawnAt))
            .intersection(Rect(x: 0, y: 0, width: context.size.width, height: context.size.height))
    }

    /// The target at a point of the page, which is another point of the content.
    private func target(at point: Point, _ content: Point, _ layout: SampleLayout, _ context: PageContext) -> Target? {
        if context.isSheet, layout.close.inset(by: -8).contains(point) { return .close }
        if !navigation.path.isEmpty, point.y < layout.bar.maxY {
            return point.x < layout.bar.center.x ? .back : nil
        }
        if layout.field?.contains(content) == true { return .field }
        if let action = layout.actions.firstIndex(where: { $0.contains(content) }) {
            return action == 0 ? .link : .recording
        }
        guard layout.list.contains(content) else { return nil }
        return .row(rows(of: navigation.path, context)[Int((content.y - layout.list.y) / layout.rowHeight)])
    }

    private func activate(_ target: Target, _ context: PageContext, now: UInt64) -> PageReaction {
        switch target {
        case .back: return .request(.pop)
        case .close: return .request(.sheet(tab: nil))
        case .field: isWriting = true
        case .link:
            let other = context.tabs.first { $0.role == .page && $0.id != context.tab }
            return other.map { .request(.select(tab: $0.id.rawValue)) } ?? .none
        case .recording: recordingSince = recordingSince == nil ? now : nil
        case .row(let item):
            present.opened.insert(item)
            return .request(.push(["item-\(item)"]))
        }
        return .redraw
    }
}
