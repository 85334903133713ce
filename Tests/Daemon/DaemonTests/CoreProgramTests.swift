import ShellConfig
import Posix
import ShellModel
import TabshellIPC
import Testing

@testable import Posix
@testable import TabDaemon

/// Decisions about programs that start, register, and end.
@Suite struct CoreProgramTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = CoreFixture(try CoreFixture.configuration(["a", "b", "c"]))
        fixture.connect()
    }

    private func isStarting(_ program: Program, _ effects: [TabDaemon.Effect]) -> Bool {
        effects.starts.contains { $0.program == program }
    }

    /// Pages behind would compete with the one in front for the processors. On a slow machine they start after 3 s.
    @Test(arguments: [true, false]) func pagesBehindStartAfterThePageInFrontHasDrawn(hasDrawn: Bool) throws {
        #expect(try fixture.status(.panel).phase == .starting && fixture.status(.panel).pid == nil)
        #expect(fixture.launch().starts.map(\.program) == [.panel, .page("a")])
        #expect(try fixture.status(.panel).phase == .starting && fixture.status(.panel).pid == fixture.pids[.panel])
        fixture.connect(2, as: .panel, describes: false)
        fixture.connect(3, as: .page("a"))
        let effects = hasDrawn ? fixture.send(.drawn, from: 3).effects : fixture.wait(3)
        #expect(effects.starts.map(\.program) == [.page("b"), .page("c")])
    }

    @Test func programThatCannotStartIsRetried() throws {
        fixture.launch(.system(SystemError(code: 8, operation: "starting x")))
        #expect(try fixture.status(.panel).phase == .restarting && fixture.status(.panel).restarts == 1)
        #expect(try fixture.status(.panel).reason == "it cannot be started: Exec format error")
        #expect(isStarting(.panel, fixture.wait(0.1)))
        fixture.launch(.missing(MissingExecutable(name: "x", reason: .notExecutable("/x"))))
        #expect(try fixture.status(.panel).reason == "/x is not executable: chmod +x it")
        #expect(try fixture.status(.panel).phase == .failed)
        #expect(!isStarting(.panel, fixture.wait(60)))
    }

    @Test func restartStartsAnewAsIfNothingHadFailed() throws {
        fixture.launch()
        fixture.connect(2, as: .page("a"))
        try fixture.exit(.panel, -9, lastLine: "no news")
        _ = fixture.wait(0.1)
        fixture.launch()
        // The reason of a restart stays until the program has registered.
        let crashed = try fixture.status(.panel)
        #expect(crashed.phase == .starting && crashed.restarts == 1)
        #expect(crashed.reason == "it was killed by signal 9" && crashed.problem == "no news")
        fixture.connect(3, as: .panel)
        #expect(try fixture.status(.panel).reason == nil && fixture.status(.panel).problem == nil)
        try fixture.exit(.page("a"), 2)
        #expect(try fixture.status(.page("a")).phase == .restarting)
        let first = try #require(fixture.send(.restart("a")).effects.starts.first)
        fixture.launch()
        #expect(
            first.program == .page("a") && first.environment["TABSHELL_TAB"] == "a" && first.errorName == "a"
                && first.runsInBatch)
        // One that runs is ended first.
        let pid = try #require(fixture.pids[.page("a")])
        let effects = fixture.send(.restart("a")).effects
        #expect(effects.contains(.terminate(pid)) && !isStarting(.page("a"), effects))
        #expect(isStarting(.page("a"), try fixture.exit(.page("a"), -15)))
        #expect(fixture.refusal(of: .restart("x")) == "unknown_tab")
    }

    @Test func programsOfUnchangedTabsKeepRunning() throws {
        fixture.launch()
        _ = fixture.wait(3)
        fixture.launch()
        let pids = fixture.pids
        let changed = fixture.read(try CoreFixture.configuration(["d", "a", "b"], programs: ["b": ["other"]]))
        for (tab, isEnded) in [("a", false), ("b", true), ("c", true)] as [(TabID, Bool)] {
            #expect(changed.contains(.terminate(try #require(pids[.page(tab)]))) == isEnded, "\(tab)")
        }
        #expect(isStarting(.page("d"), changed) && !isStarting(.page("b"), changed))
        #expect(try fixture.exit(.page("b"), -15).starts.map(\.arguments) == [["other"]])
        #expect(fixture.core.shell.programs.allSatisfy { $0.restarts == 0 })
    }

    /// No program is ended that the daemon could not start again.
    @Test func programOfAnotherProcessIsNotRestarted() throws {
        let fixture = CoreFixture(try CoreFixture.configuration(["a"], hasBridge: true), startsPrograms: false)
        #expect(fixture.launch().starts.map(\.program) == [.bridge])
        fixture.connect()
        fixture.connect(2, as: .page("a"), pid: 77)
        #expect(try fixture.status(.page("a")).phase == .alive && !fixture.status(.page("a")).isStartable)
        #expect(fixture.refusal(of: .restart("a")) == "not_applicable")
        #expect(try fixture.status(.page("a")).pid == 77)
    }

    @Test func secondRegistrationIsRefused() throws {
        fixture.launch()
        #expect(fixture.connect(2, as: .page("a")) == nil)
        let pid = try #require(fixture.pids[.page("a")])
        for process in [pid, 9] {
            let requester = fixture.requester(3)
            let second = Event.registration(Registration(program: .page("a")), ancestors: [process], requester)
            let error = fixture.handle(second).refusal(of: requester)
            #expect(error?.code == "already_registered" && error?.data?["pid"] == JSON(pid))
        }
        #expect(fixture.connect(3, as: .page("x")) == "unknown_tab")
        // Nor one of the same client, or for a process that has not registered.
        #expect(fixture.connect(2, as: .panel) == nil)
        #expect(fixture.connect(4, as: .panel, pid: 9) == "already_registered")
        #expect(try fixture.status(.page("a")).phase == .alive)
    }

    @Test func registrationEndsWithItsConnection() throws {
        let pid: Int32 = 1002
        fixture.connect(2, as: .page("b"))
        #expect(try fixture.status(.page("b")).phase == .alive && fixture.status(.page("b")).pid == pid)
        let requester = fixture.requester(2)
        let again = fixture.handle(.registration(Registration(program: .panel), ancestors: [pid], requester))
        #expect(again.refusal(of: requester)?.code == "already_registered")
        #expect(fixture.connect(3, as: .page("b"), pid: pid) == "already_registered")
        fixture.send(.report("tabs.0.role\u{1B}[2J"), from: 2)
        #expect(try fixture.status(.page("b")).problem == #"tabs.0.role\u{1b}[2J"#)
        fixture.disconnect(2, pid: pid)
        #expect(try fixture.status(.page("b")).phase == .starting && fixture.status(.page("b")).pid == pid)
        #expect(fixture.connect(4, as: .page("b"), pid: pid) == nil)
        #expect(try fixture.status(.page("b")).phase == .alive)
        #expect(fixture.refusal(of: .report("x")) == "not_applicable")
    }

    /// Code 3 of the bridge to the screen readers means a missing daemon, not a missing compositor.
    @Test func bridgeIsAProgramThatReloadsStartAndStop() throws {
        let configuration = try CoreFixture.configuration(["a"], hasBridge: true)
        let started = fixture.read(configuration).starts.first { $0.program == .bridge }
        #expect(started?.arguments == ["tabshell-atspi"])
        for (code, reason) in [
            (1, "it found no session bus, or at-spi2-core is not installed (exit code 1)"),
            (3, "it exited with code 3"),
        ] as [(Int32, String)] {
            fixture.launch()
            #expect(try fixture.status(.bridge).phase == .alive)
            try fixture.exit(.bridge, code)
            #expect(try fixture.status(.bridge).phase == .restarting && fixture.status(.bridge).reason == reason)
            #expect(isStarting(.bridge, fixture.wait(0.2)))
        }
        let missing = MissingExecutable(name: "tabshell-atspi", reason: .notFound)
        let log = fixture.launch(.missing(missing)).effects
        let reason = try #require(try fixture.status(.bridge).reason)
        #expect(
            reason == """
                tabshell-atspi is not installed, neither beside tabshelld nor on PATH; in the sources of tabshell: scripts/bridge && \
                sudo scripts/bridge --install. Without it: accessibility.bridge = false
                """)
        #expect(log.contains(.log("bridge: \(reason)", isWarning: true)))
        #expect(try fixture.send(.command(.select("a"))).reply?.get()["warning"] == nil)
        // It is there after all; another reload leaves it alone.
        #expect(isStarting(.bridge, fixture.read(configuration)))
        fixture.launch()
        let pid = try #require(fixture.pids[.bridge])
        let again = fixture.read(configuration)
        #expect(!isStarting(.bridge, again) && !again.contains(.terminate(pid)))
        #expect(
            fixture.read(try CoreFixture.configuration(["a"])).contains(.terminate(pid))
                && fixture.core.shell.status(of: .bridge) == nil)
        // A service manager starts the others.
        let managed = CoreFixture(configuration, startsPrograms: false)
        #expect(managed.launch().starts.map(\.program) == [.bridge])
    }

    // MARK: - Pings

    /// As programs of protocol 1.0 do.
    @Test func programThatDoesNotKnowPingsGetsNone() throws {
        fixture.connect(2, as: .page("a"))
        fixture.connect(3, as: .page("b"), pings: true)
        _ = fixture.wait(0)
        let inspected = fixture.wait(0) + fixture.send(.command(.select("b"))).effects
        #expect(!inspected.contains { if case .inspect(.page("a"), _) = $0 { true } else { false } })
        #expect(fixture.handle(.inspected(.page("b"), ProcessCondition())).messages(to: 3) == [.ping(serial: 1)])
        #expect(fixture.handle(.inspected(.page("a"), ProcessCondition())).messages(to: 2).isEmpty)
    }

    @Test func programThatHangsIsReportedAndRestarted() throws {
        var configuration = try CoreFixture.configuration(["a", "b", "c"])
        configuration.unresponsiveTimeout = 10
        fixture.read(configuration)
        fixture.launch()
        fixture.connect(2, as: .page("a"), pings: true)
        _ = fixture.wait(0)
        _ = fixture.handle(.inspected(.page("a"), ProcessCondition()))
        fixture.send(.pong(1), from: 2)
        _ = fixture.handle(.inspected(.page("a"), ProcessCondition()))
        _ = fixture.wait(5)
        let pid = try #require(fixture.pids[.page("a")])
        let reported = fixture.handle(.inspected(.page("a"), ProcessCondition()))
        let reason = "it has not answered for 5 s; it is restarted after 10 s without an answer"
        #expect(try fixture.status(.page("a")).reason == reason && !fixture.status(.page("a")).isResponsive)
        #expect(reported.contains(.log("page:a (pid \(pid)): \(reason)", isWarning: true)))
        _ = fixture.wait(5)
        #expect(fixture.handle(.inspected(.page("a"), ProcessCondition())).contains(.kill(pid)))
        try fixture.exit(.page("a"), -9)
        #expect(try fixture.status(.page("a")).restarts == 1)
        #expect(try fixture.status(.page("a")).reason == "it did not answer for 10 s")
    }

    @Test func programOfAnotherParentIsOnlyReported() throws {
        fixture.connect(2, as: .page("a"), pings: true)
        _ = fixture.handle(.inspected(.page("a"), ProcessCondition()))
        var effects: [TabDaemon.Effect] = []
        for _ in 0..<60 {
            effects += fixture.wait(1)
            effects += fixture.handle(.inspected(.page("a"), ProcessCondition()))
        }
        #expect(try !fixture.status(.page("a")).isResponsive && fixture.status(.page("a")).phase == .alive)
        #expect(!effects.contains { if case .kill = $0 { true } else { false } })
        // A wrong number is not an answer.
        fixture.send(.pong(2), from: 2)
        #expect(try !fixture.status(.page("a")).isResponsive)
        fixture.send(.pong(1), from: 2)
        #expect(try fixture.status(.page("a")).isResponsive && fixture.status(.page("a")).reason == nil)
        // It is asked again when it comes to the front.
        fixture.send(.command(.select("b")))
        #expect(fixture.send(.command(.select("a"))).effects.contains(.inspect(.page("a"), 1002)))
        #expect(fixture.handle(.inspected(.page("a"), ProcessCondition())).messages(to: 2) == [.ping(serial: 2)])
    }

    // MARK: - Actions

    @Test func actionIsAnnouncedAlsoWithoutItsProgram() throws {
        let requester = fixture.requester()
        let effects = fixture.handle(.request(.command(.run("act")), requester))
        #expect(effects.contains(.keepPlace(requester)) && fixture.core.shell.action.action == "act")
        #expect(effects.starts.map(\.environment) == [["TABSHELL_ACTION": "act"]])
        #expect(effects.starts.map(\.arguments) == [["act"]])
        let failed = fixture.launch(.missing(MissingExecutable(name: "act", reason: .notFound))).effects
        let error = try #require(failed.refusal(of: requester))
        #expect(error.code == "not_started")
        #expect(
            error.message
                == "the action act was announced, but its program was not started: program \"act\" not found")
        #expect(fixture.refusal(of: .command(.run("other"))) == "unknown_action")
    }

    // MARK: - Drags and limited times

    @Test func dragEndsWithItsClient() throws {
        fixture.connect(2)
        fixture.connect(3)
        fixture.send(.command(.drag(from: "a", to: "b", progress: 0.8)), from: 2)
        fixture.send(.command(.drag(from: "a", to: "b", progress: 0.9)))
        // Neither another client nor one whose own was refused ends it.
        fixture.send(.command(.drag(from: "a", to: "nowhere", progress: 0.5)), from: 3)
        for client in [2, 3] as [UInt64] { fixture.disconnect(client) }
        #expect(fixture.core.shell.drag?.progress == 0.9 && fixture.core.shell.drag?.release == nil)
        fixture.disconnect()
        #expect(fixture.core.shell.drag?.release?.tab == "a" && fixture.front == "a")
    }

    @Test func messageAndVisitEnd() throws {
        fixture.send(.command(.message("b", tab: "c", duration: 20_000_000)))
        fixture.send(.command(.select("b", duration: 10_000_000)))
        #expect(fixture.wait(0.009).isEmpty && fixture.front == "b" && fixture.core.shell.message != nil)
        #expect(fixture.wait(0.001).selections == ["a"] && fixture.core.shell.selection?.previous == "b")
        _ = fixture.wait(0.01)
        #expect(fixture.core.shell.message == nil)
    }
}

