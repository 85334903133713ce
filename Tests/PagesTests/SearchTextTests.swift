// SPDX-License-Identifier: MIT

import Pages
import Testing

@Suite("A search")
struct SearchTextTests {
    @Test(
        "finds a text in whatever way it is written",
        arguments: [
            ("Über", "uber"), ("U\u{308}BER", "über"), ("Zażółć gęślą", "ZAZOLC"), ("Straße", "strasse"),
            ("Ænima", "aeni"),
            ("Việt Nam", "viet"), ("Ὀδυσσεύς", "σευσ"), ("Ёлка", "елка"), ("İzmir", "izmir"), ("日本語", "本"),
            ("coeur", "cœur"), ("Smørrebrød", "smorre"),
        ])
    func found(text: String, query: String) {
        #expect(SearchText(text).contains(SearchText(query)))
    }

    @Test("finds nothing that is not there")
    func missing() {
        #expect(!SearchText("Item 12").contains(SearchText("item 13")))
        #expect(!SearchText("ab").contains(SearchText("abc")))
        #expect(!SearchText("пар").contains(SearchText("nap")))
        #expect(SearchText("x").contains(SearchText("")))
        #expect(SearchText.words(of: "  Foo\u{A0}bár \u{301} ") == [SearchText("foo"), SearchText("bar")])
    }
}
