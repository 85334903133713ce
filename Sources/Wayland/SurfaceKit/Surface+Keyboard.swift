import WaylandProtocols

extension Surface {
    private static let triedShares = 2

    /// Returns the keyboard focus to the windows, before the surface becomes ``KeyboardInteractivity/onDemand``. A
    /// compositor may leave the focus with it, so it is `none` until the compositor has handled that and the focus has
    /// left the surface.
    public func releaseKeyboard() {
        guard !isDestroyed, !isReleasingKeyboard else { return }
        isReleasingKeyboard = true
        applyKeyboardInteractivity()
        commitKeyboard { $0.keyboardFocusChanged() }
    }

    /// Allows windows to take the keyboard that the surface has exclusively.
    ///
    /// Some compositors take it from a surface that changes to `onDemand`. There it becomes exclusive again: the
    /// windows can only be given the keyboard. Keys pressed meanwhile are lost, so it is tried twice: once may have
    /// been a press of a window.
    public func shareKeyboard() {
        guard !isDestroyed, keyboard == .exclusive, role.supported(.onDemand) == .onDemand,
            refusedShares < Self.triedShares, hasKeyboardFocus
        else { return }
        setKeyboardInteractivity(.onDemand)
        commitKeyboard { $0.refusedShares = 0 }
    }

    /// Commits the interactivity, and calls back once its effect is known: on the focus, in some compositors only a turn later.
    private func commitKeyboard(_ completion: @escaping (Surface) -> Void) {
        commit()
        keyboardSync = connection.sync()
        keyboardSync?.onEvent = { [weak self] _ in
            guard let self else { return }
            keyboardSync = connection.sync()
            keyboardSync?.onEvent = { [weak self] _ in
                guard let self else { return }
                keyboardSync = nil
                completion(self)
            }
        }
    }

    var hasKeyboardFocus: Bool { connection.seats.values.contains { $0.hasKeyboardFocus(self) } }

    /// Applies a change of the focus: the end of a release once the focus has left the surface, or of a refused share.
    func keyboardFocusChanged() {
        let hasFocus = !isDestroyed && connection.seats.values.contains { $0.hasKeys(self) }
        if keyboardSync != nil, !isReleasingKeyboard, isDestroyed || !hasKeyboardFocus {
            refusedShares += 1
            setKeyboardInteractivity(.exclusive)
        } else if hasFocus != hadKeyboardFocus {
            hadKeyboardFocus = hasFocus
            onKeyboardFocus(hasFocus)
        }
        guard isReleasingKeyboard, keyboardSync == nil, !isDestroyed else { return }
        guard !hasKeyboardFocus else { return onKeyboardKept() }
        endKeyboardChange()
        applyKeyboardInteractivity()
    }

    /// Ends the wait for the effect of a release or a share.
    func endKeyboardChange() {
        keyboardSync?.destroy()
        (keyboardSync, isReleasingKeyboard) = (nil, false)
    }
}
