// SPDX-License-Identifier: MIT

import Pages
import Testing

@Suite("FoldedText")
struct SearchTextTests {
    @Test(arguments: [
        ("Über", "uber"), ("U\u{308}BER", "über"), ("Zażółć gęślą", "ZAZOLC"), ("Straße", "strasse"),
        ("Ænima", "aeni"),
        ("Việt Nam", "viet"), ("Ὀδυσσεύς", "σευσ"), ("Ёлка", "елка"), ("İzmir", "izmir"), ("日本語", "本"),
        ("coeur", "cœur"), ("Smørrebrød", "smorre"),
    ])
    func matchIgnoresCaseAndAccents(text: String, query: String) {
        #expect(FoldedText(text).contains(FoldedText(query)))
    }

    @Test func noMatch() {
        #expect(!FoldedText("Item 12").contains(FoldedText("item 13")))
        #expect(!FoldedText("ab").contains(FoldedText("abc")))
        #expect(!FoldedText("пар").contains(FoldedText("nap")))
        #expect(FoldedText("x").contains(FoldedText("")))
        #expect(FoldedText.words(of: "  Foo\u{A0}bár \u{301} ") == [FoldedText("foo"), FoldedText("bar")])
    }
}
