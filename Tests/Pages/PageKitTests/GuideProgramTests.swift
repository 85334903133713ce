import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

/// The programs in which a user fills a tab, and renames one.
@Suite(.serialized) struct GuideProgramTests {
    private let stage: Stage

    init() throws {
        stage = try Stage(tabs: [(id: "chat", role: "page"), (id: "notes", role: "page")]) {
            $0.addGlobal("zwp_text_input_manager_v3", 1)
            $0.setCapabilities(7)
        }
    }

    /// Writes a text with the input method in a field, in place of the selected one.
    private func write(_ text: String, on surface: FakeSurface) throws {
        try stage.compositor.setKeymap(of: surface.client)
        stage.compositor.keyboardEnters(surface)
        try stage.compositor.waitUntil("the field") {
            stage.compositor.textInput(of: surface.client)?.state.isEnabled == true
        }
        stage.compositor.compose(text, client: surface.client)
        try stage.wait(forText: "\"\(text)\"")
    }

    @Test func addressFillsATabAndIsSaved() throws {
        try stage.start("tabshell-page", ["--tab", "notes"])
        try stage.request("select", ["tab": "notes"])
        try stage.press("page:notes/web")
        try write("example.org", on: stage.shown("tabshell-page-notes"))
        try stage.press("page:notes/submit")
        try stage.compositor.waitUntil("the web page") {
            let state = try stage.socket.state()
            return state.tab("notes")?.window != nil && !state.configuration.hasUnsavedTabs
        }
        #expect(try stage.socket.state().tab("notes")?.title == "example.org")
    }

    /// Another title is saved, and the tab of the sheet goes with it, also without another title.
    @Test(arguments: [true, false]) func titleIsEntered(isKept: Bool) throws {
        try stage.request("menu", ["tab": "chat"])
        try stage.request("action", ["action": "tab:rename"])
        try stage.compositor.waitUntil("the tab of the sheet") { try stage.socket.state().sheet.tab == "rename" }
        try stage.start("tabshell-page", ["--tab", "rename", "--rename", "chat"])
        let sheet = try stage.shown("tabshell-sheet-rename")
        try stage.wait(forText: "\"chat\"")
        try write("Friends", on: sheet)
        try stage.press(isKept ? "page:rename/submit" : "page:rename/close-sheet")
        try stage.compositor.waitUntil("the end of the sheet, and the saved title") {
            let state = try stage.socket.state()
            return state.tab("rename") == nil && (!isKept || !state.configuration.hasUnsavedTabs)
        }
        let state = try stage.socket.state()
        #expect(state.tab("chat")?.title == (isKept ? "Friends" : "chat") && state.sheet.tab == nil)
    }
}
