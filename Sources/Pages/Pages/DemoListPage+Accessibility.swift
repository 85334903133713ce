// SPDX-License-Identifier: MIT

internal import Geometry
import Localization
public import PageKit

extension DemoListPage {
    /// Returns the present level: its title, its buttons and the rows that are visible.
    public func accessibility(in context: PageContext, now: UInt64) -> [AccessibilityNode] {
        let path = navigation.path
        let layout = prepare(path, context, now: now)
        let level = levels[path]
        let offset = level.scroller.offset(at: now)
        var nodes: [AccessibilityNode] = []
        if !path.isEmpty {
            let parent = title(of: Array(path.dropLast()), context)
            var area = layout.barLine
            area.width /= 2
            nodes.append(
                AccessibilityNode(
                    .button, localized("Back"), id: "back", description: localized("to \(parent)"), actions: [.click],
                    bounds: area))
        }
        if context.isSheet {
            nodes.append(
                AccessibilityNode(
                    .button, localized("Close"), id: "close", actions: [.click], bounds: closeButton(in: layout)))
        }
        nodes.append(
            AccessibilityNode(
                .heading, title(of: path, context), id: "title", description: note(path, context), level: 1,
                bounds: layout.header.offset(y: -offset)))
        if let head = layout.head?.offset(y: -offset) {
            nodes +=
                context.role == .search ? searchField(in: head) : actions(layout, offset: offset, context, now: now)
        }
        let rows = rows(of: path, context)
        let free = Rect(
            x: 0, y: layout.bar.maxY, width: context.size.width, height: context.size.height - layout.bar.maxY)
        let visible = layout.rows(scrolledBy: offset, height: context.size.height).filter {
            free.contains(layout.row($0).offset(y: -offset).center)
        }
        let items = visible.map { index in
            let word = rows.word(index)
            var node = AccessibilityNode(
                .listItem, DemoRows.title(of: word), id: "row/\(word)",
                description: rowNote(rows.leads(index), opened: level.opened[word] ?? 0), actions: [.click],
                bounds: layout.row(index).offset(y: -offset))
            (node.positionInSet, node.sizeOfSet) = (index + 1, rows.count)
            return node
        }
        let isFound = rows.found?.isEmpty != true
        nodes.append(
            AccessibilityNode(
                .list, localized("Items"), id: "list", description: isFound ? nil : localized("Nothing found"),
                children: items))
        return nodes
    }

    private func searchField(in head: Rect) -> [AccessibilityNode] {
        var nodes = [
            AccessibilityNode(
                .searchInput, localized("Search"), id: "search", value: query.text, actions: [.click], bounds: head)
        ]
        if !query.isEmpty {
            nodes.append(
                AccessibilityNode(
                    .button, localized("Clear"), id: "clear", description: localized("empties the search field"),
                    actions: [.click],
                    bounds: clearButton(in: head)))
        }
        return nodes
    }

    private func actions(
        _ layout: ListLayout, offset: Double, _ context: PageContext, now: UInt64
    ) -> [AccessibilityNode] {
        [linkTexts(context), recordingTexts(at: now)].enumerated().map { index, texts in
            AccessibilityNode(
                .button, texts.title, id: "action/\(index)", value: texts.label, description: texts.note,
                actions: [.click], bounds: layout.action(index)?.offset(y: -offset))
        }
    }
}
