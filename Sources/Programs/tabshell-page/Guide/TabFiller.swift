import DocumentText
import EventLoop
import Localization
import PageKit
import Posix
import ShellModel
import ShellConfig
import TabshellIPC
import Text

/// Makes the user's choice the content of a tab, and saves it.
final class TabFiller {
    private let tab: TabID
    private weak let program: PageProgram?
    private let onFailure: (String) -> Void
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
        // The button of a sheet keeps its look.
        let kept = own.flatMap { $0.role == .page ? nil : $0 }
        switch content {
        case .title(let title): new.title = title
        case .application(let id):
            new.desktopEntry = id
            if let kept { (new.title, new.icon) = (kept.title, kept.icon) }
        case .address(let text):
            // The daemon converts it.
            new.url = text
            let host = (try? WebAddress(completing: text))?.writtenHost.nonEmpty
            if kept == nil { (new.title, new.icon) = (host, "globe") }
        case .document(let path):
            new.file = path
            guard kept == nil, let loop = program?.loop else { break }
            new.icon = "document"
            return BackgroundThread.run(on: loop) { () throws(SystemError) in
                DocumentContent.name(of: path)
            } onEnd: { [weak self, new] name in
                var new = new
                new.title = try? name.get()
                self?.send(new)
            }
        }
        send(new)
    }

    private func send(_ new: NewTab) {
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
        case .failure(let error)?: onFailure(error.sentence)
        case nil: onFailure(localized("The connection to the daemon was lost."))
        }
        end?()
    }
}

extension DocumentContent {
    /// The name of a document for its tab: its first heading if that is short, else its file's name without the extension.
    fileprivate static func name(of path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        let bytes = (try? FileSystem.read(FileSystem.expandingHome(path), upTo: 4096)) ?? []
        let text = TextEncoding.text(of: bytes, isCut: true) ?? ""
        let heading = DocumentContent(text, as: DocumentFormat(path: path)).blocks.first {
            if case .heading = $0.kind { true } else { false }
        }
        if let heading, (1...24).contains(heading.text.count) { return heading.text }
        return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
    }
}
