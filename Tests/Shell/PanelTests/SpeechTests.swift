// SPDX-License-Identifier: MIT

import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

/// The announcements of the bar, word for word, as the speech server gets them.
@Suite(.serialized) struct SpeechTests {
    @Test func defaultLookIsSpoken() throws {
        let session = try SpokenSession()
        #expect(
            try session.spoken(1) == ["text: Speech on. Home tab, current stress level, selected, 1 of 3"])
        try session.request("select", ["tab": "flash"])
        #expect(try session.spoken(1) == ["text: Flash tab, quick actions, selected, 2 of 3"])
        // A dot is no number, and a number is spoken in full.
        try session.request("badge", ["tab": "home", "badge": ["dot": true]])
        #expect(try session.spoken(1) == ["notification: Home tab, current stress level, new"])
        try session.request("badge", ["tab": "growth", "badge": ["count": 1234]])
        #expect(try session.spoken(1) == ["notification: Growth tab, trends and insights, 1234 notifications"])
        // The hint is only that of something that can still be done, and comes after a pause.
        try session.request("focus")
        #expect(try session.spoken(1) == ["text: Flash tab, quick actions, selected, 2 of 3"])
        try session.request("focus", ["move": "next"])
        #expect(
            try session.spoken(2, hints: true) == [
                "text: Growth tab, trends and insights, 1234 notifications, 3 of 3",
                "text: Double tap to switch to Growth tab",
            ])
        try session.request("focus", ["move": "activate"])
        #expect(
            try session.spoken(1) == ["text: Growth tab, trends and insights, 1234 notifications, selected, 3 of 3"])
        session.stage.checkLegality()
    }

    private static let kit = """
        look = "swift-kit"
        [speech]
        language = "en-GB"
        rate = 30
        [[tabs]]
        id = "create"
        role = "action"
        menu = ["new-post", "new-photo"]
        [[tabs]]
        id = "activity"
        role = "search"

        """

    @Test func menuAndSheetAreSpoken() throws {
        let session = try SpokenSession(configuration: Self.kit)
        let start = try session.spoken(1)
        #expect(start == ["text: Speech on. Home, selected, 1 of 5"])
        #expect(
            session.server.commands.prefix(3) == [
                "SET SELF CLIENT_NAME user:tabshell:main", "SET SELF LANGUAGE en-GB", "SET SELF RATE 30",
            ])
        try session.request("menu", ["tab": "create"])
        #expect(try session.spoken(1) == ["text: Create, menu, 2 actions"])
        try session.request("focus")
        #expect(try session.spoken(1) == ["text: New post, 1 of 2"])
        try session.request("focus", ["move": "next"])
        #expect(try session.spoken(1) == ["text: Take a photo, 2 of 2"])
        try session.request("menu", ["tab": NSNull()])
        #expect(try session.spoken(1) == ["text: Menu closed"])
        try session.request("sheet", ["tab": "activity"])
        #expect(try session.spoken(1) == ["text: Activity, sheet"])
        try session.request("sheet", ["tab": NSNull()])
        #expect(try session.spoken(1) == ["text: Activity closed"])
        session.stage.checkLegality()
    }

    @Test func foldingErrorsAndAbsentPagesAreSpoken() throws {
        let session = try SpokenSession(
            configuration: "look = \"better-fit\"\n[minimize]\npolicy = \"on-scroll-down\"\n", hasPages: false)
        // The program of the page has not registered, which is told before or after.
        #expect(
            try session.spoken(2).sorted() == [
                "message: Nothing shows Workout yet. Its program has not registered",
                "text: Speech on. Workout, selected, 1 of 4",
            ])
        try session.request("bar", ["minimized": true])
        #expect(try session.spoken(1) == ["notification: Tab bar folded"])
        try session.request("bar", ["minimized": false])
        #expect(try session.spoken(1) == ["notification: Tab bar unfolded"])
        #expect(throws: (any Error).self) { try session.stage.configure("look = \"better-fit\"\n[bar]\nheigth = 1\n") }
        let errors = try session.spoken(1)
        #expect(
            errors == [
                "message: The configuration has errors; the earlier one is in force. config.toml:3: bar.heigth: there is no such key; did you mean \"bar.height\"?"
            ])
        try session.stage.configure("look = \"better-fit\"\n")
        #expect(try session.spoken(1) == ["notification: The configuration has no errors any more"])
        session.stage.checkLegality()
    }

    @Test func pageInFrontHasTextsSpoken() throws {
        let session = try SpokenSession()
        _ = try session.spoken(1)
        let page = try #require(session.pages["home"])
        try page.request("announce", id: 2, ["text": "Breathe in", "urgency": "assertive"])
        try page.request("announce", id: 3, ["text": "Saved"])
        #expect(try session.spoken(2) == ["text: Breathe in", "notification: Saved"])
        try page.request("haptic", id: 4, ["kind": "success"])
        try session.request("select", ["tab": "flash"])
        #expect(throws: (any Error).self) { try page.request("announce", id: 5, ["text": "Behind"]) }
        #expect(throws: (any Error).self) { try page.request("haptic", id: 6, ["kind": "light"]) }
        #expect(throws: (any Error).self) { try session.request("announce", ["text": "Nobody"]) }
        #expect(try session.spoken(1) == ["text: Flash tab, quick actions, selected, 2 of 3"])
        session.stage.checkLegality()
    }

    @Test func speechThatIsOffIsSilent() throws {
        let session = try SpokenSession()
        _ = try session.spoken(1)
        try session.request("preferences", ["speech": false])
        try session.request("select", ["tab": "flash"])
        try session.request("preferences", ["speech": NSNull()])
        try session.request("select", ["tab": "home"])
        try session.request("preferences", ["speech": true])
        #expect(try session.spoken(1) == ["text: Speech on. Home tab, current stress level, selected, 1 of 3"])
        session.stage.checkLegality()
    }
}
