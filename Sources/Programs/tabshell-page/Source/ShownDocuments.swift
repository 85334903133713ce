import DocumentText
import PageKit
import ShellModel

/// The documents that clients show in a tab: they replace the page's own content. Their
/// links, and the links of the own content, are opened by other programs, or send events.
enum ShownDocuments {
    /// The topics that they need.
    static let topics: [Topic] = [.shown, .lock]

    /// Makes a page show the documents of a tab in place of its own. Returns the function to call with each state.
    static func connect(
        _ tab: TabID, to page: DocumentPage, of program: PageProgram, inPlaceOf source: (any DocumentSource)? = nil
    ) -> (ShellState) -> Void {
        let shown = ShownSource()
        var document: ShownDocument?
        let send: (String) -> Void = { [weak program] in program?.send(.command(.follow(tab, $0))) }
        page.sendEvent = send
        let opener = Opener(of: tab, on: program.loop) { [weak page, weak program] in
            page?.notice = $0
            program?.pageChanged()
        }
        page.openLink = { opener.open($0) }
        return { [weak page, weak program] state in
            opener.isConfined = state.lock != nil
            guard let page, state.shown[tab] != document else { return }
            document = state.shown[tab]
            if let document {
                shown.set(document.text, as: document.format == .markdown ? .markdown : .text)
                page.source = shown
                page.buttons = shown.events.map { event in DocumentButton(title: event.title) { send(event.name) } }
            } else {
                page.source = source
                page.buttons = []
            }
            program?.pageChanged()
        }
    }
}
