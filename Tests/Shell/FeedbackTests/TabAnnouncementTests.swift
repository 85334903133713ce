// SPDX-License-Identifier: MIT

import Feedback
import Testing

@Suite struct TabAnnouncementTests {
    @Test(arguments: [
        (TabAnnouncement(label: "Home", isSelected: true), "Home, selected.", ""),
        (
            TabAnnouncement(label: "Home", value: "3 notifications", isSelected: true),
            "Home, selected. 3 notifications.",
            "Home. 3 notifications."
        ),
        (
            TabAnnouncement(label: "Flash", hint: "Double tap to switch to Flash tab", value: "1 notification"),
            "Flash. 1 notification. Double tap to switch to Flash tab.", "Flash. 1 notification."
        ),
        (TabAnnouncement(label: "Really?", hint: "Press!", value: "new…"), "Really? new… Press!", "Really? new…"),
        (TabAnnouncement(label: ""), "", ""),
    ])
    func aTabIsSaidAsScreenReadersDo(_ tab: TabAnnouncement, _ sentences: String, _ news: String) {
        #expect(tab.sentences == sentences)
        #expect(tab.news == news)
    }
}