/// Decisions about tabs whose pages are windows of programs that do not register, and about windows of no tab.
@Suite struct CoreWindowTests {
    private let fixture: CoreFixture
    private let window = Program.page("b")

    init() throws {
        fixture = CoreFixture(try Self.configuration())
        fixture.launch()
        fixture.connect()
        fixture.connect(2, as: .panel)
    }

    private static func configuration(keepsOpen: Bool = false, exec: String = "app") throws -> Configuration {
        var configuration = try CoreFixture.configuration(["a", "b"], windows: ["b"], programs: ["b": [exec]])
        configuration.directories = ["b": "~/games"]
        if keepsOpen { configuration.keptTabs = ["b"] }
        return configuration
    }

    @discardableResult
    private func report(
        _ isThere: Bool, isWatched: Bool = true, note: String? = nil, from panel: UInt64 = 2
    ) -> [TabDaemon.Effect] {
        let state = isThere ? WindowState() : nil
        return fixture.send(.window("b", state, over: nil, isWatched: isWatched, note: note), from: panel).effects
    }

    /// Selects the tab, and returns the start of its program.
    private func select(_ activation: String? = nil) throws -> ProcessStart? {
        fixture.send(.command(.select("b", activation: activation.flatMap { ActivationToken($0) })))
        return fixture.launch().starts.first
    }

