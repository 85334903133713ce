import ShellModel
import ShellConfig
import TabshellIPC

extension DaemonCore {
    /// Throws if the program of the tab draws its page itself.
    func checkShowsDocuments(_ tab: TabID) throws(WireError) {
        guard !hasOwnViewer(tab), let client = client(of: .page(tab)), clients[client]?.describes == true else {
            return
        }
        throw .notApplicable("the program of the tab \"\(tab)\" draws its page itself")
    }

    /// Starts the viewers of the shown documents, and ends the others.
    mutating func updateViewers() {
        let viewers = viewerSpecs
        for program in supervisor.order where !viewers.contains(where: { $0.program == program }) {
            if case .viewer = program { supervisor.exclude(program) }
        }
        for spec in viewers where !supervisor.order.contains(spec.program) { supervisor.include(spec) }
    }

    /// The viewers of tabs whose own program does not show documents.
    var viewerSpecs: [Supervisor.ProgramSpec] {
        shell.tabs.map(\.id).filter { shell.shown[$0] != nil && !hasOwnViewer($0) }.map { tab in
            let arguments = [WebPage.program, "--tab", tab.rawValue, "--shown"]
            return Supervisor.ProgramSpec(program: .viewer(tab), arguments: options.startsPrograms ? arguments : nil)
        }
    }

    /// Removes the document of a program that has ended. A `tabshell-page`'s, which others have sent, remains.
    mutating func removeDocument(after status: ProgramStatus) {
        guard case .page(let tab) = status.program, shell.shown[tab] != nil, !hasOwnViewer(tab),
            [.absent, .restarting, .failed].contains(status.phase)
        else { return }
        removeDocument(of: tab)
    }

    /// Removes a document, even if a lock guards the page.
    mutating func removeDocument(of tab: TabID) {
        _ = try? perform([.show(tab, nil)], isAuthorized: true)
    }

    func viewer(of tab: TabID) -> Program { client(of: .viewer(tab)) == nil ? .page(tab) : .viewer(tab) }

    /// True if the program of the tab is a `tabshell-page`, which shows documents.
    private func hasOwnViewer(_ tab: TabID) -> Bool {
        let program = configuration.configuration.programs[.page(tab)]?.first
        return program?.split(separator: "/").last.map { $0 == WebPage.program } ?? false
    }
}
