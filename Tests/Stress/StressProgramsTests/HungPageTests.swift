// SPDX-License-Identifier: MIT

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
        let process = try ChildProcess(
            BuiltProducts.url("tabshell-stress").path,
            Array(arguments.prefix(1)) + ["--database", data] + arguments.dropFirst(), environment: Environment.plain)
        try #require(try process.waitForExit(seconds: 60) == .code(0), "\(process.errorOutput)")
    }

    private func startPage() throws {
        let library = try stage.compositor.folder.copy(
            BuiltProducts.besideUs.appendingPathComponent("libHungDisk.so").path, to: "libHungDisk.so")
        try stage.socket.request("select", ["tab": "growth"])
        try stage.start(
            "tabshell-growth", ["--data", data], environment: ["LD_PRELOAD": library, HUNG_DISK_VARIABLE: hold])
    }

    /// What the page says of itself, which its loop answers.
    private func text() throws -> String {
        let tree = try stage.socket.request("accessibility", id: 3)
        return String(decoding: try JSONSerialization.data(withJSONObject: tree), as: UTF8.self)
    }

    private func wait(for words: String) throws {
        try stage.compositor.waitUntil("\(words): \(stage.complaints)") { try text().contains(words) }
    }

    private func press(_ name: String) throws {
        try stage.compositor.waitUntil("the press of \(name)") {
            (try? stage.socket.request("press", ["name": name])) != nil
        }
    }

    @Test func pageAnswersWhileItReadsAndDeletes() throws {
        try tool("add", "--note", "one", "--at", Self.noon)
        try startPage()
        try wait(for: "1 item")
        try stage.socket.request("push", ["tab": "growth", "route": "2024-05-01"])
        try wait(for: "Delete this day")
        try stage.compositor.folder.write("", to: "hold")
        try tool("add", "--note", "two", "--at", Self.noon)
        try press("Delete this day")
        // It says that the disk hangs, and shows what it knows.
        try wait(for: "Not deleted yet: the disk has not answered yet")
        #expect(try text().contains("\"one\"") && !text().contains("\"two\""))
        try FileManager.default.removeItem(atPath: hold)
        try wait(for: "deleted")
        try wait(for: "Nothing on this day")
        try press("Undo")
        try wait(for: "\"two\"")
        #expect(try text().contains("\"one\""))
    }

    @Test func pageThatStartsWhileTheDiskHangsShowsItsDataLater() throws {
        try tool("add", "--note", "one", "--at", Self.noon)
        try stage.compositor.folder.write("", to: "hold")
        try startPage()
        try wait(for: "0 items")
        try press("Year")
        try FileManager.default.removeItem(atPath: hold)
        try wait(for: "1 item")
    }
}
