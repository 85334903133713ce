// SPDX-License-Identifier: MIT
import Localization
import ShellModel
import TabConfig
import TabshellIPC

// MARK: - Documents that clients show in tabs
extension Daemon {
    /// - Throws: ``WireError`` if the program of the tab draws its page itself.
    func checkShowsDocuments(_ tab: TabID) throws(WireError) {
        guard !hasOwnViewer(tab), session(of: .page(tab))?.describes == true else { return }
        throw WireError(.notApplicable, localized("the program of the tab \"\(tab)\" draws its page itself"))
    }

    /// Starts the viewers of the documents that are shown, and ends those of the others.
    func updateViewers() {
        let viewers = viewerSpecs
        for program in supervisor.order.filter(\.isViewer) where !viewers.contains(where: { $0.program == program }) {
            supervisor.drop(program)
        }
        for spec in viewers where !supervisor.order.contains(spec.program) { supervisor.include(spec) }
    }

    /// The viewers of tabs whose own program does not show documents.
    var viewerSpecs: [Supervisor.ProgramSpec] {
        state.tabs.map(\.id).filter { state.shown[$0] != nil && !hasOwnViewer($0) }.map { tab in
            let arguments = [WebPage.program, "--tab", tab.rawValue, "--shown"]
            return Supervisor.ProgramSpec(program: .viewer(tab), arguments: startsPrograms ? arguments : nil)
        }
    }

    /// Removes the document of a program that has ended. That of a `tabshell-page`, which others have sent, remains.
    func removeDocument(after status: ProgramStatus) {
        guard case .page(let tab) = status.program, state.shown[tab] != nil, !hasOwnViewer(tab),
            [.absent, .restarting, .failed].contains(status.phase)
        else { return }
        _ = try? perform(.show(tab, nil), isAuthorized: true)
    }

    /// The documents of tabs whose program is another one now.
    func documents(outdatedBy configuration: Configuration, after earlier: Configuration) -> [Command] {
        let outdated = state.shown.keys.filter {
            configuration.setup.tabs.map(\.id).contains($0)
                && configuration.programs[.page($0)] != earlier.programs[.page($0)]
        }
        return outdated.map { .show($0, nil) }
    }

    /// The program that draws a tab's page.
    func viewer(of tab: TabID) -> Program { session(of: .viewer(tab)) == nil ? .page(tab) : .viewer(tab) }

    /// True if the program of the tab is a `tabshell-page`, which shows documents.
    private func hasOwnViewer(_ tab: TabID) -> Bool {
        let program = configurationManager.configuration.programs[.page(tab)]?.first
        return program?.split(separator: "/").last.map { $0 == WebPage.program } ?? false
    }
}

extension Program {
    var isViewer: Bool { if case .viewer = self { true } else { false } }
}
