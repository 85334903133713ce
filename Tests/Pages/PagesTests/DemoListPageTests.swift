// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import PageKit
import ShellModel
import Testing

@testable import Pages

private let second: UInt64 = 1_000_000_000
private let millisecond: UInt64 = 1_000_000

@Suite("DemoListPage")
struct GenericPageTests {
    private let page = DemoListPage()
    private static let tabs = ["chat", "notes", "settings"].map { id in
        Tab(id: TabID(rawValue: id), title: id, icon: "", accessibilityLabel: "", accessibilityHint: "")
    }

    private func context(_ route: [String] = [], role: TabRole = .page, tabs: [Tab] = Self.tabs) -> PageContext {
        PageContext(
            size: Size(width: 428, height: 800), insets: PageInsets(bottom: 80), route: route, tab: "chat",
            title: "Chat", role: role, tabs: tabs,
            transition: Transition(duration: 200 * millisecond, curve: .easeInOut))
    }

    private func layout(_ context: PageContext) -> ListLayout {
        let head: ListLayout.Head =
            context.route.isEmpty ? (context.role == .page ? .actions : .nothing) : .nothing
        return ListLayout(context, depth: context.route.count, head: head, rowCount: 240)
    }

    /// Changes the route and returns the new context.
    private func go(_ route: [String], at now: UInt64) -> PageContext {
        let context = context(route)
        page.routeChanged(context: context, now: now)
        return context
    }

    private func scroll(_ distance: Double, _ context: PageContext, at now: UInt64) {
        _ = page.pointer(.scroll(dy: distance, source: .finger, isFinal: false), context: context, now: now)
    }

    @Test func tappedRowRequestsItsRoute() {
        page.appeared(now: 0)
        let root = context()
        #expect(page.tap(layout(root).row(1).center, root, at: second) == .request(.push(["item-2"])))
        #expect(page.nextFrame(after: second, context: root) == .never)
        let deeper = go(["item-2"], at: 2 * second)
        #expect(page.nextFrame(after: 2 * second, context: deeper) == .immediately)
        #expect(page.nextFrame(after: 2 * second + 200 * millisecond, context: deeper) == .never)
        #expect(page.tap(Point(x: 30, y: 20), deeper, at: 3 * second) == .request(.pop))
    }

    /// Down and Up move through the actions and the rows, Enter opens one, Left and Escape lead back to where one was.
    @Test func listIsWalkedThroughWithKeys() {
        page.appeared(now: 0)
        let root = context()
        func press(_ key: PageKey, _ context: PageContext) -> PageReaction? {
            page.key(key, context: context, now: second)
        }
        let plain = page.picture(root, at: second)
        #expect(press(.activate, root) == nil && press(.escape, root) == nil && press(.left, root) == nil)
        #expect(press(.down, root) == .redraw)
        #expect(page.focused == .action(0) && page.picture(root, at: second) != plain)
        #expect(press(.activate, root) == .request(.select(tab: "settings")))
        for _ in 0..<3 { _ = press(.down, root) }
        #expect(page.focused == .row(1))
        #expect(press(.activate, root) == .request(.push(["item-2"])))
        let deeper = go(["item-2"], at: 2 * second)
        #expect(page.focused == nil)
        #expect(press(.end, deeper) == .redraw && page.focused == .row(239))
        let offset = page.scrollOffset(at: 10 * second, context: deeper) ?? 0
        #expect(layout(deeper).row(239).maxY - offset <= 800 - 80, "it is above the bar")
        #expect(press(.home, deeper) == .redraw && page.focused == .row(0))
        #expect(press(.left, deeper) == .request(.pop) && press(.escape, deeper) == .request(.pop))
        let back = go([], at: 4 * second)
        #expect(page.focused == .row(1))
        // A press ends it, and so does Escape; the next one is the shell's.
        #expect(press(.escape, back) == .redraw && page.focused == nil && press(.escape, back) == nil)
        _ = press(.down, back)
        _ = page.tap(layout(back).row(3).center, back, at: 5 * second)
        #expect(page.focused == nil)
    }

