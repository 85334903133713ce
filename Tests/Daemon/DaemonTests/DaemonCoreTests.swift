// SPDX-License-Identifier: MIT

import ShellModel
import ShellConfig
import TabshellIPC
import Testing

@testable import TabDaemon

/// Decisions of the daemon, as a table: events in, effects out.
@Suite struct DaemonCoreTests {
    private static let document = Request.command(.show("b", ShownDocument("hi")))

    private static func refusal(_ reply: Result<JSON, WireError>?) -> String? {
        if case .failure(let error)? = reply { error.code } else { nil }
    }

    // MARK: - A configuration is in force everywhere or nowhere

    /// A tab with a document becomes a window, or an action.
    @Test func shownTabThatBecomesAWindowIsOne() throws {
        let fixture = CoreFixture(try CoreFixture.configuration())
        fixture.connect()
        #expect(Self.refusal(fixture.send(Self.document).reply) == nil)
        fixture.read(try CoreFixture.configuration(windows: ["b"], programs: ["b": ["foot"]]))
        #expect(fixture.core.shell.tab("b")?.window != nil && fixture.core.shell.shown.isEmpty)
        #expect(fixture.core.supervisor.entries[.page("b")]?.appIDs != nil)
        #expect(fixture.core.supervisor.entries[.viewer("b")] == nil)
        #expect(fixture.core.configuration.configuration.setup.tabs == fixture.core.shell.tabs)
    }

    /// A change of the tabs that brings a guarded tab to the front needs the number.
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
        let error = effects.reply(to: requester).flatMap { Self.refusal($0) }
        #expect(error == (isAuthorized ? nil : "locked"))
        #expect(fixture.front == (isAuthorized ? "b" : "a"))
        let isUnchanged =
            fixture.core.configuration == before.configuration && fixture.core.shell == before.shell
            && fixture.core.supervisor.entries == before.supervisor.entries
        #expect(isUnchanged == !isAuthorized)
        #expect(effects.contains(.resume(requester.client)))
    }

    /// Files with errors change nothing but what is reported.
    @Test func errorsKeepTheConfiguration() throws {
        let fixture = CoreFixture(try CoreFixture.configuration())
        let before = fixture.core
        _ = fixture.handle(.filesChanged)
        let errors = ConfigurationErrors([ConfigurationError(file: "f", message: "m")])
        let effects = fixture.handle(.configurationRead(.failure(errors)))
        #expect(fixture.core.shell.configuration.errors == ["f: m"])
        #expect(fixture.core.shell.tabs == before.shell.tabs && fixture.core.supervisor == before.supervisor)
        #expect(effects.contains(.notify(.ready)) && effects.contains(.log("f: m", isWarning: true)))
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

    /// A change of the tabs, or a look, is not made of what is left.
    @Test func missingFileRefusesChanges() throws {
        let fixture = CoreFixture(try CoreFixture.configuration(["x", "y"]))
        fixture.connect()
        let requester = fixture.requester()
        _ = fixture.handle(.request(.changeTabs(.remove("x")), requester))
        let effects = fixture.handle(.configurationRead(.success(.init(.default))))
        #expect(effects.reply(to: requester).flatMap { Self.refusal($0) } == "invalid_configuration")
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

    /// The reply of a request comes after all that follows from it.
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
        #expect(picture.refusals.first?.message.hasPrefix("a picture of the screen needs the number") == true)
        // Nobody at the screen has asked for it.
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
        // Without a document there is no viewer.
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

    @Test func pausedRotationOutlastsTheDaemon() throws {
        let configuration = try CoreFixture.configuration(rotation: ["a", "b"])
        let fixture = CoreFixture(configuration)
        fixture.connect()
        fixture.send(.command(.rotate(.pause)))
        var saved: StateFile?
        for case .save(let content, _) in fixture.handle(.idle) { saved = content }
        let next = CoreFixture(configuration, saved: saved)
        #expect(next.wait(60).selections.isEmpty && next.core.shell.kiosk.rotation == .paused)
    }
}

extension TabDaemon.Effect {
    var isReading: Bool { if case .readConfiguration = self { true } else { false } }
}