    private var status: ProgramStatus { get throws { try fixture.status(window) } }

    @Test func existingWindowPreventsStart() throws {
        report(true)
        #expect(try select() == nil && status.phase == .alive && status.pid == nil)
    }

    @Test func windowThatIsKeptOpenComesAgain() throws {
        fixture.read(try Self.configuration(keepsOpen: true))
        report(false)
        #expect(fixture.launch().starts.isEmpty)
        #expect(try select() != nil)
        report(true)
        // The user closes it.
        try fixture.exit(window, -15)
        report(false)
        #expect(try status.phase == .restarting && status.restarts == 1)
        #expect(try status.reason == "it was killed by signal 15; it starts in 1 s")
        #expect(fixture.wait(0.9).starts.isEmpty && fixture.wait(0.1).starts.map(\.program) == [window])
        fixture.launch()
        #expect(try status.pid == fixture.pids[window] && status.restarts == 1)
        fixture.read(try Self.configuration())
        try fixture.exit(window, -15)
        #expect(try status.phase == .absent && fixture.wait(60).starts.isEmpty)
    }

    /// A slow program is starting for a minute, whatever the panel misses.
    @Test func slowProgramIsStarting() throws {
        report(false)
        #expect(try select() != nil)
        report(false, note: "no window has the app-id")
        _ = fixture.wait(59)
        #expect(try status.phase == .starting && status.reason == nil)
        _ = fixture.wait(1)
        #expect(try status.phase == .starting && status.reason == "no window has the app-id")
        report(false)
        #expect(try status.reason == "it has not opened a window within 60 s")
        report(true)
        report(false)
        #expect(try status.phase == .starting && status.reason == "its window has gone")
    }

