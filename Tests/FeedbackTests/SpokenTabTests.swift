// SPDX-License-Identifier: MIT

import Feedback
import Testing

@Suite struct SpokenTabTests {
    @Test(arguments: [
        (SpokenTab(label: "Home", isSelected: true), "Home, selected.", ""),
        (
            SpokenTab(label: "Home", value: "3 notifications", isSelected: true), "Home, selected. 3 notifications.",
            "Home. 3 notifications."
        ),
        (
            SpokenTab(label: "Flash", hint: "Double tap to switch to Flash tab", value: "1 notification"),
            "Flash. 1 notification. Double tap to switch to Flash tab.", "Flash. 1 notification."
        ),
        (SpokenTab(label: "Really?", hint: "Press!", value: "new…"), "Really? new… Press!", "Really? new…"),
        (SpokenTab(label: ""), "", ""),
    ])
    func aTabIsSaidAsScreenReadersDo(_ tab: SpokenTab, _ sentences: String, _ news: String) {
        #expect(tab.sentences == sentences)
        #expect(tab.news == news)
    }
}
