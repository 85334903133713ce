import ScreenClient
import ShellModel
import SurfaceKit

/// The darkness over all outputs of an idle screen. It takes all input, so the press that wakes the screen does nothing else.
final class ScreenCover {
    static let dimOpacity = 0.7

    private let shell: ShellProgram
    private var covers: [SolidColorSurface] = []
    /// The shades of a screen that the schedule dims.
    private var shades: [SolidColorSurface] = []
    private var powers: [OutputPower] = []
    private var phase = ScreenPhase.on

    init(_ shell: ShellProgram) {
        self.shell = shell
    }

    func update() {
        guard !shell.options.window else { return }
        let shade = 1 - (shell.client.state.kiosk.scheduled.brightness ?? 1)
        _ = cover(shade > 0 ? shell.connection.outputs : [], \.shades, "tabshell-shade", opacity: shade, as: .shade)
        let next = shell.client.state.kiosk.screen
        guard next != .on else { return wake() }
        let outputs = shell.connection.outputs
        let opacity = next == .dimmed ? Self.dimOpacity : 1
        let added = cover(outputs, \.covers, "tabshell-cover", opacity: opacity, as: .cover)
        if next != .blank {
            powers = []
        } else {
            // A new output is on.
            powers += (phase == .blank ? added : outputs).compactMap { OutputPower(shell.connection, output: $0) }
        }
        phase = next
    }

    /// Removes the covers once every press that woke the screen is released: until then they take the releases.
    func inputChanged() {
        if phase == .on, !shell.connection.holdsInput { covers = [] }
    }

    /// Keeps a surface of an opacity on each of some outputs, in a list. Returns the outputs that are new there.
    private func cover(
        _ outputs: [Output], _ list: ReferenceWritableKeyPath<ScreenCover, [SolidColorSurface]>, _ namespace: String,
        opacity: Double, as place: SolidColorSurface.Place
    ) -> [Output] {
        self[keyPath: list].removeAll { surface in !outputs.contains { $0 === surface.output } }
        for surface in self[keyPath: list] { surface.setColor(0, opacity: opacity) }
        let added = outputs.filter { output in !self[keyPath: list].contains { $0.output === output } }
        for output in added {
            let surface = SolidColorSurface(
                shell.connection, output: output, namespace: namespace, color: 0, opacity: opacity, place: place)
            surface?.onClosed = { [weak self, weak surface] in self?[keyPath: list].removeAll { $0 === surface } }
            if let surface { self[keyPath: list].append(surface) }
        }
        return added
    }

    private func wake() {
        if phase != .on { for cover in covers { cover.setColor(0, opacity: 0) } }
        phase = .on
        powers = []
        inputChanged()
    }
}