    @Test func unsupportedWindowListingStartsProgramAndReportsReason() throws {
        let reason = "the compositor has no foreign-toplevel management"
        report(false, isWatched: false)
        #expect(try status.phase == .absent && status.reason?.hasPrefix(reason) == true)
        #expect(try select()?.directory == "~/games" && select() == nil)
        #expect(try status.phase == .alive && status.pid == fixture.pids[window])
        #expect(try status.reason?.hasPrefix(reason) == true)
    }

    /// Neither a selection that starts nothing nor a refused one leaves its token to a later one.
    @Test func programGetsActivationTokenOfItsSelectionOnly() throws {
        func tokens(_ start: ProcessStart?) throws -> [String?] {
            let start = try #require(start)
            return Supervisor.activationVariables.map { start.environment[$0] ?? nil }
        }
        #expect(try select("early") == nil)
        report(false)
        #expect(try tokens(fixture.launch().starts.first) == [nil, nil])
        #expect(try status.phase == .starting && status.pid == fixture.pids[window] && status.reason == nil)
        #expect(try select("while it runs") == nil)
        try fixture.exit(window, -15)
        #expect(fixture.refusal(of: .command(.select("x", activation: ActivationToken("lost")))) == "unknown_tab")
        #expect(try status.phase == .absent)
        #expect(try tokens(select("a $(token) ü")) == ["a $(token) ü", "a $(token) ü"])
        try fixture.exit(window, -15)
        for _ in 0..<2 { fixture.send(.command(.selectNext)) }
        #expect(try tokens(fixture.launch().starts.first) == [nil, nil])
    }

