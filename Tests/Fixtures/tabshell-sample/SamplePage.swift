import Canvas
import Geometry
import PageKit

/// A list of rows, each of which leads one level deeper; two actions; and on a search sheet a field that filters the rows.
final class SamplePage: CachedPage, TextPage {
    /// The state of a level, which it keeps while it is hidden.
    struct Level: Equatable {
        var interaction = PartInteraction()
        var opened: Set<Int> = []
    }

    private struct Picture: Equatable {
        var path: [String]
        var interaction: PartInteraction.Picture
        var opened: Set<Int>
        var field: TextField
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
    /// The start of the recording, if any.
    private var recordingSince: UInt64?
    private var isShown = false
    private var wasMoving = false
    private var drawnAt: UInt64 = 0

    init(title: String?, rows: Int, hasField: Bool) {
        (self.title, itemCount, self.hasField) = (title, rows, hasField)
    }

    var interaction: PartInteraction {
        get { present.interaction }
        set {
            present.interaction = newValue
            if newValue.focused != "search" { field.setPreedit(nil) }
        }
    }

    // MARK: - Drawing

    func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        navigation.draw(on: canvas, context: context, now: now) { path in
            let parts = parts(of: path, in: context, now: now)
            let interaction = level(path).interaction
            PartList(parts, offset: interaction.offset(at: now), in: context.size)
                .draw(on: canvas, interaction, ring: focusColor(in: context))
        }
    }

    func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        drawnAt = now
        wasMoving = navigation.isMoving(at: now) || interaction.scroller.isMoving(at: now)
        if wasMoving { return .immediately }
        guard let seconds = seconds(at: now), let recordingSince, recordingArea(context) != nil else { return .never }
        return .at(recordingSince + (seconds + 1) * Self.second)
    }

    func animatedArea(in context: PageContext) -> Rect? { wasMoving ? nil : recordingArea(context) }

    func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        guard !navigation.isMoving(at: now) else { return nil }
        return CacheKey(
            Picture(
                path: navigation.path, interaction: interaction.picture(at: now), opened: present.opened, field: field,
                seconds: seconds(at: now)))
    }

    // MARK: - Input

    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        if isWriting(in: context), let shape = fieldLayout(prepare([], context, now: now), context) {
            let offset = interaction.offset(at: now)
            func content(_ point: Point) -> Point { Point(x: point.x, y: point.y + offset) }
            let isSelecting = selection.handle(
                event, on: &field, now: now, contains: { shape.textArea.contains(content($0)) },
                offset: { shape.caretOffset(at: content($0)) })
            if isSelecting { return .redraw }
        }
        return pressParts(event, context: context, now: now)
    }

    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        let isWriting = isWriting(in: context)
        switch key {
        case .left where isWriting, .right where isWriting, .home where isWriting, .end where isWriting:
            return field.move(key) ? .redraw : PageReaction.none
        case .escape where isWriting && !field.isEmpty:
            field.clear()
            return .redraw
        case .escape where isWriting || !navigation.path.isEmpty, .left:
            return navigation.path.isEmpty ? nil : .request(.pop)
        case .up, .down, .home, .end: return moveFocus(key, context, now: now)
        case .activate where isWriting: return rows(of: navigation.path, context).first.map(open)
        default: return keyParts(key, context: context, now: now)
        }
    }

    /// Gives the focus to a row, visible or not.
    private func moveFocus(_ key: PageKey, _ context: PageContext, now: UInt64) -> PageReaction? {
        let layout = prepare(navigation.path, context, now: now)
        let rows = rows(of: navigation.path, context)
        let last = rows.count - 1
        guard last >= 0 else { return nil }
        let present = rows.firstIndex { Self.id(ofRow: $0) == interaction.focused }
        let place: Int =
            switch key {
            case .home: 0
            case .end: last
            case .down: min(present.map { $0 + 1 } ?? 0, last)
            default: max((present ?? 1) - 1, 0)
            }
        interaction.focus(Self.id(ofRow: rows[place]))
        interaction.scroller.reveal(layout.row(place), context, below: layout.bar.maxY, now: now)
        return .redraw
    }

    func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        guard isWriting(in: context), let shape = fieldLayout(layout([], context), context) else { return nil }
        let caret = shape.caret.offset(y: -interaction.offset(at: now))
        return TextFocus(field, caret: caret, purpose: .search)
    }

    func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction {
        guard isWriting(in: context), field.apply(edit) else { return .none }
        interaction.scroller.scrollToTop(now: now, animated: false)
        return .redraw
    }

    // MARK: - Life

    /// Gives the field of a sheet the text focus.
    func appeared(now: UInt64) {
        isShown = true
        if !hasField { interaction.focus("search") }
    }

    func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        isShown = false
        for path in levels.keys { levels[path]?.interaction.stop(now: now) }
        navigation.finishAnimations()
    }

    func routeChanged(context: PageContext, now: UInt64) {
        interaction.stop(now: now)
        navigation.navigate(
            to: context.route, at: now, along: context.transition, isImmediate: !isShown || context.reducedMotion)
    }

    // MARK: - Content

    private var present: Level {
        get { level(navigation.path) }
        set { levels[navigation.path] = newValue }
    }

    func level(_ path: [String]) -> Level { levels[path] ?? Level() }

    func title(of path: [String], _ context: PageContext) -> String {
        path.last.map { $0.replacing("item-", with: "Item ") } ?? title ?? context.title
    }

    /// The items of a level, from 1; on its root the ones that match the field.
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
        level.interaction.resize(content: layout.contentHeight, context, now: now)
        levels[path] = level
        return layout
    }

    func fieldLayout(_ layout: SampleLayout, _ context: PageContext) -> TextFieldLayout? {
        layout.field.map {
            painter.field(
                field, in: $0, leading: 16, trailing: 16, size: 16,
                isFocused: isWriting(in: context) && interaction.hasKeys,
                theme: Theme(context), isMirrored: context.isRightToLeft)
        }
    }

    /// The whole seconds of the recording, if any.
    func seconds(at now: UInt64) -> UInt64? {
        recordingSince.map { now > $0 ? (now - $0) / Self.second : 0 }
    }

    private func isWriting(in context: PageContext) -> Bool {
        interaction.focused == "search" && isSearched(context) && navigation.path.isEmpty
    }

    private func isSearched(_ context: PageContext) -> Bool { hasField || context.role == .search }

    /// The visible area of the running clock.
    private func recordingArea(_ context: PageContext) -> Rect? {
        guard recordingSince != nil, navigation.path.isEmpty else { return nil }
        return layout([], context).actions?.recording.offset(y: -interaction.offset(at: drawnAt))
            .intersection(Rect(context.size))
    }

    static func id(ofRow item: Int) -> String { "row/item-\(item)" }

    func open(_ item: Int) -> PageReaction {
        present.opened.insert(item)
        return .request(.push(["item-\(item)"]))
    }

    /// Starts or stops the clock.
    func record(at now: UInt64) -> PageReaction {
        recordingSince = recordingSince == nil ? now : nil
        return .redraw
    }

    func openOtherTab(_ context: PageContext) -> PageReaction {
        let other = context.tabs.first { $0.role == .page && $0.id != context.tab }
        return other.map { .request(.select(tab: $0.id.rawValue)) } ?? .none
    }

    /// Writes into the field.
    func write() -> PageReaction {
        interaction.focus("search")
        return .redraw
    }
}
