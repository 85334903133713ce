import Posix
import ShellModel
import ShellConfig
import TabshellIPC
import Testing

@testable import TabDaemon

/// Decisions of the daemon, as a table: events in, effects out.
@Suite struct DaemonCoreTests {
    private static let document = Request.command(.show("b", ShownDocument("hi")))

    // MARK: - A configuration is in force everywhere or nowhere

    @Test func shownTabThatBecomesAWindowIsOne() throws {
        let fixture = CoreFixture(try CoreFixture.configuration())
        fixture.connect()
        #expect(fixture.refusal(of: Self.document) == nil)
        fixture.read(try CoreFixture.configuration(windows: ["b"], programs: ["b": ["foot"]]))
        #expect(fixture.core.shell.tab("b")?.window != nil && fixture.core.shell.shown.isEmpty)
        #expect(fixture.core.supervisor.entries[.page("b")]?.appIDs != nil)
        #expect(fixture.core.supervisor.entries[.viewer("b")] == nil)
        #expect(fixture.core.configuration.configuration.setup.tabs == fixture.core.shell.tabs)
    }

    /// A change of the tabs that brings a guarded tab to the front needs the PIN.
    @Test(arguments: [false, true]) func refusedChangeOfTheTabsChangesNothing(isAuthorized: Bool) throws {
        let earlier = try CoreFixture.configuration(guarded: ["b"], changes: false)
        let new = try CoreFixture.configuration(guarded: ["b"], changes: false, windows: ["b"])
        let fixture = CoreFixture(earlier)
        fixture.connect()
        fixture.core.clients[ClientID(rawValue: 1)]?.isAuthorized = isAuthorized
        let requester = fixture.requester()
        let request = Request.changeTabs(.setWindow("b", ["app"]), selects: true)
        #expect(fixture.handle(.request(request, requester)).contains { $0.isReading })
        let before = fixture.core
        let effects = fixture.handle(.configurationRead(.success(.init(new, files: ["/config.toml"]))))
        #expect(effects.refusal(of: requester)?.code == (isAuthorized ? nil : "locked"))
        #expect(fixture.front == (isAuthorized ? "b" : "a"))
        let isUnchanged =
            fixture.core.configuration == before.configuration && fixture.core.shell == before.shell
            && fixture.core.supervisor.entries == before.supervisor.entries
        #expect(isUnchanged == !isAuthorized)
        // The clients see it as a whole.
        let changes = effects.compactMap { if case .publish(let events) = $0 { Set(events.map(\.topic)) } else { nil } }
        if isAuthorized { #expect(changes.first?.isSuperset(of: [.tabs, .selection]) == true) }
        #expect(effects.contains(.resume(requester.client)))
    }

    /// Files with errors only change the report.
    @Test func errorsKeepTheConfiguration() throws {
        let fixture = CoreFixture(try CoreFixture.configuration())
        let before = fixture.core
        fixture.connect()
        let requester = fixture.requester()
        _ = fixture.handle(.request(.reload, requester))
        let errors = ConfigurationErrors([ConfigurationError(file: "f", message: "m")])
        let error = fixture.handle(.configurationRead(.failure(errors))).refusal(of: requester)
        #expect(error?.code == "invalid_configuration" && error?.data == ["errors": ["f: m"]])
        _ = fixture.handle(.filesChanged)
        let effects = fixture.handle(.configurationRead(.failure(errors)))
        #expect(fixture.core.shell.configuration.errors == ["f: m"])
        #expect(fixture.core.shell.tabs == before.shell.tabs && fixture.core.supervisor == before.supervisor)
        #expect(effects.contains(.notify(.ready)) && effects.contains(.log("f: m", isWarning: true)))
        let many = ConfigurationStatus(source: .files, (1...40).map { "\($0)" }).errors
        #expect(many.count == Limits.maximumConfigurationErrors && many.last == "and 25 more errors")
        fixture.read(before.configuration.configuration)
        #expect(fixture.core.shell.configuration == ConfigurationStatus())
    }

    /// Waiting reloads share the next reading. The reading of a half-written file ends no program, and causes no event.
    @Test func reloadsShareTheNextReading() throws {
        let configuration = try CoreFixture.configuration()
        let fixture = CoreFixture(configuration)
        let requesters = (1...20 as ClosedRange<UInt64>).map { client in
            fixture.connect(client)
            return fixture.requester(client)
        }
        let effects = requesters.map { fixture.handle(.request(.reload, $0)) }
        #expect(effects.joined().count { $0.isReading } == 1)
        let first = fixture.handle(.configurationRead(.success(.init(.default, files: ["/config.toml"]))))
        #expect(first.contains { $0.isReading } && first.published.isEmpty)
        let second = fixture.handle(.configurationRead(.success(.init(configuration, files: ["/config.toml"]))))
        #expect(!second.contains { $0.isReading } && fixture.core.shell.tabs == configuration.setup.tabs)
        for requester in requesters { #expect(try second.reply(to: requester)?.get()["changed"] == false) }
    }

    @Test func pageOfTheFirstStartComesAfterAHelperThatHangs() throws {
        let configuration = try CoreFixture.configuration()
        let fixture = CoreFixture(configuration, isFirstStart: true)
        let timeout = ConfigurationErrors([ConfigurationError(file: "f", message: "m")], isTimeout: true)
        _ = fixture.handle(.configurationRead(.failure(timeout)))
        #expect(fixture.front == "a" && !fixture.wait(0.9).contains { $0.isReading })
        #expect(fixture.wait(0.1).contains { $0.isReading })
        let read = fixture.handle(.configurationRead(.success(.init(configuration, files: ["/config.toml"]))))
        #expect(read.contains { $0.isReading })
        let welcome = try CoreFixture.configuration(["a", "b", "c", "d", "welcome"])
        _ = fixture.handle(.configurationRead(.success(.init(welcome, files: ["/config.toml"]))))
        #expect(fixture.front == "welcome" && fixture.core.transientTab == "welcome")
    }

    /// The copy of the last configuration without errors matches the files.
    @Test func changesThatCannotBeSavedStayAndAreNotCopied() throws {
        let fixture = CoreFixture(try CoreFixture.configuration())
        fixture.connect()
        var changed = try CoreFixture.configuration(["a", "b"])
        changed.tabsText = "order"
        let reading = ConfigurationReading(changed, savedTabs: "", tabsFile: "", files: ["/config.toml"])
        for request in [.changeTabs(.remove("c")), .save] as [Request] {
            _ = fixture.handle(.request(request, fixture.requester()))
            let effects = fixture.handle(.configurationRead(.success(reading)))
            #expect(!effects.contains { if case .copyConfiguration = $0 { true } else { false } })
        }
        let failed = fixture.handle(.tabsWritten(SystemError(code: 13, operation: "x")))
        #expect(failed.refusals.map(\.code) == ["not_saved"])
        // Also if the requesting program has ended.
        var status: ConfigurationStatus { fixture.core.shell.configuration }
        #expect(status.hasUnsavedTabs && status.errors.count == 1 && status.errors[0].hasPrefix("/tabs.toml: "))
        _ = fixture.handle(.request(.save, fixture.requester()))
        _ = fixture.handle(.configurationRead(.success(reading)))
        let saved = fixture.handle(.tabsWritten(nil))
        #expect(saved.contains { if case .copyConfiguration = $0 { true } else { false } })
        #expect(!status.hasUnsavedTabs && status.errors == [] && fixture.core.shell.tabs.count == 4)
    }

    /// A reload drops changes that are in no file, and an editor's change keeps them. A saved look is not a selected one.
    @Test func readingsKeepUnsavedChangesButForAReload() throws {
        var look = Look()
        look.name = "x"
        var (files, changed) = (try CoreFixture.configuration(), try CoreFixture.configuration(look: look))
        (files.tabsText, changed.tabsText) = ("saved", "changed")
        var active = ActiveConfiguration(.success(.init(files)), fallback: .default)
        active.change(changed)
        active.select("x", changed)
        let override = LookOverride(look: "x", over: files.setup.look.name)
        for (job, tabs) in [
            (.reload, TabsEdit()), (.reread, TabsEdit(text: "changed", over: "saved")),
            (.look("x"), TabsEdit(text: "changed")),
        ] as [(ConfigurationQueue.Job, TabsEdit)] {
            #expect(active.request(for: job, without: nil).tabs == tabs && active.lookOverride == override)
        }
        active.use(.init(files))
        #expect(active.unsavedTabs == nil)
        active.select("x", changed)
        active.saved(changed)
        #expect(active.lookOverride == nil && active.configuredLook == "x")
    }

    // MARK: - A file that is missing

    @Test func fileThatIsMissingForAMomentTakesNothingAway() throws {
        let own = try CoreFixture.configuration(["x", "y"])
        let fixture = CoreFixture(own)
        fixture.read(.default, files: [])
        #expect(fixture.core.shell.tabs.count == 4, "the tabs stay")
        #expect(fixture.core.shell.configuration.errors.first?.contains("/config.toml is missing") == true)
        fixture.read(own)
        #expect(fixture.core.shell.configuration.errors == [] && !fixture.wait(60).contains { $0.isReading })
        // For good.
        fixture.read(.default, files: [])
        #expect(!fixture.wait(4.9).contains { $0.isReading })
        #expect(fixture.wait(0.2).contains { $0.isReading })
        _ = fixture.handle(.configurationRead(.success(.init(.default))))
        #expect(fixture.front == "home" && fixture.core.shell.configuration.errors == [])
    }

    /// A change of the tabs, or a look, must not use the remaining files.
    @Test func missingFileRefusesChanges() throws {
        let fixture = CoreFixture(try CoreFixture.configuration(["x", "y"]))
        fixture.connect()
        let requester = fixture.requester()
        _ = fixture.handle(.request(.changeTabs(.remove("x")), requester))
        let effects = fixture.handle(.configurationRead(.success(.init(.default))))
        #expect(effects.refusal(of: requester)?.code == "invalid_configuration")
        #expect(fixture.front == "x")
    }

    /// Whoever asks, and for however long the file is missing.
    @Test func lockOutlastsItsFile() throws {
        let own = try CoreFixture.configuration(guarded: ["b"])
        let fixture = CoreFixture(own)
        fixture.connect()
        for request in [nil, .reload, .changeTabs(.remove("a"))] as [Request?] {
            if let request {
                _ = fixture.handle(.request(request, fixture.requester()))
            } else {
                _ = fixture.handle(.filesChanged)
            }
            _ = fixture.handle(.configurationRead(.success(.init(.default))))
            #expect(fixture.core.shell.isLocked && fixture.front == "a")
            #expect(fixture.core.shell.configuration.errors.first?.contains("its lock stays") == true)
            #expect(!fixture.wait(60).contains { $0.isReading })
        }
        // A file without a lock is another matter.
        fixture.read(try CoreFixture.configuration())
        #expect(!fixture.core.shell.isLocked && fixture.core.shell.configuration.errors == [])
    }

    /// The file is missing at the start, or a lock may be in one that cannot be read.
    @Test func startWithoutAFileHasTheLockOfTheCopy() throws {
        let copy = try CoreFixture.configuration(guarded: ["b"])
        #expect(CoreFixture(.default, file: nil, copy: copy).core.shell.lock?.rules.tabs == ["b"])
        #expect(CoreFixture(.default, file: nil, copy: try CoreFixture.configuration()).front == "home")
        for mayHideLock in [true, false] {
            let errors = ConfigurationErrors([ConfigurationError(file: "f", message: "m")], mayHideLock: mayHideLock)
            let active = ActiveConfiguration(.failure(errors), fallback: .default)
            #expect((active.configuration.setup.lock?.guardsChanges == true) == mayHideLock)
        }
    }

    // MARK: - One event, one transition

    /// A turn of the rotation that a request brings about is one selection for a program of `[[on]]`.
    @Test func hooksSeeOneTransition() throws {
        let fixture = CoreFixture(
            try CoreFixture.configuration(
                rotation: ["b", "c"], hooks: [EventHook(.selection, ["log"])]))
        fixture.connect()
        // The program of the first turn, and of the selection.
        for pid in [49, 50] as [Int32] {
            if pid == 50 { fixture.send(.command(.rotate(.pause))) }
            if pid == 50 { #expect(fixture.send(.command(.select("d"))).effects.starts.map(\.id).contains(.hook(0))) }
            _ = fixture.handle(.started(.hook(0), .success(pid)))
            _ = fixture.handle(.exited(pid, code: 0, lastLine: nil))
        }
        let (_, resumed) = fixture.send(.command(.rotate(.resume)))
        #expect(resumed.selections == ["b"])
        #expect(resumed.starts.filter { $0.arguments == ["log"] }.map { $0.environment["TABSHELL_TAB"] } == ["b"])
        _ = fixture.handle(.started(.hook(0), .success(51)))
        #expect(fixture.handle(.exited(51, code: 0, lastLine: nil)).starts.isEmpty)
    }

    @Test func guardedTabDoesNotStopARotation() throws {
        let fixture = CoreFixture(try CoreFixture.configuration(guarded: ["b"], rotation: ["a", "b", "c"]))
        #expect(fixture.wait(4).selections == ["c", "a", "c", "a"])
    }

    /// The reply of a request comes after all its effects.
    @Test func replyHasTheRevisionOfAllThatFollows() throws {
        let fixture = CoreFixture(try CoreFixture.configuration())
        fixture.connect()
        let (reply, effects) = fixture.send(.restart("a"))
        #expect(reply == .success(["revision": JSON(fixture.core.shell.revision)]))
        let last = effects.lastIndex { if case .publish = $0 { true } else { false } }
        let replied = effects.lastIndex { if case .reply = $0 { true } else { false } }
        #expect(try #require(last) < #require(replied))
    }

    // MARK: - Numbers

    @Test(arguments: [true, false]) func anotherNumberLocksAgain(isChecking: Bool) throws {
        var configuration = try CoreFixture.configuration(guarded: ["b"])
        let fixture = CoreFixture(configuration)
        fixture.connect()
        let requester = fixture.requester()
        let effects = fixture.handle(.unlock("1234", forClient: false, wallClock: 0, requester))
        #expect(effects.contains(.checkNumber("1234", hash: "hash")))
        if !isChecking { _ = fixture.handle(.numberChecked(.right)) }
        #expect(fixture.core.shell.isLocked == isChecking)
        configuration.lockHash = "another"
        fixture.read(configuration)
        if isChecking { _ = fixture.handle(.numberChecked(.right)) }
        #expect(fixture.core.shell.isLocked)
    }

    @Test func clientWithoutTheNumberIsRefused() throws {
        var configuration = try CoreFixture.configuration(guarded: ["b"])
        configuration.allowsScreenshots = true
        let fixture = CoreFixture(configuration)
        for client in [1, 2] as [UInt64] { fixture.connect(client) }
        for request in [.command(.select("b")), .look("x"), .changeTabs(.remove("c"))] as [Request] {
            #expect(fixture.refusal(of: request) == "locked", "\(request)")
        }
        let picture = fixture.send(.screenshot).effects
        #expect(picture.refusals.first?.message.hasPrefix("a picture of the screen needs the PIN") == true)
        // No user at the screen has requested it.
        #expect(fixture.refusal(of: .command(.select("c"))) == nil && fixture.core.shell.lock?.prompt == nil)
        _ = fixture.handle(.unlock("1234", forClient: true, wallClock: 0, fixture.requester()))
        #expect(fixture.handle(.numberChecked(.right)).refusals.isEmpty)
        for request in [.command(.select("b")), .screenshot] as [Request] {
            #expect(fixture.refusal(of: request) == nil && fixture.refusal(of: request, from: 2) == "locked")
        }
        #expect(fixture.core.shell.isLocked)
        fixture.read(try CoreFixture.configuration())
        let unlocked = fixture.handle(.unlock("1234", forClient: false, wallClock: 0, fixture.requester()))
        #expect(unlocked.refusals.map(\.code) == ["not_applicable"])
    }

    @Test func numberOnTheScreenLeadsToWhatWasPressed() throws {
        let fixture = CoreFixture(try CoreFixture.configuration(guarded: ["b"]))
        fixture.connect(1, as: .panel)
        #expect(fixture.refusal(of: .command(.select("b"))) == "locked" && fixture.core.shell.lock?.prompt == .tab("b"))
        for verdict in [.wrong, .right] as [NumberVerdict] {
            _ = fixture.handle(.unlock("1", forClient: false, wallClock: 0, fixture.requester()))
            let refusals = fixture.handle(.numberChecked(verdict)).refusals
            #expect(refusals.map(\.code) == (verdict == .wrong ? ["locked"] : []))
            #expect(fixture.core.shell.isLocked == (verdict == .wrong))
        }
        #expect(fixture.front == "b" && fixture.core.shell.lock?.prompt == nil)
        fixture.send(.lock)
        #expect(fixture.front == "a" && fixture.core.shell.isLocked)
    }

    @Test func wrongNumbersAreCountedAcrossARestart() throws {
        let configuration = try CoreFixture.configuration(guarded: ["b"])
        let fixture = CoreFixture(configuration)
        let number = Event.unlock("1234", forClient: false, wallClock: 1_800_000_000, fixture.requester())
        _ = fixture.handle(number)
        _ = fixture.handle(.numberChecked(.wrong))
        var saved = try #require(fixture.saved)
        #expect(saved.wrongNumbers == 1)
        saved.wrongNumbers = 3
        // Not even the right one, until the delay is over.
        #expect(CoreFixture(configuration, saved: saved).handle(number).refusals.first?.data == ["wait": 30])
    }

    // MARK: - Documents

    @Test func viewerShowsADocumentAndItsSenderHearsOfLinks() throws {
        let fixture = CoreFixture(try CoreFixture.configuration())
        fixture.connect(1, as: .page("b"), describes: false)
        #expect(fixture.connect(2, as: .viewer("b")) == "unknown_tab")
        #expect(fixture.refusal(of: Self.document) == nil && fixture.connect(3, as: .viewer("b")) == nil)
        #expect(try fixture.status(.viewer("b")).phase == .alive)
        let followed = fixture.send(.command(.follow("b", "go")), from: 3).effects.published.first?.state.followed
        #expect(followed?.tab == "b" && followed?.name == "go")
        let other = ShownDocument("b", .text)
        #expect(fixture.refusal(of: .command(.show("b", other))) == nil && fixture.core.shell.shown == ["b": other])
        // A viewer needs a document.
        #expect(fixture.refusal(of: .command(.show("b", nil))) == nil && fixture.core.shell.shown.isEmpty)
        #expect(fixture.core.shell.status(of: .viewer("b")) == nil)
        #expect(fixture.refusal(of: .command(.follow("b", "go"))) == "not_applicable")
        #expect(fixture.connect(4, as: .viewer("b")) == "unknown_tab")
    }

    @Test func programThatDrawsShowsNone() throws {
        let fixture = CoreFixture(try CoreFixture.configuration())
        fixture.connect(1, as: .page("a"))
        #expect(fixture.refusal(of: .command(.show("a", ShownDocument("a")))) == "not_applicable")
        for (tab, describes) in [("b", true), ("c", false)] as [(TabID, Bool)] {
            #expect(fixture.refusal(of: .command(.show(tab, ShownDocument("a")))) == nil)
            fixture.connect(2, as: .viewer(tab))
            #expect(fixture.core.shell.shown[tab] != nil)
            fixture.connect(3, as: .page(tab), describes: describes)
        }
        #expect(fixture.core.shell.shown.keys.map(\.rawValue) == ["c"])
    }

    /// Also with that of a program which another command line replaces. The next one shows its own.
    @Test func documentEndsWithTheProgramThatHasSentIt() throws {
        let fixture = CoreFixture(try CoreFixture.configuration(["a", "b"]))
        fixture.launch()
        for client in [2, 3] as [UInt64] {
            fixture.connect(client, as: .page("a"), describes: false)
            #expect(fixture.refusal(of: .command(.show("a", ShownDocument("\(client)"))), from: client) == nil)
            #expect(fixture.core.shell.shown["a"]?.text == "\(client)")
            #expect(fixture.launch().starts.contains { $0.program == .viewer("a") } == (client == 2))
            let pid = try #require(fixture.pids[.page("a")])
            if client == 3 { fixture.read(try CoreFixture.configuration(["a", "b"], programs: ["a": ["other"]])) }
            fixture.disconnect(client, pid: pid)
            try fixture.exit(.page("a"), 0)
            #expect(fixture.core.shell.shown.isEmpty)
            _ = fixture.wait(1)
            fixture.launch()
        }
    }

    // MARK: - What outlasts the daemon

    /// A machine may be off at the end of a time of day.
    @Test func valuesOfTimeOfDayAreNotSaved() throws {
        let values = ScheduledValues(look: "night", appearance: .dark, contrast: .more)
        let fixture = CoreFixture(try CoreFixture.configuration(now: values))
        var look = Look()
        look.name = "night"
        let night = try CoreFixture.configuration(look: look, now: values)
        _ = fixture.handle(.configurationRead(.success(.init(night, look: "", files: ["/config.toml"]))))
        #expect(fixture.core.shell.appearance.value == .dark && fixture.core.shell.preferences.contrast == .more)
        #expect(fixture.core.lookName == "night")
        let saved = try #require(fixture.saved)
        #expect(saved.look == nil && saved.memory.appearance == .light && saved.memory.preferences.contrast == nil)
    }

    @Test func selectedLookLastsUntilFileNamesAnother() throws {
        let configuration = try CoreFixture.configuration()
        let fixture = CoreFixture(configuration)
        fixture.connect()
        var look = Look()
        look.name = "other"
        try fixture.select(look: look)
        #expect(fixture.core.lookName == "other")
        let next = CoreFixture(configuration, saved: fixture.saved)
        let override = LookOverride(look: "other", over: configuration.setup.look.name)
        #expect(next.core.configuration.request(for: .reload, without: nil).override == override)
        look.name = "of the file"
        next.read(try CoreFixture.configuration(look: look))
        #expect(next.core.lookName == "of the file" && next.core.configuration.lookOverride == nil)
        next.connect()
        let requester = next.requester()
        _ = next.handle(.request(.look("othr"), requester))
        let error = next.handle(.looksRead(["other"])).refusal(of: requester)
        #expect(error?.code == "unknown_look" && error?.message.contains("other") == true)
    }

    @Test func userStateOutlastsTheDaemon() throws {
        var configuration = try CoreFixture.configuration()
        let fixture = CoreFixture(configuration)
        fixture.connect()
        for command in [.badge("b", .count(3)), .open("c", ["friends", "ada"]), .setAppearance(.dark)] as [Command] {
            fixture.send(.command(command))
        }
        let next = CoreFixture(configuration, saved: fixture.saved)
        #expect(next.front == "c" && next.core.shell.badges == ["b": .count(3)])
        #expect(next.core.shell.paths == ["c": ["friends", "ada"]] && next.core.shell.appearance.value == .dark)
        // The file's value wins, if it has one.
        configuration.appearance = .light
        next.read(configuration)
        #expect(next.core.shell.appearance.value == .light)
    }

    @Test func preferencesOutlastTheDaemonUntilTheFileChangesThem() throws {
        var look = Look()
        look.textScale = 1.2
        let configuration = try CoreFixture.configuration(look: look)
        let first = CoreFixture(configuration)
        first.connect()
        first.send(.preferences(PreferencesChange(contrast: .more, textScale: 2)))
        let changed = try #require(first.core.shell.look)
        #expect(changed.textScale == 2 && changed.contrast == .more && changed.bar.material == .opaque)
        let fixture = CoreFixture(configuration, saved: first.saved)
        #expect(fixture.core.shell.look == changed)
        #expect(fixture.core.shell.preferences == Preferences(contrast: .more, textScale: 2))
        // Another look, and a file with the same value, leave them alone; another value is in force at once.
        fixture.connect()
        var other = look
        other.name = "other"
        try fixture.select(look: other)
        #expect(fixture.core.lookName == "other" && fixture.core.shell.look?.textScale == 2)
        fixture.read(configuration)
        #expect(fixture.core.shell.look?.textScale == 2)
        look.textScale = 1.5
        fixture.read(try CoreFixture.configuration(look: look))
        #expect(fixture.core.shell.look?.textScale == 1.5)
        #expect(fixture.core.shell.preferences == Preferences(contrast: .more))
        fixture.send(.preferences(PreferencesChange(contrast: .some(nil))))
        #expect(fixture.core.shell.look?.contrast == look.contrast)
    }

    @Test func pausedRotationOutlastsTheDaemon() throws {
        let configuration = try CoreFixture.configuration(rotation: ["a", "b"])
        let fixture = CoreFixture(configuration)
        fixture.connect()
        fixture.send(.command(.rotate(.pause)))
        let next = CoreFixture(configuration, saved: fixture.saved)
        #expect(next.wait(60).selections.isEmpty && next.core.shell.kiosk.rotation == .paused)
    }
}

extension TabDaemon.Effect {
    var isReading: Bool { if case .readConfiguration = self { true } else { false } }
}
