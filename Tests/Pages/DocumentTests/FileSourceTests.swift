import Dispatch
import DocumentText
import EventLoop
import Foundation
import LoopTestSupport
import TestSupport
import Testing

@testable import tabshell_page

@Suite("FileSource")
struct FileSourceTests {
    private let loop: EventLoop
    private let folder: TemporaryDirectory

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryDirectory()
    }

    private func source(_ name: String) -> FileSource { FileSource(path: folder.appending(name), loop: loop) }

    /// Shows a source, and waits until it has read the file and watches it.
    private func show(_ source: FileSource) throws {
        source.show()
        try loop.turn { source.content != nil && !source.isBusy }
    }

    @Test func formatFollowsTheFileName() throws {
        try folder.write("# *Hi*", to: "a.md")
        try folder.write("# *Hi*", to: "a.txt")
        let (markdown, text) = (source("a.md"), source("a.txt"))
        #expect(markdown.content == nil && markdown.name == "a.md")
        try show(markdown)
        try show(text)
        #expect(markdown.content?.blocks == [Block(.heading(1), [Span("Hi", .emphasis)])])
        #expect(text.content?.blocks == [Block(.line, [Span("# *Hi*")])])
        let forced = FileSource(path: folder.appending("a.txt"), format: .markdown, loop: loop)
        try show(forced)
        #expect(forced.content == markdown.content)
    }

    @Test func changesAreReadOnlyWhileShown() throws {
        try folder.write("one", to: "a.txt")
        let source = source("a.txt")
        var changes = 0
        source.onChange = { changes += 1 }
        try show(source)
        #expect(changes == 1)
        // The same content is not a change.
        source.refresh()
        source.hide()
        try show(source)
        #expect(changes == 1)
        try folder.write("two", to: "a.txt")
        try loop.turn { source.content?.blocks.first?.text == "two" }
        // Replaced, as editors do.
        try folder.write("three", to: "b.txt")
        #expect(rename(folder.appending("b.txt"), folder.appending("a.txt")) == 0)
        try loop.turn { source.content?.blocks.first?.text == "three" }
        source.hide()
        let count = changes
        try folder.write("four", to: "a.txt")
        try loop.turn(times: 20)
        #expect(changes == count && source.content?.blocks.first?.text == "three")
        source.show()
        try loop.turn { source.content?.blocks.first?.text == "four" }
    }

    /// The watch was given up then.
    @Test func fileThatWasHiddenBeforeItWasReadCanBeWatched() throws {
        try folder.write("one", to: "a.txt")
        let source = source("a.txt")
        source.show()
        source.hide()
        try loop.turn { source.content != nil }
        #expect(source.content?.blocks.first?.text == "one" && source.content?.footnote == nil)
    }

    @Test func missingFileIsReportedAndShownOnceItExists() throws {
        let source = source("later/a.md")
        try show(source)
        #expect(source.content?.problem?.title == "No such file")
        #expect(source.content?.problem?.detail.contains("later/a.md") == true)
        _ = try folder.makeDirectory("later")
        try folder.write("here", to: "later/a.md")
        try loop.turn { source.content?.problem == nil }
        #expect(source.content?.blocks.first?.text == "here")
        #expect(unlink(folder.appending("later/a.md")) == 0)
        try loop.turn { source.content?.problem?.title == "No such file" }
        #expect(source.content?.blocks == [])
    }

    @Test func binaryFilesFoldersAndPipesAreReported() throws {
        try Data([0x61, 0xFF, 0]).write(to: URL(fileURLWithPath: folder.appending("binary.txt")))
        _ = try folder.makeDirectory("folder")
        #expect(mkfifo(folder.appending("fifo"), 0o600) == 0)
        for (name, title) in [("binary.txt", "Not a text file"), ("folder", "Not a file"), ("fifo", "Not a file")] {
            let source = source(name)
            try show(source)
            #expect(source.content?.problem?.title == title)
        }
    }

    @Test(arguments: [.utf8, .utf16, .utf16LittleEndian, .windowsCP1252, .macOSRoman] as [String.Encoding])
    func encodingIsRecognized(encoding: String.Encoding) throws {
        let text = "---\ntitle: 'Größe'\n---\n„schön“"
        try #require(text.data(using: encoding)).write(to: URL(fileURLWithPath: folder.appending("a.md")))
        let source = source("a.md")
        try show(source)
        let isKnown = encoding != .macOSRoman
        #expect(source.content?.blocks.map(\.text) == (isKnown ? ["„schön“"] : []))
        #expect(source.content?.title == (isKnown ? "Größe" : nil))
        #expect(source.content?.problem?.title == (isKnown ? nil : "Unknown encoding"))
    }

    @Test func emptyAndFullFilesAreShown() throws {
        try folder.write("", to: "empty.md")
        let empty = source("empty.md")
        try show(empty)
        #expect(empty.content == DocumentContent(footnote: "The file is empty."))
        try folder.write(String(repeating: "a", count: FileSource.maximumSize), to: "full.txt")
        let full = source("full.txt")
        try show(full)
        #expect(full.content?.footnote == nil)
    }

    /// A character of 1 to 4 bytes that is cut at the end is dropped, the rest is shown.
    @Test(arguments: [("é", 1), ("€", 0), ("€", 2), ("🙂", 1), ("🙂", 3)])
    func truncatedFileHasAFootnote(letter: String, shift: Int) throws {
        let letters = String(repeating: letter, count: FileSource.maximumSize / letter.utf8.count + 1)
        try folder.write(String(repeating: "a", count: shift) + letters, to: "long.txt")
        let long = source("long.txt")
        try show(long)
        let content = try #require(long.content)
        #expect(content.problem == nil && content.footnote == "Only the first MiB of the file is shown.")
        let length = content.blocks.reduce(0) { $0 + $1.text.utf8.count }
        #expect(length > FileSource.maximumSize - 4 && length < FileSource.maximumSize)
    }

    /// The loop continues while the disk does not answer; the page reports it, and shows the file once it does.
    @Test func diskThatHangsIsReported() throws {
        let released = DispatchSemaphore(value: 0)
        let source = FileSource(path: folder.appending("a.txt"), timeout: 20_000_000, loop: loop) { _, _ in
            released.wait()
            return Array("here".utf8)
        }
        source.show()
        #expect(source.content == nil)
        try loop.turn { source.content?.problem?.title == "No answer" }
        for _ in 0..<5 { released.signal() }
        try loop.turn { source.content?.blocks.first?.text == "here" }
        #expect(source.content?.problem == nil)
    }

    /// A document of 1 MiB beyond the limit of memory. md4c 0.5 follows only some of the links, and it can be shown.
    @Test(arguments: [30, 30_000, 300_000]) func documentThatIsTooComplexIsReported(length: Int) throws {
        let link = "[a]: <\(String(repeating: "x", count: length))>\n\n"
        let references = (FileSource.maximumSize - link.utf8.count) / 4
        try folder.write(link + String(repeating: "[a] ", count: references), to: "large.md")
        let source = source("large.md")
        try show(source)
        let problem = DocumentContent.Problem("Too complex", "This document is too complex to show.")
        #expect(source.content?.problem == problem || source.content?.blocks.first?.spans.first?.link != nil)
    }
}