    @Test func eachLevelKeepsItsScrollPositionAndOpenedRows() {
        page.appeared(now: 0)
        let root = context()
        scroll(500, root, at: second)
        let first = page.picture(root, at: second)
        let row = Int((500.0 + 400 - layout(root).list.y) / layout(root).rowHeight)
        #expect(page.tap(Point(x: 200, y: 400), root, at: second) == .request(.push(["item-\(row + 1)"])))
        let opened = page.picture(root, at: second)
        #expect(opened != first)

        let deeper = go(["item-9"], at: 2 * second)
        #expect(page.scrollOffset(at: 3 * second, context: deeper) == 0)
        scroll(90, deeper, at: 3 * second)
        page.disappeared(now: 4 * second)
        page.appeared(now: 90 * second)
        #expect(page.scrollOffset(at: 90 * second, context: deeper) == 90)
        let back = go([], at: 91 * second)
        #expect(page.scrollOffset(at: 92 * second, context: back) == 500)
        #expect(page.picture(back, at: 92 * second) == opened)
        let again = go(["item-9"], at: 93 * second)
        #expect(page.scrollOffset(at: 94 * second, context: again) == 90)
    }

    @Test func hiddenPageNavigatesWithoutAnimation() {
        let deeper = go(["item-1", "item-2"], at: second)
        #expect(page.nextFrame(after: second, context: deeper) == .never)
        page.appeared(now: 2 * second)
        var still = context([])
        still.reducedMotion = true
        page.routeChanged(context: still, now: 2 * second)
        #expect(page.nextFrame(after: 2 * second, context: still) == .never)
    }

    @Test func dragDoesNotTapAndPressStopsScrolling() {
        page.appeared(now: 0)
        let root = context()
        var point = layout(root).row(3).center
        _ = page.pointer(.press(point), context: root, now: second)
        #expect(page.pointer(.move(Point(x: point.x, y: point.y - 4)), context: root, now: second) == .none)
        for step in 1...10 {
            point.y -= 20
            let now = second + UInt64(step) * 10 * millisecond
            #expect(page.pointer(.move(point), context: root, now: now) == .redraw)
        }
        let end = second + 100 * millisecond
        #expect(page.pointer(.release(point), context: root, now: end) == .redraw)
        #expect(page.nextFrame(after: end, context: root) == .immediately)
        let offset = page.scrollOffset(at: end + 50 * millisecond, context: root)
        #expect(page.tap(layout(root).row(0).center, root, at: end + 50 * millisecond) == .none)
        #expect(page.scrollOffset(at: end + second, context: root) == offset)
    }

