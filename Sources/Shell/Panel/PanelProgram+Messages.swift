import ShellModel
import SurfaceKit
import TabBar

extension PanelProgram {
    /// Shows the status of the selected tab's program in place of its page while no program shows it.
    func showStatus(isDue: Bool = false) {
        let message = StatusMessage(shell.client.state, listsWindows: windows.seesWindows)
        guard message == nil || messageOutput == nil || isDue || status != nil else {
            if statusTimer?.deadline == nil { statusTimer?.arm(after: Self.statusDelay) }
            return
        }
        status = shown(message, in: status) { (message, output) throws(WaylandConnectionError) in
            try MessageView(self, message, on: output)
        }
        if status == nil { statusTimer?.disarm() }
    }

    func showNotices() {
        let (status, isLocked) = (shell.client.state.configuration, shell.client.state.isLocked)
        // Until the next change.
        if status.errors != closedErrors { closedErrors = [] }
        notice = shown(
            closedErrors.isEmpty ? Notice(status, isLocked: isLocked) : nil, in: notice,
            namespace: "tabshell-configuration")
        banner = shown(
            model.look == nil ? nil : shell.client.state.message.map { Notice($0) }, in: banner,
            namespace: "tabshell-message")
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

    func padChanged() {
        feedback.announceChanges()
        shell.accessibility.changed()
    }

    /// The output of messages; nil for none, as in a window.
    var messageOutput: Output? { shell.options.window ? nil : shell.pageOutput }

    private func shown(
        _ notice: Notice?, in earlier: MessageView<Notice>?, namespace: String
    ) -> MessageView<Notice>? {
        shown(notice, in: earlier) { (notice, output) throws(WaylandConnectionError) in
            try MessageView(self, notice, on: output, namespace: namespace)
        }
    }

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
