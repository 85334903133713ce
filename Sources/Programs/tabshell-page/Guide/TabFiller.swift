import Localization
import PageKit
import ShellModel
import ShellConfig
import TabshellIPC

/// Makes the user's choice the content of a tab, and saves it.
final class TabFiller {
    private let tab: TabID
    private weak let program: PageProgram?
    private let onFailure: (String) -> Void
    /// True while the daemon saves the tabs.
    private var isSaving = false
    /// Ends the program after a request to end while the tabs are being saved.
    private var end: (() -> Void)?

    /// - Parameter onFailure: called with a sentence.
    init(_ tab: TabID, _ program: PageProgram, onFailure: @escaping (String) -> Void) {
        (self.tab, self.program, self.onFailure) = (tab, program, onFailure)
        // The tab's new content replaces this program.
        program.onTermination = { [weak self] end in
            if self?.isSaving == true { self?.end = end } else { end() }
        }
    }

    func fill(with content: GuidePage.Content, _ own: Tab?) {
        var new = NewTab(id: tab)
        switch content {
        case .application(let id):
            new.desktopEntry = id
            // The button of a sheet keeps its look.
            if let own, own.role != .page { (new.title, new.icon) = (own.title, own.icon) }
        case .address(let text):
            do throws(WebAddressError) {
                new.url = try WebAddress(completing: text).text
            } catch {
                return onFailure(error.reason)
            }
        case .document(let path): new.file = path
        }
        isSaving = true
        program?.send(.changeTabs(.add(new, .replacing(tab)))) { [weak self] reply in
            guard let self else { return }
            guard case .success? = reply else { return ended(with: reply) }
            // A window's program starts when its tab is selected, but this tab already is.
            if new.file == nil { program?.send(.restart(tab)) }
            program?.send(.save) { [weak self] in self?.ended(with: $0) }
        }
    }

    private func ended(with reply: Result<JSON, WireError>?) {
        isSaving = false
        switch reply {
        case .success?: break
        case .failure(let error)?: onFailure(error.message.prefix(1).uppercased() + error.message.dropFirst())
        case nil: onFailure(localized("The connection to the daemon was lost."))
        }
        end?()
    }
}
