import ClockTestSupport
import FakeCompositor
import Foundation
import ShellModel
import StageTestSupport
import TabshellIPC
import TestSupport
import Testing

/// A scripted compositor, the real daemon, and real programs, all on a scripted clock. Time passes only from one refresh
/// of the screen to the next, and not before every program has done all its work. So each frame is drawn for a
/// known time, on a machine of any speed.
final class FilmStage {
    /// The time between two refreshes, ns.
    static let interval: UInt64 = 16_666_667
    static let size = PixelSize(428, 520)
    /// The time without anything to do after which a program is at rest, s.
    private static let quiet = 0.3

    let stage: Stage
    let clock: ScriptedClock
    /// The time of the last refresh; frames drawn now are shown at the next one.
    private(set) var refresh: UInt64 = 0

    var compositor: FakeCompositor { stage.compositor }
    private var programs: [ChildProcess] { stage.programs }

    /// - Parameters:
    ///   - configuration: the user's configuration file.
    ///   - versions: other globals than the usual ones, see ``FakeCompositor``.
    ///   - programs: each program's name with its arguments.
    ///   - prepare: configures the compositor before the programs start.
    init(
        _ configuration: String, versions: [String: UInt32] = [:],
        programs names: [(name: String, arguments: [String])], arguments: [String] = [],
        prepare: (FakeCompositor) -> Void = { _ in }
    ) throws {
        var clock: ScriptedClock?
        stage = try Stage(
            daemonWith: configuration, arguments: arguments, versions: versions,
            outputs: [FakeOutput("FAKE-1", width: Self.size.width, height: Self.size.height)]
        ) {
            prepare($0)
            let scripted = try ScriptedClock(in: $0.folder)
            clock = scripted
            return scripted.environment
        }
        guard let clock else { throw SystemError("no clock") }
        self.clock = clock
        for program in names { try stage.start(program.name, program.arguments) }
        try compositor.waitUntil("all programs to be connected; they say: \(complaints)") {
            try state().programs.count { $0.phase == .alive } == names.count
        }
    }

    /// The surface of a namespace, once it shows something.
    func surface(_ namespace: String) throws -> FakeSurface { try stage.surface(namespace) }

    /// Stops the clock. From now on frame callbacks are answered at each refresh only.
    func stopClock() throws {
        try rest()
        compositor.framePace = .manual
        refresh = Monotonic.now
        clock.now = refresh
    }

    /// Serves the clients in real time until all are idle for a while: pages load their data in small parts.
    ///
    /// - Parameter answeringCallbacks: true to answer frame callbacks meanwhile, without a change of the time.
    func rest(answeringCallbacks: Bool = false) throws {
        let processes = programs.map { ProcessFacts(pid: $0.pid) }
        var before: [ProcessFacts.Switches] = []
        var quiet = Deadline(quiet: Self.quiet)
        try compositor.waitUntil("rest; the programs say: \(complaints)") {
            if answeringCallbacks { for surface in compositor.surfaces { surface.fireFrame() } }
            let now = try processes.map { try $0.switches }
            // On a busy machine a program may wait for its turn.
            if now != before || processes.contains(where: { (try? $0.isAsleep) != true }) {
                (before, quiet) = (now, Deadline(quiet: Self.quiet))
            }
            return quiet.hasPassed
                && compositor.surfaces.allSatisfy { $0.callbacks.isEmpty || compositor.isSkipped($0) }
        }
    }

    /// Serves the clients until no program has a child, nor a thread that searches for one: the panel has read all masks.
    func waitForRasterizer() throws {
        repeat {
            try compositor.waitUntil("the rasterizer to be done; the programs say: \(complaints)") { !hasRasterizer }
            // The panel's only thread starts a found helper.
            try settle()
        } while hasRasterizer
    }

    private var hasRasterizer: Bool {
        programs.contains { program in
            let facts = ProcessFacts(pid: program.pid)
            let threads = (try? facts.threads)?.filter { !$0.hasPrefix("[pango]") } ?? []  // Pango 1.58 keeps one.
            return threads.count > 1 || !facts.children.isEmpty
        }
    }

    /// The time at which frames drawn now are shown.
    var nextRefresh: UInt64 { refresh + Self.interval }

    /// Advances to the next refresh: the compositor shows the frames, and asks for the next ones.
    ///
    /// - Parameter delays: the delays of the frame callbacks, ns, by client, as of a compositor under load.
    func advance(delays: [UInt64] = []) throws {
        refresh += Self.interval
        clock.now = refresh
        for surface in compositor.surfaces { surface.present(at: refresh, refresh: UInt32(Self.interval)) }
        for (index, client) in compositor.clients.enumerated() {
            clock.now = refresh + (delays.isEmpty ? 0 : delays[index % delays.count])
            for surface in client.surfaces where surface.isAlive && !compositor.isSkipped(surface) {
                surface.fireFrame()
            }
            if !delays.isEmpty, client.isConnected { try compositor.settle(client) }
        }
        clock.now = refresh + (delays.max() ?? 0)
        try settle()
    }

    /// Advances some time without a refresh, ns. Due work is done.
    func pass(_ time: UInt64) throws {
        refresh += time
        clock.now = refresh
        try settle()
    }

    /// The programs' processes.
    var facts: [ProcessFacts] { programs.map { ProcessFacts(pid: $0.pid) } }

    /// Sends a request at a time after the last refresh, ns, unless the clock is real, and lets every program handle the effects.
    func request(_ verb: String, _ arguments: [String: Any], after delay: UInt64 = 5_000_000) throws {
        if refresh > 0 { clock.now = refresh + delay }
        try stage.socket.request(verb, arguments)
        // The events are sent by now. The daemon sends the reply to this request in a later iteration.
        try stage.socket.request("ping")
        try settle()
    }

    /// Sends input at a time after the last refresh, ns, and lets every program handle it once the daemon's state meets a condition.
    func send(
        after delay: UInt64 = 5_000_000, until condition: (ShellState) -> Bool = { _ in true },
        _ input: (FakeCompositor) -> Void
    ) throws {
        clock.now = refresh + delay
        input(compositor)
        try settle()
        try compositor.waitUntil("the effect of input; the programs say: \(complaints)") { condition(try state()) }
        try settle()
    }

    /// The daemon's state.
    func state() throws -> ShellState { try stage.socket.state() }

    private var complaints: String { stage.complaints }

    /// Serves the clients until all have handled all events, and have drawn the consequences.
    private func settle() throws {
        for client in compositor.clients where client.isConnected && !client.objects("xdg_wm_base").isEmpty {
            try compositor.settle(client)
        }
    }
}