    /// A program without a window is ended, and started again with the token; so is an ended one.
    @Test func restartEndsTheProgramFirst() throws {
        func restart(_ activation: String?) -> [TabDaemon.Effect] {
            fixture.send(.restart("b", activation: activation.flatMap { ActivationToken($0) })).effects
        }
        report(false)
        #expect(try select() != nil)
        let pid = try #require(fixture.pids[window])
        let ended = restart("mine")
        #expect(ended.contains(.terminate(pid)) && ended.starts.isEmpty)
        let next = try #require(try fixture.exit(window, -15).starts.first)
        #expect(Supervisor.activationVariables.map { next.environment[$0] } == ["mine", "mine"])
        fixture.launch()
        #expect(try status.phase == .starting && status.pid == fixture.pids[window] && status.reason == nil)
        try fixture.exit(window, -15)
        #expect(try status.phase == .absent)
        let third = try #require(restart(nil).starts.first)
        #expect(third.environment["XDG_ACTIVATION_TOKEN"] == nil)
    }

    /// The exit code is a fault only if the window was still there, and has no meaning of the shell's.
    @Test(
        arguments: [(false, 3, "it exited with code 3"), (true, 3, nil), (false, -15, "it was killed by signal 15")]
            as [(Bool, Int32, String?)])
    func closingTheWindowIsNoFault(isClosed: Bool, code: Int32, reason: String?) throws {
        report(false)
        #expect(try select() != nil)
        report(true)
        if isClosed { report(false) }
        try fixture.exit(window, code)
        if !isClosed { report(false) }
        #expect(try status.phase == .absent && status.reason == reason)
        #expect(try status.restarts == 0 && select() != nil)
    }

    @Test func onlyPanelMayReportWindows() throws {
        let there = Request.window("b", WindowState(), over: "a", isWatched: true, note: nil)
        #expect(fixture.refusal(of: there) == "not_applicable")
        for (tab, code) in [("a", "not_applicable"), ("x", "unknown_tab")] as [(TabID, String)] {
            let request = Request.window(tab, nil, over: nil, isWatched: true, note: nil)
            #expect(fixture.refusal(of: request, from: 2) == code)
        }
        #expect(fixture.connect(3, as: window) == "not_applicable")
        #expect(fixture.refusal(of: there, from: 2) == nil && fixture.front == "b")
    }

    /// Its tab is selected, so that it comes as it does at the start.
    @Test func newPanelReportsWindowsAgain() throws {
        report(false)
        #expect(try select() != nil)
        try fixture.exit(window, -9)
        #expect(report(false).starts.isEmpty)
        fixture.disconnect(2, pid: try #require(fixture.pids[.panel]))
        #expect(fixture.connect(3, as: .panel) == nil)
        #expect(report(false, from: 3).starts.map(\.program) == [window])
    }

    @Test func userProgramSurvivesChangeOfItsCommandLine() throws {
        report(false)
        #expect(try select()?.arguments == ["app"])
        report(true)
        let pid = try #require(fixture.pids[window])
        let effects = fixture.read(try Self.configuration(exec: "other"))
        #expect(try status.phase == .alive && status.pid == pid && !effects.contains(.terminate(pid)))
        try fixture.exit(window, -15)
        report(false)
        #expect(try select()?.arguments == ["other"])
    }

    // MARK: - Windows of no tab

    /// Answers the question that an effect asks of the panel.
    private func answer(
        _ effects: [TabDaemon.Effect], _ windows: [ForeignWindow]?, ancestors: [Int32: [Int32]] = [:]
    ) throws -> [TabDaemon.Effect] {
        let serial = try #require(
            effects.messages(to: 2).compactMap { if case .foreign(let serial) = $0 { serial } else { nil } }.last)
        return fixture.handle(.windows(serial, windows, ancestors: ancestors, fixture.requester(2)))
    }

