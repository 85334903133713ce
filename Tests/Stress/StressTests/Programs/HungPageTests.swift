import CHungDisk
import Foundation
import StageTestSupport
import TestSupport
import Testing

/// A page whose disk hangs in reading its database.
@Suite(.serialized) struct HungPageTests {
    private static let noon = "2024-05-01T12:00:00Z"
    private let stage: Stage
    private let hold: String
    private let data: String

    init() throws {
        stage = try Stage(daemonWith: nil)
        hold = stage.compositor.folder.appending("hold")
        data = stage.compositor.folder.appending("stress.db")
    }

    private func tool(_ arguments: String...) throws {
        try StressTool.run(arguments + ["--database", data])
    }

    private func startPage() throws {
        let library = try stage.compositor.folder.copy(BuiltProducts.library("HungDisk"), to: "libHungDisk.so")
        try stage.socket.request("select", ["tab": "growth"])
        try stage.start(
            "tabshell-growth", ["--data", data], environment: ["LD_PRELOAD": library, HUNG_DISK_VARIABLE: hold])
    }

    /// The page's description, which its loop answers.
    private func text() throws -> String { try stage.socket.accessibilityText() }

    @Test func pageAnswersWhileItReadsAndDeletes() throws {
        try tool("add", "--note", "one", "--at", Self.noon)
        try startPage()
        try stage.wait(forText: "1 item")
        try stage.socket.request("push", ["tab": "growth", "route": "2024-05-01"])
        try stage.wait(forText: "Delete this day")
        try stage.compositor.folder.write("", to: "hold")
        try tool("add", "--note", "two", "--at", Self.noon)
        try stage.press("Delete this day")
        // It reports the hanging disk, and shows the known content.
        try stage.wait(forText: "Not deleted yet: the disk has not answered yet")
        #expect(try text().contains("\"one\"") && !text().contains("\"two\""))
        try FileManager.default.removeItem(atPath: hold)
        try stage.wait(forText: "deleted")
        try stage.wait(forText: "Nothing on this day")
        try stage.press("Undo")
        try stage.wait(forText: "\"two\"")
        #expect(try text().contains("\"one\""))
    }

    @Test func pageThatStartsWhileTheDiskHangsShowsItsDataLater() throws {
        try tool("add", "--note", "one", "--at", Self.noon)
        try stage.compositor.folder.write("", to: "hold")
        try startPage()
        try stage.wait(forText: "0 items")
        try stage.press("Year")
        try FileManager.default.removeItem(atPath: hold)
        try stage.wait(forText: "1 item")
    }
}
