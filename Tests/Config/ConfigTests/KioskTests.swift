import ShellModel
import ShellConfig
import Testing

/// The tables for an unattended screen.
@Suite struct KioskTests {
    static let hash = "$y$j9T$abcdefghijklmnop$0123456789012345678901234567890123456789012"

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

    @Test func guardedTabsInOtherRulesAreWarnings() throws {
        let text = """
            idle.return_to = "flash"
            rotation.tabs = ["home", "flash", "growth"]
            schedule = [{ tab = "growth" }, { from = "07:00", tab = "home" }, { blank = true }]
            """
        #expect(try received(try read(text)).warnings == [])
        let lock = "\nlock = { pin = \"\(Self.hash)\", tabs = [\"flash\", \"growth\"] }"
        #expect(
            try received(try read(text + lock)).warnings == [
                "idle.return_to: the tab \"flash\" is skipped, since [lock] guards it",
                "rotation.tabs: the tab \"flash\" is skipped, since [lock] guards it",
                "rotation.tabs: the tab \"growth\" is skipped, since [lock] guards it",
                "schedule.tab: the tab \"growth\" is skipped, since [lock] guards it",
            ])
    }
}
