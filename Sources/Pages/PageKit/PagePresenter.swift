// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import SurfaceKit
import ShellModel

/// How a page stands on the screen: as one of the pages that take turns, or as a sheet over them.
protocol PagePresenter: SurfaceContent, SurfaceInput {
    /// Called when the compositor has taken the page away, or the user has closed its window.
    var onClosed: () -> Void { get set }

    var host: PageHost { get }
    var tab: TabID { get }
    /// Whether it stands in an ordinary window.
    var inWindow: Bool { get }
    /// Nil while it stands nowhere.
    var surface: Surface? { get set }
    /// The page's picture while it moves.
    var picture: Bitmap? { get set }

    /// Whether it is in front, or on its way there.
    var isPresent: Bool { get }
    /// What a compositor may tell it apart by, and where among the layers it belongs.
    var namespace: String { get }
    var layer: LayerPlacement.Layer { get }
    var keyboard: KeyboardInteractivity { get }

    /// Where the page begins on the surface, logical pixels.
    var pageOrigin: Point { get }

    /// The surface has another size.
    func resized(_ size: Size)

    /// Takes up what is new of the shell.
    func update(_ state: ShellState, surroundings: PageEnvironment)
}

extension PagePresenter {
    /// Stands the page on an output, or in a window.
    func show(on session: WaylandConnection, output: Output?) throws(WaylandConnectionError) {
        let role: Role =
            inWindow
            ? .window(title: host.context.title, appID: "org.tabshell.Page.\(tab)", height: nil)
            : .layer(.filling(namespace: namespace, layer: layer))
        let surface = try Surface(session, role: role, output: output, content: self, isHidden: !isPresent)
        surface.input = self
        surface.onResize = { [unowned self] in resized($0) }
        surface.onClosed = { [unowned self] in onClosed() }
        self.surface = surface
        if host.takesText { surface.prepareTextInput() }
        applyKeyboard()
    }

    /// Has the surface take keys, and text where a field of the page is written in.
    func applyKeyboard() {
        guard let surface else { return }
        // Where a press does not bring the keyboard, writing would else not be possible at all.
        let mustTake = host.textFocus != nil && surface.supported(keyboard) != keyboard
        surface.setKeyboardInteractivity(mustTake ? .exclusive : keyboard)
        surface.setTextInput(host.textFocus.map { TextInputState($0, origin: pageOrigin) })
    }

    func takeAway() {
        surface?.destroy()
        surface = nil
        forgetPictures()
    }

    func outputChanged(_ output: Output) {
        surface?.outputChanged(output)
    }

    /// Gives back the memory of what is not to be seen any more.
    func forgetPictures() {
        picture = nil
        host.forgetPicture()
    }
}
