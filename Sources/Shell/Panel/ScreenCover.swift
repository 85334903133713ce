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
        updateShades()
        let next = shell.client.state.kiosk.screen
        guard next != .on else { return wake() }
        let outputs = shell.connection.outputs
        remove { cover in !outputs.contains { $0 === cover.output } }
        if next != phase { for cover in covers { cover.setColor(0, opacity: opacity(next)) } }
        let added = outputs.filter { output in !covers.contains { $0.output === output } }
        covers += added.compactMap { makeCover(on: $0, opacity: opacity(next)) }
        if next != .blank {
            powers = []
        } else {
            // A new output is on.
            for output in phase == .blank ? added : outputs { turnOff(output) }
        }
        phase = next
    }

    /// Removes the covers once every press that woke the screen is released: until then they take the releases.
    func inputChanged() {
        if phase == .on, !shell.connection.holdsInput { remove { _ in true } }
    }

    private func updateShades() {
        let opacity = 1 - (shell.client.state.kiosk.scheduled.brightness ?? 1)
        let outputs = opacity > 0 ? shell.connection.outputs : []
        for shade in shades where !outputs.contains(where: { $0 === shade.output }) { shade.destroy() }
        shades.removeAll { shade in !outputs.contains { $0 === shade.output } }
        for shade in shades { shade.setColor(0, opacity: opacity) }
        for output in outputs where !shades.contains(where: { $0.output === output }) {
            let shade = SolidColorSurface(
                shell.connection, output: output, namespace: "tabshell-shade", color: 0, opacity: opacity,
                place: .shade)
            shade?.onClosed = { [weak self, weak shade] in self?.shades.removeAll { $0 === shade } }
            if let shade { shades.append(shade) }
        }
    }

    private func wake() {
        if phase != .on { for cover in covers { cover.setColor(0, opacity: 0) } }
        phase = .on
        powers = []
        inputChanged()
    }

    private func opacity(_ phase: ScreenPhase) -> Double { phase == .dimmed ? Self.dimOpacity : 1 }

    private func makeCover(on output: Output, opacity: Double) -> SolidColorSurface? {
        let cover = SolidColorSurface(
            shell.connection, output: output, namespace: "tabshell-cover", color: 0, opacity: opacity, place: .cover)
        cover?.onClosed = { [weak self, weak cover] in self?.remove { $0 === cover } }
        return cover
    }

    private func turnOff(_ output: Output) {
        guard let power = OutputPower(shell.connection, output: output) else { return }
        power.turnOff()
        powers.append(power)
    }

    private func remove(_ isGone: (SolidColorSurface) -> Bool) {
        for cover in covers where isGone(cover) { cover.destroy() }
        covers.removeAll(where: isGone)
    }
}
