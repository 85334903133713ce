import DocumentText
import Geometry
import PageKit
import PageTestSupport
import Posix
import ShellModel
import TestSupport
import Testing
import EventLoop

@testable import tabshell_page

@Suite struct DocumentButtonTests {
    private let source = FakeSource(DocumentContent("# Notes\n\nSome words.", as: .markdown))

    private func context(_ size: Size = Size(width: 428, height: 926), textScale: Double = 1) -> PageContext {
        PageContext(size: size, textScale: textScale, insets: PageInsets(bottom: 80), title: "Notes")
    }

    private func frames(of page: DocumentPage, _ context: PageContext) -> [Rect] {
        let layout = page.layout(context)
        return page.buttonFrames(layout, page.prepare(layout, context, now: 0), context)
    }

    @Test func tapOnTheButtonRunsItsAction() throws {
        let page = DocumentPage(source: source)
        var taps = 0
        page.buttons = [DocumentButton(title: "Open") { taps += 1 }]
        let context = context()
        let frame = try #require(frames(of: page, context).first)
        _ = page.tap(Point(x: frame.center.x, y: frame.maxY + 40), context, at: 0)
        #expect(taps == 0)
        _ = page.tap(frame.center, context, at: 0)
        #expect(taps == 1)
        #expect(page.key(.activate, context: context, now: 2) == .redraw)
        #expect(taps == 2)
    }

    @Test func buttonHasTheAccentOfTheLook() throws {
        let page = DocumentPage(source: source)
        page.buttons = [DocumentButton(title: "Open") {}]
        var context = context()
        context.palette[.accent] = RGBA(0x12AB34)
        let frame = try #require(frames(of: page, context).first)
        let index = (Int(frame.center.y) * 428 + Int(frame.x) + 6) * 4
        #expect(page.picture(context, at: 0)[index..<index + 3] == [0x34, 0xAB, 0x12])
    }

    /// Tab and the arrow keys move the focus of the keys among several buttons, round and round.
    @Test func keysMoveAmongSeveralButtons() throws {
        let page = DocumentPage(source: source)
        var pressed: [String] = []
        page.buttons = ["A", "B", "Done"].map { title in DocumentButton(title: title) { pressed.append(title) } }
        let keys: [PageKey] = [
            .tab, .activate, .right, .activate, .tab, .activate, .tab, .activate, .backtab, .left, .activate,
        ]
        for key in keys { _ = page.key(key, context: context(), now: 0) }
        #expect(pressed == ["A", "B", "Done", "A", "B"])
    }

