// SPDX-License-Identifier: MIT

import ShellModel
import TabConfig
import Testing

@testable import ConfigReader

/// The tables for a screen that nobody watches.
@Suite struct KioskTests {
    private static let hash = "$y$j9T$abcdefghijklmnop$0123456789012345678901234567890123456789012"

    @Test func wholeKioskIsRead() throws {
        let text = """
            [idle]
            return_after = 90
            return_to = "growth"
            clears_text = true
            dim_after = "off"
            blank_after = 600.5
            hide_pointer = 3

            [rotation]
            tabs = ["home", { tab = "flash", seconds = 40 }]
            every = 10

            [[schedule]]
            from = "22:00"
            to = "07:00"
            days = ["fri", "sat"]
            brightness = 0.4
            look = "lucidpal"

            [[schedule]]
            blank = true

            [lock]
            pin = "\(Self.hash)"
            tabs = ["flash"]
            unlock_for = 30
            """
        let configuration = try received(try read(text))
        let rules = configuration.setup.kiosk
        #expect(
            rules.idle
                == IdleRules(
                    returnAfter: 90, returnTo: "growth", clearsText: true, blankAfter: 600.5, pointer: .after(3)))
        #expect(
            rules.rotation
                == RotationRules(stops: [.init(tab: "home", seconds: 10), .init(tab: "flash", seconds: 40)]))
        #expect(rules.schedule.count == 2)
        #expect(
            rules.schedule.first
                == ScheduleEntry(
                    from: 1320, to: 420, days: [.friday, .saturday],
                    values: ScheduledValues(look: "lucidpal", brightness: 0.4)))
        #expect(rules.schedule.last == ScheduleEntry(from: 0, to: 1440, values: ScheduledValues(isBlank: true)))
        #expect(configuration.setup.lock == LockRules(tabs: ["flash"], unlockFor: 30))
        #expect(configuration.lockHash == Self.hash)
    }

    @Test func picturesAreAllowedByTheirKey() throws {
        #expect(try received(try read("screenshots = true")).allowsScreenshots)
        #expect(try !received(try read("screenshots = false")).allowsScreenshots)
    }

    @Test func nothingIsConfiguredByDefault() throws {
        let configuration = try read("")
        #expect(!configuration.allowsScreenshots)
        #expect(!configuration.setup.kiosk.watchesInput && configuration.setup.kiosk == KioskRules())
        #expect(configuration.setup.lock == nil && configuration.lockHash == nil)
    }

    @Test(arguments: [
        (
            "[idle]\nreturn_after = 1", "config.toml:2: idle.return_after: 1 is out of range; allowed: 2 to 604800 s"
        ),
        (
            "[idle]\nreturn_to = \"hme\"",
            "config.toml:2: idle.return_to: unknown tab \"hme\"; available: home, flash, growth; did you mean \"home\"?"
        ),
        (
            "[idle]\nhide_pointer = \"tuch\"",
            "config.toml:2: idle.hide_pointer: \"tuch\" is not allowed; one of: never, always, touch; did you mean \"touch\"?"
        ),
        (
            "[rotation]\ntabs = [\"home\", \"home\"]",
            "config.toml:2: rotation.tabs[1]: the tab \"home\" has a turn already"
        ),
        (
            "[[schedule]]\nfrom = \"7:00\"",
            "config.toml:2: schedule[0].from: \"7:00\" is not a time of day; allowed: \"00:00\" to \"24:00\""
        ),
        (
            "[[schedule]]\nfrom = \"07:00\"\nto = \"07:00\"",
            "config.toml:1: schedule[0]: from and to are the same time; without both, the entry has the whole day"
        ),
        (
            "[lock]\npin = \"1234\"",
            "config.toml:2: lock.pin: this is not a hash; `tabctl lock hash` prints that of a number"
        ),
        (
            "[lock]\ntabs = [\"home\"]",
            "config.toml:1: lock: the number is missing: pin = \"…\", as `tabctl lock hash` prints it"
        ),
        (
            "[lock]\npin = \"\(hash)\"\ntabs = [\"home\", \"flash\", \"growth\"]",
            "config.toml:3: lock.tabs: all tabs are guarded, so nothing could be in front; leave one out"
        ),
    ])
    func errorsTeach(_ text: String, _ error: String) {
        #expect(errors(text) == [error])
    }
}
