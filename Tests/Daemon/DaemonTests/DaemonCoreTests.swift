import ShellConfig
import ShellModel
import TabshellIPC
import TestSupport
import Testing

@testable import TabDaemon

/// The scripts of `Golden/core.txt`: events of the daemon, and below each line, indented, all their effects in order, with the new
/// values of the state. `TABSHELL_GOLDEN=write` records the indented lines again. ``CorePlayer`` has the words of a script.
@Suite struct CoreScriptTests {
    @Test func eventsDoAsReviewed() throws {
        var player: CorePlayer?
        let (reviewed, played) = try playScript("core") { line in
            if line.hasPrefix("given") {
                player = try CorePlayer(line)
                return []
            }
            return line.isEmpty || line.hasPrefix("#") ? [] : try #require(player).play(line)
        }
        #expect(played == reviewed && played.utf8.count > 20_000)
    }
}

/// Decisions of the daemon about its configuration that no effect shows; ``CoreScriptTests`` has the others.
@Suite struct DaemonCoreTests {
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

    /// A lock may be in a file that cannot be read.
    @Test(arguments: [true, false]) func fileThatMayHideALockLocksChanges(mayHideLock: Bool) {
        let errors = ConfigurationErrors([ConfigurationError(file: "f", message: "m")], mayHideLock: mayHideLock)
        let active = ActiveConfiguration(.failure(errors), fallback: .default)
        #expect((active.configuration.setup.lock?.guardsChanges == true) == mayHideLock)
    }
}

extension TabDaemon.Effect {
    var isReading: Bool { if case .readConfiguration = self { true } else { false } }
}
