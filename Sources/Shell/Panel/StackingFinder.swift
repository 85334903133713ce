import ScreenClient
import ShellModel
import SurfaceKit
import Sway

/// Finds out how the compositor stacks the pages, and reports it to the daemon.
///
/// It is measured where that is possible; otherwise sway is known by its version, and other compositors are not.
final class StackingFinder {
    private enum Phase {
        case idle
        case measuring(StackingProbe)
        case asking(SwayConnection)
        case done(PageStacking?)
    }

    private let shell: ShellProgram
    private let sway: SharedSway
    private var phase = Phase.idle

    init(_ shell: ShellProgram, sway: SharedSway) {
        self.shell = shell
        self.sway = sway
    }

    /// Begins the measurement on an output, unless there was one, and reports its result.
    func update(on output: Output, color: UInt32) {
        switch phase {
        case .idle:
            let probe = StackingProbe(shell.connection, output: output, color: color) { [weak self] in
                self?.measured($0)
            }
            phase = probe.map(Phase.measuring) ?? .done(nil)
        case .measuring, .asking: return
        case .done: report()
        }
    }

    /// The stacking on a version of sway. Before 1.10 it has a list for each layer, whose first element is the lowest
    /// and the newest; since then, the scene graph of wlroots.
    static func stacking(onSway version: (major: Int64, minor: Int64)) -> PageStacking {
        version.major < 1 || version.major == 1 && version.minor < 10 ? .newestBelow : .newestAbove
    }

    private func measured(_ result: StackingProbe.Result) {
        switch result {
        case .above: finish(.newestAbove)
        case .below: finish(.newestBelow)
        // It is measured on the output to which the pages go.
        case .closed: phase = .idle
        case .indistinct: askSway()
        }
    }

    private func askSway() {
        guard let connection = sway.open() else { return finish(nil) }
        phase = .asking(connection)
        connection.version { [weak self] in self?.finish($0.map(Self.stacking)) }
    }

    private func finish(_ stacking: PageStacking?) {
        phase = .done(stacking)
        report()
    }

    private func report() {
        guard case .done(let stacking) = phase, stacking != shell.client.state.bar.pageStacking else { return }
        shell.client.send(.command(.setPageStacking(stacking)))
    }
}
