// SPDX-License-Identifier: MIT

import SurfaceKit
import TabModel

/// How a page stands on the screen: as one of the pages that take turns, or as a sheet over them.
protocol PageStand: AnyObject {
    /// Called when the compositor has taken the page away, or the user has closed its window.
    var onClosed: () -> Void { get set }

    /// Stands the page on an output, or in a window.
    func show(on session: Session, output: Output?) throws(SessionError)

    func takeAway()

    func outputChanged(_ output: Output)

    /// Takes up what is new of the shell.
    func update(_ state: ShellState, surroundings: PageSurroundings)
}
