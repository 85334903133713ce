import EventLoop
import ShellModel
import SurfaceKit
import TabBar

extension PanelProgram {
    /// Shows the status of the selected tab in place of its missing page: first the pages' colour if needed, then the message.
    func showStatus() {
        guard var message = StatusMessage(shell.client.state, listsWindows: windows.seesWindows), messageOutput != nil
        else {
            status?.view.destroy()
            (missingSince, status) = (nil, nil)
            statusTimer?.disarm()
            return
        }
        let now = MonotonicClock.now
        let start = missingSince ?? now
        missingSince = start
        let (isGroundDue, isDue) = (now >= start + Self.groundDelay, now >= start + Self.statusDelay)
        statusTimer?.arm(at: isDue ? nil : start + (isGroundDue ? Self.statusDelay : Self.groundDelay))
        if isGroundDue, !isDue, let size = messageOutput?.logicalSize, let scale = frontBar?.view.scale {
            // The texts are drawn until then.
            _ = masks.prepare(model.scene(of: message, size: size, at: .max).requiredMasks(scale: scale))
        }
        guard isDue || isGroundDue && message.hidesOthers else { return }
        message.isDue = isDue
        status = shown(message, in: status) { (message, output) throws(WaylandConnectionError) in
            try MessageView(self, message, on: output)
        }
    }

    func showNotices() {
        let (status, isLocked) = (shell.client.state.configuration, shell.client.state.isLocked)
        // Until the next change.
        if status.errors != closedErrors { closedErrors = [] }
        let errors = closedErrors.isEmpty ? Notice(status, isLocked: isLocked) : nil
        let message = model.look == nil ? nil : shell.client.state.message.map { Notice($0) }
        let all = [errors, message].compactMap(\.self)
        if all.isEmpty, messageOutput === notices?.output {
            notices?.slideOut(of: self)
            notices = nil
        }
        notices = shown(all.isEmpty ? nil : all, in: notices) { (notices, output) throws(WaylandConnectionError) in
            try MessageView(self, notices, on: output)
        }
    }

    /// The layer of the notices: above the pages and the status, and below a sheet where pages are below the windows.
    var noticeLayer: LayerPlacement.Layer {
        shell.client.state.arePagesAboveWindows || status?.message.isAboveWindows == true ? .overlay : .top
    }

    func showPad() {
        let prompt = shell.client.state.lock?.prompt
        guard pad?.pad.prompt != prompt || pad?.view.output !== messageOutput else { return }
        pad?.view.destroy()
        pad = nil
        guard let prompt, let bar = frontBar else { return }
        do throws(WaylandConnectionError) {
            pad = try PinPadView(
                self, PinPad(prompt, title: title(of: prompt), isOpaque: concernsWindow(prompt)),
                output: bar.view.output,
                inWindow: shell.options.window)
        } catch {
            shell.exit(error)
        }
    }

    /// True for a tab whose window the user may have brought in front without the shell.
    private func concernsWindow(_ prompt: LockPrompt) -> Bool {
        guard case .tab(let id) = prompt else { return false }
        return shell.client.state.tab(id)?.window != nil
    }

    private func title(of prompt: LockPrompt) -> String {
        let state = shell.client.state
        return switch prompt {
        case .tab(let id): state.tab(id)?.title ?? id.rawValue
        case .action(let id): state.actions.first { $0.id == id }?.title ?? id.rawValue
        }
    }

    /// The output of messages; nil for none, as in a window.
    var messageOutput: Output? { shell.options.window ? nil : shell.pageOutput }

    /// - Returns: its view; nil without a message or an output.
    private func shown<Message>(
        _ message: Message?, in earlier: MessageView<Message>?,
        _ make: (Message, Output) throws(WaylandConnectionError) -> MessageView<Message>
    ) -> MessageView<Message>? {
        if let message, let earlier, earlier.output === messageOutput {
            earlier.update(to: message)
            return earlier
        }
        earlier?.view.destroy()
        guard let message, let output = messageOutput else { return nil }
        do throws(WaylandConnectionError) {
            return try make(message, output)
        } catch {
            shell.exit(error)
            return nil
        }
    }
}
