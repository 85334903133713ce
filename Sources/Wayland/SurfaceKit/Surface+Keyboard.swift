import WaylandProtocols

extension Surface {
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
    /// Some compositors take it from a surface that changes to `onDemand`; then call ``reclaimKeyboard()``. Keys pressed
    /// meanwhile are lost, so it is tried once.
    public func shareKeyboard() {
        guard !isDestroyed, keyboard == .exclusive, role.supported(.onDemand) == .onDemand,
            !connection.refusesSharing, hasKeyboardFocus
        else { return }
        setKeyboardInteractivity(.onDemand)
        commitKeyboard()
    }

    /// Takes back the keyboard that the compositor took in answer to ``shareKeyboard()``. Windows can only be given it.
    ///
    /// - Returns: false if a window took it.
    public func reclaimKeyboard() -> Bool {
        guard !isDestroyed, isShareRefused else { return false }
        connection.refusesSharing = true
        setKeyboardInteractivity(.exclusive)
        return true
    }

    /// Commits the interactivity, and calls back once its effect is known: on the focus, in some compositors only a turn later.
    private func commitKeyboard(_ completion: @escaping (Surface) -> Void = { _ in }) {
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

    /// Applies a change of the focus: also the end of a release.
    func keyboardFocusChanged() {
        let hasFocus = !isDestroyed && connection.seats.values.contains { $0.hasKeys(self) }
        if hasFocus != hadKeyboardFocus {
            isShareRefused = !hasFocus && keyboardSync != nil && !isReleasingKeyboard
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
