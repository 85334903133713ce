// SPDX-License-Identifier: MIT
import EventLoop
import ProgramKit
import ShellKit
import SurfaceKit
import TabBar
import TabModel

/// The panel: it draws what the daemon says on every output, and tells the daemon what the user did.
public final class PanelProgram {
    let shell: ShellProgram
    let masks: MaskStore
    var model = BarModel()

    /// The bars, by their output; in a window, by the panel itself.
    private var views: [ObjectIdentifier: BarView] = [:]
    private var backdrop: SolidSurface?

    /// - Throws: ``ProgramFailure`` when there is no compositor for the panel.
    public init(options: ShellOptions) throws(ProgramFailure) {
        shell = try ShellProgram(.panel, topics: [.tabs, .look, .selection], options: options)
        masks = MaskStore(loop: shell.loop)
        model.reducesMotion = options.reducedMotion
        model.textScale = options.textScale
    }

    /// Runs until the compositor goes away or the panel is told to end.
    ///
    /// - Throws: ``ProgramFailure`` unless it was ended by request.
    public func run() throws(ProgramFailure) {
        shell.session.cursorImage = HandCursor.image
        shell.session.onOutput = { [unowned self] in outputAppeared($0) }
        shell.session.onOutputRemoved = { [unowned self] in outputVanished($0) }
        masks.onChange = { [unowned self] in masksArrived() }
        shell.client.onUpdate = { [unowned self] _ in stateChanged() }
        shell.client.onConnectionChange = { [unowned self] in connectionChanged() }
        try shell.run()
        for view in views.values { view.destroy() }
    }

    /// Shows a press at once, before the daemon knows of it.
    func setPressed(_ isPressed: Bool, _ tab: TabID) {
        model.setPressed(isPressed, .tab(tab), at: MonotonicClock.now)
        invalidate()
    }

    /// The compositor has taken a bar away. Its output usually follows; the bar comes back with the output.
    func closed(_ view: BarView) {
        guard let key = views.first(where: { $0.value === view })?.key else { return }
        views.removeValue(forKey: key)?.destroy()
        if shell.options.window { shell.end(.done, nil) }
    }

    private func stateChanged() {
        model.update(to: shell.client.state, at: MonotonicClock.now)
        showViews()
        invalidate()
    }

    private func connectionChanged() {
        model.isConnected = shell.client.isConnected
        invalidate()
    }

    private func masksArrived() {
        // Masks become more only here, so this is where those of earlier looks and scales go.
        masks.retain(only: Set(views.values.flatMap(\.masks)))
        for view in views.values { view.redraw() }
    }

    private func outputAppeared(_ output: Output) {
        views[ObjectIdentifier(output)]?.outputChanged(output)
        showViews()
    }

    private func outputVanished(_ output: Output) {
        views.removeValue(forKey: ObjectIdentifier(output))?.destroy()
        showBackdrop()
    }

    /// Puts a bar on each output that has none, as soon as the look is known.
    private func showViews() {
        guard let look = model.currentLook else { return }
        if shell.options.window {
            show(ObjectIdentifier(self), on: nil, look)
        } else {
            for output in shell.session.outputs { show(ObjectIdentifier(output), on: output, look) }
            showBackdrop()
        }
    }

    private func show(_ key: ObjectIdentifier, on output: Output?, _ look: Look) {
        guard views[key] == nil else { return }
        do throws(SessionError) {
            views[key] = try BarView(self, output: output, look: look, inWindow: shell.options.window)
        } catch {
            shell.end(error)
        }
    }

    /// Keeps the pages' own colour behind them on the output where they stand, the first one: there may be none of them
    /// for a moment, because its program has ended and is only being started again.
    private func showBackdrop() {
        guard !shell.options.window, let look = model.currentLook else { return }
        let output = shell.session.outputs.first
        guard backdrop?.output !== output else { return }
        backdrop?.destroy()
        backdrop = output.flatMap {
            SolidSurface(shell.session, output: $0, namespace: "tabshell-backdrop", color: look.light[.page].rgb)
        }
    }

    private func invalidate() {
        for view in views.values { view.invalidate() }
    }
}
