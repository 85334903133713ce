// SPDX-License-Identifier: MIT

import PageKit
import PageTestSupport
import Testing

@testable import Pages

/// The generic page at every text scale that a user can choose.
@Suite struct TextScaleTests {
    @Test(arguments: TextScaleCase.all)
    func textsNeitherOverlapNorLeaveThePage(test: TextScaleCase) {
        for tab in ["agent", "notes", "record", "settings", "habits"] {
            for route in [[], ["item-3"], ["item-3", "edit"]] {
                let page = DemoListPage(rows: 40)
                var context = test.context
                (context.tab, context.title, context.route) = (.init(rawValue: tab), "Settings", route)
                page.appeared(now: 0)
                page.routeChanged(context: context, now: 0)
                let texts = page.texts(context, at: 2_000_000_000)
                #expect(texts.count > 3)
                for fault in test.faults(texts) { Issue.record("\(tab) \(route): \(fault)") }
            }
        }
    }
}
