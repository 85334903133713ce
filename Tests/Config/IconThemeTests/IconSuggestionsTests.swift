// SPDX-License-Identifier: MIT

import IconTheme
import Icons
import Testing

@Suite struct IconSuggestionsTests {
    @Test(arguments: [
        ("calender", ["calendar"]), ("hme", ["home"]), ("moon2", ["moon"]), ("mail.fil", ["mail.fill"]),
        ("bell", ["activity"]), ("utilities-terminal", ["terminal"]), ("microphone", ["record"]),
        ("envelope", ["mail"]), ("zzzzzzzzzz", []), ("", []), ("a-x-y", []),
    ])
    func nearIcons(name: String, expected: [String]) {
        let suggestions = Icons.suggestions(for: name)
        #expect(Array(suggestions.prefix(expected.count)) == expected, "\(suggestions)")
        #expect(suggestions.count <= 3 && Set(suggestions).count == suggestions.count)
        #expect(expected.isEmpty == suggestions.isEmpty, "\(suggestions)")
    }

    @Test func nameOfAnIconSuggestsItself() {
        for name in Icons.names { #expect(Icons.suggestions(for: name).first == name) }
    }
}