    /// Buttons are beside each other as long as they fit, each of them a touch target within the column.
    @Test(arguments: [320, 428, 1280], [1, 2])
    func buttonsAreInRows(width: Double, textScale: Double) throws {
        let page = DocumentPage(source: source)
        page.buttons = ["Stress Monitor", "Aspire Budget", "Lucidpal", "Swift Kit", "Done"].map {
            DocumentButton(title: $0) {}
        }
        let context = context(Size(width: width, height: 900), textScale: textScale)
        let (frames, column) = (frames(of: page, context), page.layout(context).column)
        #expect(frames.count == 5)
        for (index, frame) in frames.enumerated() {
            #expect(frame.height >= 44 && frame.x >= column.x && frame.maxX <= column.maxX)
            for other in frames[..<index] { #expect(frame.intersection(other) == nil) }
        }
        if width == 1280, textScale == 1 { #expect(Set(frames[..<4].map(\.y)).count == 1) }
    }

    /// The button can be reached on every screen, and is a touch target.
    @Test(
        arguments: [Size(width: 320, height: 480), Size(width: 428, height: 926), Size(width: 1920, height: 1080)],
        [1, 2])
    func buttonIsAboveTheBarAtTheEnd(size: Size, textScale: Double) throws {
        let page = DocumentPage(source: source)
        page.buttons = [DocumentButton(title: "Open the Configuration") {}]
        let context = context(size, textScale: textScale)
        _ = page.picture(context, at: 0)
        for _ in 0..<40 {
            _ = page.pointer(.scroll(dy: 500, source: .finger, isFinal: false), context: context, now: 0)
        }
        _ = page.pointer(.scroll(dy: 0, source: .finger, isFinal: true), context: context, now: 0)
        let end: UInt64 = 10_000_000_000
        let frame = try #require(frames(of: page, context).first)
        let offset = try #require(page.scrollOffset(at: end, context: context))
        #expect(frame.height >= 44 && frame.x >= 0 && frame.maxX <= size.width)
        #expect(frame.maxY - offset <= size.height - 80)
        #expect(frame.y - offset >= 0)
    }

    @Test func problemInPlaceOfTheDocumentIsTriedAgain() throws {
        let source = FakeSource(DocumentContent(problem: .init("No such file", "There is no file a.md.")))
        let page = DocumentPage(source: source)
        let tab = Tab(id: "a", title: "A", icon: "notes", accessibilityLabel: "", accessibilityHint: "")
        var context = context()
        (context.tab, context.tabs) = (tab.id, [tab])
        let frame = try #require(frames(of: page, context).first)
        #expect(frame.maxY <= context.size.height - 80)
        // It is around 45 % of the free height, as the panel's messages, below the icon of the tab.
        let texts = try #require(page.problemTexts(page.layout(context), context, isAlone: true))
        let icon = page.problemLayout(page.layout(context), texts, context).icon
        #expect(abs((icon.y + frame.maxY) / 2 - 0.45 * 846) <= 1 && frame.height == 44)
        var icons: [String: Int] = [:]
        page.pictures = { name, side in
            icons[name] = side
            return nil
        }
        _ = page.picture(context, at: 0)
        #expect(icons == ["notes": 56])
        _ = page.tap(frame.center, context, at: 0)
        #expect(source.calls == ["refresh"])
        // The remaining part is enough.
        source.content?.blocks = [Block(.paragraph, [Span("Old text")])]
        page.documentChanged()
        #expect(frames(of: page, context).isEmpty)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.read(path, maximumSize: 1000), as: UTF8.self)
    }

    /// Runs the opener with a program in place of xdg-open(1), until it has failed or the program has run.
    private func open(_ path: String, in home: TemporaryDirectory, program: String?) throws -> [String] {
        let log = home.appending("opened")
        if let program { try home.write("#!/bin/sh\n\(program)\n", to: "xdg-open", mode: 0o755) }
        let loop = try EventLoop()
        var failures: [String] = []
        let command = program == nil ? "no-such-program" : home.appending("xdg-open")
        let opener = Opener(program: command, of: "a", on: loop) { failures.append($0) }
        opener.open(path, creatingWith: "# new\n")
        // The disk is asked beside the loop.
        #expect(failures == [])
        try loop.turn { !failures.isEmpty || FileSystem.exists(log) }
        return failures
    }

    @Test func missingFileIsCreatedAndOpened() throws {
        let home = try TemporaryDirectory()
        let path = home.appending("a/b/config.toml")
        let program = "cd '\(home.path)' && cat \"$1\" > new && mv new opened"
        #expect(try open(path, in: home, program: program) == [])
        #expect(try text(home.appending("opened")) == "# new\n")
        #expect(try text(path) == "# new\n")
    }

    @Test func fileThatCannotBeCreatedIsReported() throws {
        let home = try TemporaryDirectory()
        let file = try home.write("mine", to: "file")
        let failures = try open("\(file)/config.toml", in: home, program: nil)
        #expect(failures.first?.hasPrefix("\(file)/config.toml cannot be created: ") == true)
    }

    @Test func failureIsASentence() throws {
        let home = try TemporaryDirectory()
        let path = try home.write("mine", to: "config.toml")
        #expect(
            try open(path, in: home, program: nil) == [
                "\(path) was not opened: program \"no-such-program\" not found. Open it in an editor."
            ])
        #expect(try open(path, in: home, program: "exit 3").first?.contains("failed with exit code 3") == true)
        #expect(try text(path) == "mine")
    }
}
