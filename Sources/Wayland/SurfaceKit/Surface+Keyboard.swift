import WaylandProtocols

extension Surface {
    enum KeyboardRelease {
        /// The compositor has not handled the request yet.
        case requested(WlCallback)
        /// The surface still has the keyboard focus.
        case handled
    }

    /// Returns the keyboard focus to the windows, before the surface becomes ``KeyboardInteractivity/onDemand``. A
    /// compositor may leave the focus with it, so it is `none` until the compositor has handled that and the focus has
    /// left the surface.
    public func releaseKeyboard() {
        guard !isDestroyed, keyboardRelease == nil else { return }
        keyboardRelease = .handled
        applyKeyboardInteractivity()
        // With the commit, so that the answer to the sync means that it is in effect.
        commit()
        let callback = connection.sync()
        keyboardRelease = .requested(callback)
        callback.onEvent = { [weak self] _ in
            guard let self else { return }
            keyboardRelease = .handled
            keyboardFocusChanged()
        }
    }

    /// Allows windows to take the keyboard that the surface has exclusively.
    ///
    /// Some compositors take it from a surface that changes to `onDemand`. There it becomes exclusive again: the
    /// windows can only be given the keyboard. Keys pressed meanwhile are lost, so it is tried twice: once may have
    /// been a press of a window.
    public func shareKeyboard() {
        guard !isDestroyed, keyboard == .exclusive, role.supported(.onDemand) == .onDemand,
            refusedShares < Self.triedShares
        else { return }
        setKeyboardInteractivity(.onDemand)
        // With the commit, so that the syncs are answered after its effect: on the focus, in some compositors only a turn later.
        commit()
        keyboardShare = connection.sync()
        keyboardShare?.onEvent = { [weak self] _ in
            guard let self else { return }
            keyboardShare = connection.sync()
            keyboardShare?.onEvent = { [weak self] _ in
                self?.keyboardShare = nil
                self?.refusedShares = 0
            }
        }
    }

    private static let triedShares = 2

    func endKeyboardShare() {
        keyboardShare?.destroy()
        keyboardShare = nil
    }

    private var hasKeyboardFocus: Bool { connection.seats.values.contains { $0.hasKeyboardFocus(self) } }

    /// Applies a change of the focus: the end of a release once the focus has left the surface, or of a refused share.
    func keyboardFocusChanged() {
        let hasFocus = !isDestroyed && connection.seats.values.contains { $0.hasKeys(self) }
        if keyboardShare != nil, isDestroyed || !hasKeyboardFocus {
            endKeyboardShare()
            refusedShares += 1
            setKeyboardInteractivity(.exclusive)
        } else if hasFocus != hadKeyboardFocus {
            hadKeyboardFocus = hasFocus
            onKeyboardFocus(hasFocus)
        }
        guard case .handled = keyboardRelease, !isDestroyed, !hasKeyboardFocus else { return }
        keyboardRelease = nil
        applyKeyboardInteractivity()
    }

    func cancelKeyboardRelease() {
        if case .requested(let callback) = keyboardRelease { callback.destroy() }
        keyboardRelease = nil
    }
}
