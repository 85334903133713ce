// SPDX-License-Identifier: MIT

import Geometry
import PageKit
import PageTestSupport
import ShellModel
import Testing

@testable import Pages

/// The list page in words.
@Suite struct ListAccessibilityTests {
    private let page = DemoListPage(rows: 100)

    private func context(_ route: [String] = [], role: TabRole = .page) -> PageContext {
        PageContext(
            size: Size(width: 428, height: 800), reducedMotion: true, insets: PageInsets(bottom: 80), route: route,
            tab: "chat", title: "Chat", role: role)
    }

    @Test func visibleRowsHaveTheirPlaces() throws {
        page.appeared(now: 0)
        let root = context()
        let list = try #require(page.tree(root).all.first { $0.role == .list })
        #expect(list.children.first?.label == "Item 1" && list.children.first?.positionInSet == 1)
        #expect(list.children.allSatisfy { $0.sizeOfSet == 100 } && list.children.count < 15)
        #expect(page.deafNodes(root, at: 0) == [])
        _ = page.pointer(.scroll(dy: 2000, source: .wheel, isFinal: true), context: root, now: 0)
        let first = try #require(page.tree(root).all.first { $0.role == .listItem })
        #expect((first.positionInSet ?? 0) > 20)
        #expect(page.deafNodes(root, at: 0) == [])
        #expect(page.repeatedIDs(root) == [])
    }

    @Test func deeperLevelHasABackButton() {
        page.appeared(now: 0)
        page.routeChanged(context: context(["item-3"]), now: 0)
        let nodes = page.tree(context(["item-3"])).all
        #expect(nodes.contains { $0.label == "Back" && $0.description == "to Chat" })
        #expect(nodes.contains { $0.role == .heading && $0.label == "Item 3" })
        #expect(page.deafNodes(context(["item-3"]), at: 0) == [])
    }

    @Test func searchSheetHasAFieldAndACloseButton() {
        page.appeared(now: 0)
        let sheet = context(role: .search)
        _ = page.text(.insert("item 7"), context: sheet, now: 0)
        let nodes = page.tree(sheet).all
        #expect(nodes.contains { $0.role == .searchInput && $0.value == "item 7" })
        #expect(nodes.contains { $0.label == "Close" } && nodes.contains { $0.label == "Clear" })
        #expect(page.deafNodes(sheet, at: 0) == [])
    }
}