    @Test func linkLeadsToTheSettingsOrAnotherPage() throws {
        let root = context()
        let link = try #require(layout(root).action(0)).center
        #expect(page.tap(link, root, at: 0) == .request(.select(tab: "settings")))
        #expect(
            page.tap(link, context(tabs: Array(Self.tabs.prefix(2))), at: 0) == .request(.select(tab: "notes")))
        #expect(page.tap(link, context(tabs: Array(Self.tabs.prefix(1))), at: 0) == .redraw)
    }

    @Test func linkLeadsToTheModelsOfTheSettings() throws {
        var tabs = Self.tabs
        tabs[2].routes = ["models", "models/*"]
        let root = context(tabs: tabs)
        let link = try #require(layout(root).action(0)).center
        #expect(page.tap(link, root, at: 0) == .request(.open(tab: "settings", route: ["models"])))
    }

    @Test func rowsAreTheRoutesOfTheTab() {
        var tabs = Self.tabs
        tabs[0].routes = ["models", "about", "models/*", "models/*/edit"]
        var context = context(tabs: tabs)
        let top = layout(context)
        #expect(page.tap(top.row(0).center, context, at: 0) == .request(.push(["models"])))
        #expect(page.tap(top.row(1).center, context, at: 0) == .request(.push(["about"])))
        // An item that no route knows is ticked off, and back.
        let before = page.picture(context, at: 0)
        #expect(page.tap(top.row(2).center, context, at: 0) == .redraw)
        #expect(page.picture(context, at: 0) != before)
        #expect(page.tap(top.row(2).center, context, at: 0) == .redraw)
        #expect(page.picture(context, at: 0) == before)

        context.route = ["models"]
        page.routeChanged(context: context, now: 0)
        #expect(page.tap(layout(context).row(4).center, context, at: 0) == .request(.push(["item-5"])))
        context.route = ["models", "item-5"]
        page.routeChanged(context: context, now: 0)
        #expect(page.tap(layout(context).row(0).center, context, at: 0) == .request(.push(["edit"])))
        #expect(page.tap(layout(context).row(1).center, context, at: 0) == .redraw)
    }

    @Test func navigationEndsAtTheMaximumDepth() {
        let route = Array(repeating: "item-1", count: ShellState.maximumPathComponents)
        let context = go(route, at: 0)
        #expect(page.tap(layout(context).row(1).center, context, at: 0) == .redraw)
    }

    @Test func recordingContinuesWhileHiddenAndDrawsOnlyWhileVisible() throws {
        page.appeared(now: 0)
        let root = context()
        let row = try #require(layout(root).action(1))
        #expect(page.tap(row.center, root, at: second) == .redraw)
        #expect(page.recordingSince == second)
        #expect(page.nextFrame(after: second + 5, context: root) == .at(2 * second))
        #expect(page.animatedArea(in: root) == row)
        scroll(600, root, at: 3 * second)
        #expect(page.nextFrame(after: 3 * second, context: root) == .never)
        scroll(-600, root, at: 3 * second)
        let deeper = go(["item-1"], at: 4 * second)
        #expect(page.nextFrame(after: 5 * second, context: deeper) == .never)
        page.disappeared(now: 6 * second)
        page.appeared(now: 70 * second)
        let back = go([], at: 71 * second)
        let other = DemoListPage()
        _ = other.tap(row.center, root, at: 8 * second)
        // It reads as one that was started 72 s before does.
        #expect(page.picture(back, at: 73 * second) == other.picture(root, at: 80 * second))
        _ = page.tap(row.center, back, at: 74 * second)
        #expect(page.recordingSince == nil)
        #expect(page.nextFrame(after: 75 * second, context: back) == .never)
    }

    @Test func animationChangesOnlyTheAnimatedArea() throws {
        page.appeared(now: 0)
        let root = context()
        _ = page.tap(try #require(layout(root).action(1)).center, root, at: second)
        let bitmap = Bitmap(format: .argb32, width: 428, height: 800)
        _ = page.picture(root, at: second, over: bitmap)
        _ = page.nextFrame(after: second, context: root)
        let area = try #require(page.animatedArea(in: root))
        let patched = page.picture(root, at: 12 * second, clip: area, over: bitmap)
        #expect(patched == page.picture(root, at: 12 * second))
        #expect(patched != page.picture(root, at: second))
    }

    @Test func endOfTheListIsAboveTheBar() {
        let root = context()
        scroll(100_000, root, at: 0)
        let layout = layout(root)
        let offset = page.scrollOffset(at: 0, context: root) ?? 0
        #expect(layout.row(239).maxY - offset <= 800 - 80)
        #expect(layout.row(239).maxY - offset > 800 - 80 - 40)
    }

    @Test func reselectionScrollsToTheTop() {
        page.appeared(now: 0)
        let root = context()
        #expect(page.reselected(context: root, now: 0) == .none)
        scroll(400, root, at: second)
        #expect(page.reselected(context: root, now: second) == .redraw)
        #expect(page.nextFrame(after: second, context: root) == .immediately)
        #expect(page.scrollOffset(at: 2 * second, context: root) == 0)
    }

    @Test func sheetHasAButtonThatDismissesIt() {
        var sheet = context(role: .search)
        sheet.insets = PageInsets(top: 20)
        #expect(page.tap(Point(x: 395, y: 42), sheet, at: 0) == .request(.sheet(tab: nil)))
    }

    /// Opens a search sheet.
    private func opened() -> (context: PageContext, layout: ListLayout) {
        let sheet = context(role: .search)
        page.appeared(now: 0)
        return (sheet, ListLayout(sheet, depth: 0, head: .searchField, rowCount: 240))
    }

    private func write(_ text: String, _ context: PageContext) -> PageReaction {
        page.text(.insert(text), context: context, now: second)
    }

    @Test func searchSheetShowsMatchesWhileTyping() throws {
        let (sheet, layout) = opened()
        let focus = try #require(page.textFocus(in: sheet, now: 0))
        #expect(focus.purpose == .search && layout.head?.contains(focus.caret.center) == true)
        scroll(600, sheet, at: 0)
        let all = page.picture(sheet, at: 0)
        #expect(write("ITEM  23", sheet) == .redraw)
        #expect(page.scrollOffset(at: second, context: sheet) == 0)
        #expect(page.picture(sheet, at: second) != all)
        // 23, 123, 223, 230…239
        #expect(page.rows(of: [], sheet).found?.count == 13)
        #expect(page.tap(layout.row(1).center, sheet, at: second) == .request(.push(["item-123"])))
        #expect(page.key(.activate, context: sheet, now: second) == .request(.push(["item-23"])))
        #expect(page.tap(layout.row(13).center, sheet, at: second) == .none)
        let caret = try #require(page.textFocus(in: sheet, now: second)).caret
        #expect(page.key(.left, context: sheet, now: second) == .redraw)
        #expect(try #require(page.textFocus(in: sheet, now: second)).caret.x < caret.x)
        #expect(write("4", sheet) == .redraw && page.query.text == "ITEM  243")
        #expect(page.rows(of: [], sheet).found == [])
        #expect(page.key(.activate, context: sheet, now: second) == PageReaction.none)
        #expect(Set(page.picture(sheet, at: second)).count > 20)
    }

    @Test func escapeAndButtonClearTheSearchField() throws {
        let (sheet, layout) = opened()
        let head = try #require(layout.head)
        #expect(page.key(.escape, context: sheet, now: 0) == nil)
        _ = write("x", sheet)
        #expect(page.key(.escape, context: sheet, now: 0) == .redraw)
        #expect(page.query.isEmpty && page.rows(of: [], sheet).count == 240)
        _ = write("x", sheet)
        #expect(page.tap(Point(x: head.maxX - 20, y: head.center.y), sheet, at: 0) == .redraw)
        #expect(page.query.isEmpty && page.textFocus(in: sheet, now: 0) != nil)
        // White space does not count.
        _ = write("  ", sheet)
        #expect(page.rows(of: [], sheet).count == 240)
    }

    @Test func dragAndNavigationEndTheTextFocus() throws {
        let (sheet, layout) = opened()
        _ = write("item", sheet)
        let row = layout.row(4).center
        _ = page.pointer(.press(row), context: sheet, now: 0)
        _ = page.pointer(.move(Point(x: row.x, y: row.y - 30)), context: sheet, now: 0)
        #expect(page.textFocus(in: sheet, now: 0) == nil && write("s", sheet) == .none)
        _ = page.pointer(.cancel, context: sheet, now: 0)
        _ = page.reselected(context: sheet, now: 0)
        let head = try #require(layout.head)
        #expect(page.tap(Point(x: head.x + 60, y: head.center.y), sheet, at: second) == .redraw)
        let caret = try #require(page.textFocus(in: sheet, now: second)).field.caret
        #expect((1...3).contains(caret))
        page.disappeared(now: second)
        #expect(page.textFocus(in: sheet, now: second) == nil)
        page.appeared(now: second)
        #expect(page.textFocus(in: sheet, now: second)?.field.text == "item")
        var deeper = sheet
        deeper.route = ["item-1"]
        page.routeChanged(context: deeper, now: second)
        #expect(page.textFocus(in: deeper, now: second) == nil)
        #expect(page.rows(of: ["item-1"], deeper).found == nil)
    }

    @Test func onlySearchSheetsHaveAField() {
        page.appeared(now: 0)
        for role in [TabRole.page, .compose] {
            #expect(page.textFocus(in: context(role: role), now: 0) == nil)
            #expect(write("a", context(role: role)) == .none)
            #expect(page.key(.left, context: context(role: role), now: 0) == nil)
        }
    }

    @Test func oldLevelsAreDiscardedExceptThoseAboveThePresentOne() {
        page.appeared(now: 0)
        scroll(300, context(), at: 0)
        for index in 0..<700 {
            let level = go(["a", "item-\(index)"], at: 0)
            scroll(50, level, at: 0)
        }
        #expect(page.scrollOffset(at: 0, context: go(["a", "item-0"], at: 0)) == 0)
        #expect(page.scrollOffset(at: 0, context: go(["a", "item-699"], at: 0)) == 50)
        #expect(page.scrollOffset(at: 0, context: go([], at: 0)) == 300)
    }

    @Test(arguments: [TabRole.page, .search, .compose])
    func drawsInAnyContext(role: TabRole) {
        for appearance in Appearance.allCases {
            for (width, height, scale) in [(0.0, 0.0, 1.0), (1, 1, 1), (320, 480, 0.5), (428, 300, 4), (2000, 90, 1.6)]
            {
                for rows in [0, 1, 100_000] {
                    let page = DemoListPage(rows: rows)
                    var context = PageContext(
                        size: Size(width: width, height: height), textScale: scale, appearance: appearance,
                        insets: PageInsets(top: 9000, bottom: 9000).limited(to: Size(width: width, height: height)),
                        role: role)
                    _ = page.picture(context, at: 0)
                    context.route = ["", "--", String(repeating: "w", count: 500)]
                    page.routeChanged(context: context, now: 0)
                    _ = page.pointer(
                        .scroll(dy: 1e12, source: .wheel, isFinal: true), context: context, now: second)
                    _ = page.picture(context, at: 2 * second)
                }
            }
        }
    }
}