    private static func foreign(_ appID: String, pid: Int32? = nil, at time: UInt64? = nil) -> ForeignWindow {
        ForeignWindow(appID: appID, title: "", hasFocus: false, pid: pid, openedAt: time)
    }

    @Test func windowOfAnUnregisteredProgramIsNamed() throws {
        let process = try #require(fixture.pids[.page("a")])
        let windows = [Self.foreign("foot"), Self.foreign("org.Edit", pid: 70)]
        let effects = try answer(fixture.wait(6), windows, ancestors: [70: [70, process, 1]])
        let status = try fixture.status(.page("a"))
        #expect(status.window == "org.Edit" && status.phase == .starting && status.pid == process)
        #expect(status.reason == "opened a window (org.Edit): add app_id = \"org.Edit\"")
        #expect(
            effects.contains(.log("page:a: opened a window (org.Edit): add app_id = \"org.Edit\"", isWarning: true)))
        // It becomes the page of its tab, and its program continues.
        let read = fixture.read(try CoreFixture.configuration(["a", "b"], windows: ["a", "b"]))
        #expect(read.contains(.terminate(process)), "another window")
    }

    /// A window without a process is the first since the start, or has the name of the program.
    @Test(arguments: [true, false]) func windowWithoutAProcessIsFound(hasTime: Bool) throws {
        let effects = fixture.wait(6)
        let windows = hasTime ? [Self.foreign("org.other", at: fixture.now - 1)] : [Self.foreign("org.example.Page")]
        _ = try answer(effects, [Self.foreign("firefox", at: 1)] + windows)
        #expect(try fixture.status(.page("a")).window == windows[0].appID)
    }

    /// A tab that shows something has no window to be looked for, and one that comes later covers the page.
    @Test func windowThatComesLaterIsFound() throws {
        _ = try answer(fixture.wait(6), [])
        let cover = Request.command(.setCovered(true, over: "a"))
        fixture.send(.command(.show("a", ShownDocument("a"))))
        #expect(fixture.send(cover, from: 2).effects.messages(to: 2).isEmpty)
        fixture.send(.command(.show("a", nil)))
        _ = try answer(fixture.send(cover, from: 2).effects, [Self.foreign("late", at: fixture.now)])
        #expect(try fixture.status(.page("a")).window == "late")
    }

    @Test func panelIsAskedForWindowsOnce() throws {
        let requests = (0..<2).map { _ in fixture.requester() }
        let effects = requests.map { fixture.handle(.request(.windows, $0)) }
        #expect(effects[1].messages(to: 2).isEmpty)
        // An answer to no question is dropped.
        _ = fixture.handle(.windows(99, [], ancestors: [:], fixture.requester(2)))
        let answered = try answer(effects[0], [Self.foreign("foot")])
        let format = WireFormat<ForeignWindow>.foreignWindows
        let windows = JSON.object([.init("windows", format.encode([Self.foreign("foot")]))])
        #expect(requests.allSatisfy { answered.reply(to: $0) == .success(windows) })
        // A compositor that lists none.
        let last = fixture.requester()
        let unlisted = try answer(fixture.handle(.request(.windows, last)), nil)
        #expect(unlisted.refusal(of: last)?.message.contains("wlr-foreign-toplevel-management") == true)
        #expect(fixture.refusal(of: .foreign(0, [])) == nil)
        let other = fixture.requester()
        let refused = fixture.handle(.windows(0, [], ancestors: [:], other))
        #expect(refused.refusal(of: other)?.code == "not_applicable")
        fixture.disconnect(2, pid: try #require(fixture.pids[.panel]))
        let nobody = fixture.requester()
        let message = fixture.handle(.request(.windows, nobody)).refusal(of: nobody)?.message
        #expect(message?.contains("no panel is running") == true)
    }
}
