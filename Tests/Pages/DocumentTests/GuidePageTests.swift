import Canvas
import Geometry
import PageKit
import ShellModel
import Testing

@testable import tabshell_page

/// The pages that people see first: an empty tab's, and the first start's.
@Suite struct GuidePageTests {
    private static let sizes = [
        Size(width: 320, height: 480), Size(width: 428, height: 926), Size(width: 1280, height: 800),
    ]

    private func context(_ size: Size = Size(width: 428, height: 926), textScale: Double = 1) -> PageContext {
        PageContext(size: size, textScale: textScale, insets: PageInsets(bottom: 80), tab: "notes")
    }

    private func press(_ id: String, _ page: some Page, _ context: PageContext) throws {
        let part = try #require(page.list(in: context, now: 0)[id], "\(id)")
        let press = try #require(part.press)
        _ = press()
    }

    @Test(arguments: sizes, [1.0, 2])
    func buttonsAreLargeAndOnThePage(size: Size, textScale: Double) {
        let page = GuidePage()
        let context = context(size, textScale: textScale)
        let list = page.list(in: context, now: 0)
        for id in ["app", "web", "file", "by-hand"] {
            guard let frame = list[id]?.frames.first else {
                Issue.record("no button \(id)")
                continue
            }
            #expect(frame.height >= 44 && frame.x >= 0 && frame.maxX <= size.width)
        }
        #expect(
            page.interaction.scroller.maximum > 0
                || list["by-hand"].map { $0.frames[0].maxY <= size.height - 80 } == true)
    }

    @Test func contentIsChosen() throws {
        let (page, context) = (GuidePage(), context())
        var chosen: [GuidePage.Content] = []
        page.onChoice = { chosen.append($0) }
        page.applications = [GuideChoice(id: "foot", title: "Foot")]
        page.onOpening = { if $0 == .documents { page.documents = [GuideChoice(id: "~/a.md", title: "a.md")] } }
        try press("app", page, context)
        try press("app/foot", page, context)
        // Until the daemon has answered, nothing else is chosen.
        try press("app/foot", page, context)
        #expect(chosen == [.application("foot")])
        page.show(problem: "It is not saved.")
        #expect(page.list(in: context, now: 0)["problem"]?.node.label == "It is not saved.")
        try press("back", page, context)
        #expect(page.list(in: context, now: 0)["problem"] == nil)
        try press("file", page, context)
        try press("file/~/a.md", page, context)
        #expect(chosen.last == .document("~/a.md"))
    }

    @Test(arguments: [false, true])
    func levelsSlide(reducedMotion: Bool) throws {
        let page = GuidePage()
        let context = PageContext(
            size: Size(width: 428, height: 926), reducedMotion: reducedMotion, tab: "notes")
        for id in ["app", "back"] {
            #expect(page.nextFrame(after: 0, context: context) == .never)
            try press(id, page, context)
            #expect(page.nextFrame(after: 0, context: context) == (reducedMotion ? .never : .immediately))
            // The picture of the way has both levels.
            let bitmap = Bitmap(format: .argb32, width: 428, height: 926)
            page.draw(on: Canvas(bitmap: bitmap, scale: 1), context: context, now: 0)
            page.disappeared(now: 0)
        }
    }

    @Test func addressIsTyped() throws {
        let (page, context) = (GuidePage(), context())
        var chosen: [GuidePage.Content] = []
        page.onChoice = { chosen.append($0) }
        #expect(page.textFocus(in: context, now: 0) == nil)
        try press("web", page, context)
        #expect(page.textFocus(in: context, now: 0)?.purpose == .url)
        #expect(page.key(.activate, context: context, now: 0) == PageReaction.none && chosen.isEmpty)
        #expect(page.list(in: context, now: 0)["submit"]?.node.isDisabled == true)
        _ = page.text(.insert("bücher de"), context: context, now: 0)
        #expect(page.list(in: context, now: 0)["submit"]?.node.isDisabled == false)
        try press("submit", page, context)
        #expect(page.problem == "This is not a web address." && chosen.isEmpty)
        page.address.clear()
        _ = page.text(.insert("example.org"), context: context, now: 0)
        #expect(page.key(.activate, context: context, now: 0) == .redraw)
        #expect(chosen == [.address("example.org")])
        #expect(page.key(.escape, context: context, now: 0) == .redraw)
        #expect(page.list(in: context, now: 0)["app"] != nil)
    }

    /// The title is selected; Return keeps the new one, and Escape is left to the sheet, which closes.
    @Test func titleIsEntered() throws {
        let (page, context) = (GuidePage(.title), context())
        var done: [String] = []
        page.onChoice = { if case .title(let title) = $0 { done.append(title) } }
        page.begin(with: "Chat")
        #expect(page.textFocus(in: context, now: 0)?.field.selectedText == "Chat")
        #expect(page.key(.escape, context: context, now: 0) == nil && done.isEmpty)
        _ = page.text(.insert(" "), context: context, now: 0)
        #expect(page.list(in: context, now: 0)["submit"]?.node.isDisabled == true)
        #expect(page.key(.activate, context: context, now: 0) == PageReaction.none && done.isEmpty)
        _ = page.text(.insert("LWN "), context: context, now: 0)
        #expect(page.list(in: context, now: 0)["address"]?.node.value == " LWN ")
        #expect(page.key(.activate, context: context, now: 0) == .redraw && done == ["LWN"])
        // Until the daemon has answered, nothing else is chosen.
        try press("submit", page, context)
        page.show(problem: "It is not saved.")
        #expect(done.count == 1 && page.list(in: context, now: 0)["problem"]?.node.label == "It is not saved.")
    }

    /// What is composed is a part of the address; a press elsewhere ends it.
    @Test(arguments: ["submit", "title"])
    func preeditIsPartOfTheAddress(pressed: String) throws {
        let (page, context) = (GuidePage(), context())
        var chosen: [GuidePage.Content] = []
        page.onChoice = { chosen.append($0) }
        try press("web", page, context)
        _ = page.text(
            .compose(TextInputUpdate(preedit: "example.org")), context: context,
            now: 0)
        _ = page.tap(try #require(page.tree(context).node(pressed)?.bounds?.center), context, at: 0)
        #expect(chosen == (pressed == "submit" ? [.address("example.org")] : []) && page.address.preedit == nil)
    }

    /// A second table of the same tab would be an error.
    @Test func linesBeginATableOnlyWhereThereIsNone() throws {
        let (page, context) = (GuidePage(), context())
        try press("by-hand", page, context)
        #expect(
            page.list(in: context, now: 0)["lines/1"]?.node.label.hasPrefix("[[tabs]]\nid = \"notes\"\nurl") == true)
        page.isTabInFile = true
        #expect(page.list(in: context, now: 0)["lines/1"]?.node.label.hasPrefix("url = ") == true)
    }

    @Test(arguments: sizes)
    func welcomePageShowsTheLooksAndKeepsItsButton(size: Size) throws {
        let (page, context) = (WelcomePage(), context(size))
        page.looks = ["a", "b", "c", "d", "e"]
        page.look = "b"
        page.applications = (0..<40).map { GuideChoice(id: "app\($0)", title: "App \($0)") }
        var (looks, done): ([String], [[String]]) = ([], [])
        page.onLook = { looks.append($0) }
        page.onDone = { done.append($0) }
        let list = page.list(in: context, now: 0)
        let thumbnails = page.looks.compactMap { list["look/\($0)"]?.frames.first }
        #expect(thumbnails.allSatisfy { $0.width == (size.width < 400 ? 134 : 184) && $0.maxX <= size.width })
        #expect(thumbnails[1].x - thumbnails[0].maxX == 16 && thumbnails[1].y == thumbnails[0].y)
        #expect(list["purpose"] != nil && list["apps-purpose"] != nil)
        #expect(list["look/b"]?.node.isSelected == true && list["look/a"]?.node.isSelected == false)
        let button = try #require(list["done"])
        #expect(
            button.isFixed && button.frames[0].height == 50 && button.frames[0].x == thumbnails[0].x
                && button.frames[0].maxY <= size.height - 80 - 24)
        try press("look/c", page, context)
        for id in ["app3", "app1", "app2", "app3"] { try press("app/\(id)", page, context) }
        try press("done", page, context)
        #expect(looks == ["c"] && done == [["app1", "app2"]])
    }
}
