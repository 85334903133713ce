// SPDX-License-Identifier: MIT

import Testing

@testable import ConfigReader

/// Two changes of `tabs.toml` that come from the same text.
@Suite struct TabsMergeTests {
    private func tab(_ id: String, _ title: String = "T") -> String {
        "[[tabs]]\nid = \"\(id)\"\ntitle = \"\(title)\"\n"
    }

    private func order(_ ids: String) -> String {
        "order = [\(ids.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", "))]\n"
    }

    /// The order and the titles of a merge, or its conflict.
    private func merge(_ mine: String, _ theirs: String, over base: String) -> String {
        do throws(TabsConflict) {
            let merged = try TabsDocument(parsing: mine).merged(
                with: TabsDocument(parsing: theirs), over: TabsDocument(parsing: base))
            return merged.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: ";")
        } catch {
            return "\(error)"
        }
    }

    private func text(_ document: String) -> String { merge(document, document, over: document) }

    @Test func additionsOfBothAreKept() {
        #expect(merge(tab("a"), tab("b"), over: "") == text(tab("b") + tab("a")))
        #expect(merge(tab("a"), tab("a"), over: "") == text(tab("a")))
        #expect(merge("", "look = \"x\"\n", over: tab("a")) == text("look = \"x\"\n"))
        #expect(merge("look = \"x\"\n", tab("b"), over: "") == text("look = \"x\"\n" + tab("b")))
    }

    /// The lines of the file differ, and its comments; the values do not.
    @Test func positionsAreNoChanges() {
        #expect(merge(tab("a", "New"), "# mine\n\n\n" + tab("a"), over: tab("a")) == text(tab("a", "New")))
    }

    @Test func conflictNamesTheTab() {
        let conflict = merge(tab("a", "One"), tab("a", "Two"), over: tab("a"))
        #expect(conflict.hasPrefix("the tab \"a\" was changed in the running shell and in the file"))
        #expect(merge("", tab("a", "Two"), over: tab("a")).hasPrefix("the tab \"a\" was changed"))
        #expect(merge("look = \"x\"\n", "look = \"y\"\n", over: "").hasPrefix("the key \"look\" was changed"))
    }

    @Test(arguments: [
        ("a b x", "a b c y", "a b c", "a b x y"), ("b a c", "a b c d", "a b c", "b a c d"),
        ("a b c d", "c b a", "a b c", "c d b a"), ("a c", "a b", "a b c", "a"), ("x a b", "a b", "a b", "x a b"),
    ])
    func ordersAreMerged(mine: String, theirs: String, base: String, merged: String) {
        #expect(merge(order(mine), order(theirs), over: order(base)) == text(order(merged)))
    }

    @Test func movesOfBothAreAConflict() {
        #expect(merge(order("b a c"), order("c a b"), over: order("a b c")).hasPrefix("the key \"order\""))
        #expect(merge(order("b a"), order("a b"), over: "").hasPrefix("the key \"order\""))
    }

    /// An added tab has its place in the other side's order.
    @Test func addedTabIsOnTheBar() {
        #expect(merge(tab("x"), order("b a"), over: "") == text(order("b a x") + tab("x")))
        #expect(merge(order("b a"), tab("x"), over: "") == text(order("b a x") + tab("x")))
    }
}