@Suite("ListLayout")
struct ListLayoutTests {
    @Test(arguments: [320.0, 360, 428, 700, 1280], [0.5, 1, 1.6, 4])
    func partsAreInTheColumnBelowOneAnother(width: Double, textScale: Double) {
        for (depth, head) in [(0, ListLayout.Head.actions), (0, .searchField), (2, .nothing)] {
            let context = PageContext(
                size: Size(width: width, height: 640), textScale: textScale,
                insets: PageInsets(top: 20, leading: 10, bottom: 40, trailing: 0))
            let layout = ListLayout(context, depth: depth, head: head, rowCount: 200)
            #expect(layout.column.x >= 10 && layout.column.maxX <= width)
            #expect(layout.header.y >= 20)
            #expect(layout.titleBaseline < layout.header.maxY)
            if let card = layout.head { #expect(card.y >= layout.header.maxY && card.maxY < layout.list.y) }
            #expect(layout.list.y >= layout.header.maxY)
            #expect(layout.rowHeight >= 44)
            #expect(layout.contentHeight >= layout.list.maxY + 40)
        }
    }

    @Test func visibleRowsFollowTheScrollOffset() {
        let context = PageContext(size: Size(width: 428, height: 640))
        let layout = ListLayout(context, depth: 0, head: .actions, rowCount: 200)
        for offset in stride(from: -50.0, through: layout.contentHeight, by: 77) {
            let seen = layout.rows(scrolledBy: offset, height: 640)
            for index in 0..<200 {
                let row = layout.row(index).offset(y: -offset)
                if row.maxY > 0, row.y < 640 { #expect(seen.contains(index)) }
            }
            #expect(seen.count <= 640 / Int(layout.rowHeight) + 3)
        }
        #expect(layout.row(at: layout.row(7).center) == 7)
        #expect(layout.row(at: Point(x: 5, y: 5)) == nil)
    }
}

@Suite("NavigationStack")
struct LevelStripTests {
    private let curve = Transition(duration: 200 * millisecond, curve: .linear)

    @Test func deeperLevelSlidesInAndOut() {
        var navigation = NavigationStack()
        navigation.navigate(to: ["a"], at: second, along: curve, isImmediate: false)
        var levels = navigation.visibleLevels(at: second + 50 * millisecond)
        #expect(levels.map(\.path) == [[], ["a"]])
        #expect(abs(levels[0].distance + 0.25) < 1e-9 && abs(levels[1].distance - 0.75) < 1e-9)
        #expect(navigation.visibleLevels(at: 2 * second) == [.init(path: ["a"], distance: 0)])
        navigation.navigate(to: [], at: 2 * second, along: curve, isImmediate: false)
        levels = navigation.visibleLevels(at: 2 * second + 50 * millisecond)
        #expect(levels.map(\.path) == [[], ["a"]])
        #expect(abs(levels[0].distance + 0.75) < 1e-9 && abs(levels[1].distance - 0.25) < 1e-9)
        #expect(navigation.visibleLevels(at: 3 * second) == [.init(path: [], distance: 0)])
        #expect(!navigation.isMoving(at: 3 * second))
    }

    @Test(arguments: [[], ["b"], ["a", "b"], ["c", "d"]] as [[String]])
    func interruptedNavigationContinuesFromItsPosition(target: [String]) {
        var navigation = NavigationStack()
        navigation.navigate(to: ["a"], at: second, along: curve, isImmediate: false)
        let turn = second + 80 * millisecond
        let before = navigation.visibleLevels(at: turn)
        navigation.navigate(to: target, at: turn, along: curve, isImmediate: false)
        let after = navigation.visibleLevels(at: turn)
        for sight in before {
            let same = after.first { $0.path == sight.path }
            #expect(abs((same?.distance ?? 9) - sight.distance) < 1e-9)
        }
        #expect(navigation.visibleLevels(at: turn + second) == [.init(path: target, distance: 0)])
    }

    @Test func navigationToTheRootFromAnyDepth() {
        var navigation = NavigationStack()
        navigation.navigate(to: ["a", "b", "c"], at: 0, along: curve, isImmediate: true)
        navigation.navigate(to: [], at: second, along: curve, isImmediate: false)
        let levels = navigation.visibleLevels(at: second + 100 * millisecond)
        #expect(levels.map(\.path) == [[], ["a", "b", "c"]])
    }

    @Test func rapidNavigationAlwaysShowsALevel() {
        var navigation = NavigationStack()
        let spring = Transition(duration: 300 * millisecond, bounce: 0.4)
        let paths: [[String]] = [["a"], ["a", "b"], [], ["c"], ["c", "d", "e"], ["c"], []]
        var now = second
        for round in 0..<200 {
            navigation.navigate(to: paths[round % paths.count], at: now, along: spring, isImmediate: false)
            for step in 0..<5 {
                let levels = navigation.visibleLevels(at: now + UInt64(step) * 7 * millisecond)
                #expect((1...2).contains(levels.count))
            }
            now += 30 * millisecond
        }
        #expect(navigation.visibleLevels(at: now + 10 * second).map(\.path) == [navigation.path])
    }
}
