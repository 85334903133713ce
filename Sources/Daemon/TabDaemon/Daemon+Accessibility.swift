// SPDX-License-Identifier: MIT
import Localization
import ShellModel
import SocketServer
import TabshellIPC

// MARK: - The accessibility tree
extension Daemon {
    func startAccessibility() {
        accessibility.programsInFront = { [weak self] in self?.programsInFront ?? [] }
        accessibility.assemble = { [weak self] in self?.tree(of: $0) ?? AccessibilityNode(.window) }
        accessibility.onChange = { [weak self] in _ = try? self?.perform(.setAccessibility($0)) }
        accessibility.send = { [weak self] message, program in
            guard let self, let session = session(of: program), session.describes else { return false }
            output.send(message, to: session.connection)
            return true
        }
    }

    /// Passes a page's wish to the panel, if the user sees the page and nothing in front of it.
    func tellPanel(_ message: ServerMessage, from connection: Connection) throws(WireError) -> JSON {
        guard let tab = try program(of: connection).tab else { throw .onlyPrograms }
        guard state.menu.tab == nil, tab == state.sheet.tab ?? state.selection?.tab else {
            throw WireError(.notApplicable, localized("the page of the tab \"\(tab)\" is not in front"))
        }
        if let panel = session(of: .panel) { output.offer(message, to: panel.connection) }
        return [:]
    }

    /// The window of the shell, which the panel describes, with the page and the sheet in front.
    private func tree(of answers: [Program: AccessibilityNode]) -> AccessibilityNode {
        let sheet = state.sheet.tab
        var window = answers[.panel]?.named(.panel) ?? missing(.panel, AccessibilityNode(.window, "tabshell"))
        var pages = [state.selection?.tab, sheet].compactMap(\.self).compactMap { state.tab($0) }.map { tab in
            let program = viewer(of: tab.id)
            let role: AccessibilityRole = tab.window != nil ? .window : tab.id == sheet ? .dialog : .tabPanel
            return answers[program]?.named(program) ?? missing(program, AccessibilityNode(role, tab.title))
        }
        // A press beside a menu or a sheet closes it, and presses nothing else.
        for index in pages.indices {
            let isBehindSheet = sheet != nil && index == 0
            guard state.menu.tab != nil || isBehindSheet else { continue }
            pages[index].isDisabled = true
            pages[index].description =
                state.menu.tab != nil ? localized("behind the open menu") : localized("behind the open sheet")
        }
        window.children = pages + window.children
        return window
    }

    /// The place of a program that has not described what it shows, with the reason.
    private func missing(_ program: Program, _ node: AccessibilityNode) -> AccessibilityNode {
        var node = node
        node.id = program.name
        let status = state.status(of: program)
        if case .page(let tab) = program, state.tab(tab)?.window != nil, status?.phase == .alive {
            node.label = state.windows[tab]?.title.nonEmpty ?? node.label
            node.description = localized("a window of another program, which describes itself")
        } else if let session = session(of: program) {
            node.description =
                session.describes
                ? localized("its program has not answered within 2 s")
                : localized("its program does not describe what it shows")
        } else {
            node.description = status?.reason ?? localized("no program shows it")
        }
        return node
    }
}

extension AccessibilityNode {
    /// The description of a program, with identifiers that no other program's nodes have.
    fileprivate func named(_ program: Program) -> AccessibilityNode {
        var node = map { if !$0.id.isEmpty { $0.id = "\(program.name)/\($0.id)" } }
        node.id = program.name
        return node
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
