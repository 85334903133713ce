// SPDX-License-Identifier: MIT

import Glibc
import Posix
import TestSupport
import Testing

@testable import EventLoop

@Suite struct FileWatcherTests {
    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
    }

    /// Counts the reported changes while a shell script runs in the home directory; a change of `end` marks the end.
    private func changes(
        whileRunning script: String, _ makeWatch: (EventLoop, @escaping () -> Void) throws -> FileWatcher
    ) throws -> Int {
        let loop = try EventLoop()
        var count = 0
        let watch = try makeWatch(loop) { count += 1 }
        var hasEnded = false
        let end = try FileWatcher([home.appending("end")], on: loop) { hasEnded = true }
        let pid = try ChildProcess.spawn("/bin/sh", arguments: ["-c", "cd '\(home.path)' && \(script); echo > end"])
        let child = try ProcessExitSource(pid: pid, on: loop) { _ in }
        while !hasEnded { try loop.runOnce() }
        // The events of the script wait in its queue by now, or are being handled.
        let alarm = loop.timer {}
        var wasRearming: Bool
        repeat {
            // While it watches anew, it does not read its queue.
            wasRearming = watch.isRearming
            alarm.arm(after: 0)
            try loop.runOnce()
        } while wasRearming || watch.isRearming
        withExtendedLifetime((watch, end, child)) {}
        return count
    }

    private func changes(of name: String, whileRunning script: String) throws -> Int {
        try changes(whileRunning: script) { try FileWatcher([home.appending(name)], on: $0, onChange: $1) }
    }

    /// Changes of `folder/looks/*.toml`.
    private func changesOfFiles(whileRunning script: String) throws -> Int {
        let files = FileWatcher.Pattern(in: home.appending("folder/looks"), suffix: ".toml")
        return try changes(whileRunning: script) { try FileWatcher([], and: files, on: $0, onChange: $1) }
    }

    @Test(arguments: [
        ("folder/file", "echo a > folder/file"), ("folder/file", "echo a > folder/new && mv folder/new folder/file"),
        ("folder/file", "rm folder/file"), ("folder/file", "mv folder/file folder/other"),
        ("folder/file", "ln -sf ../elsewhere folder/file"), ("folder/link", "echo a > elsewhere"),
        ("a/b/file", "mkdir -p a/b && echo a > a/b/file; mv a/b/file a/b/x; mkdir c; echo b > a/b/file"),
    ])
    func whatChangesAFileIsTold(name: String, script: String) throws {
        try makeFolder()
        #expect(try changes(of: name, whileRunning: script) >= 1)
    }

    private func makeFolder() throws {
        _ = try home.makeDirectory("folder")
        _ = try home.write("before", to: "folder/file")
        _ = try home.write("before", to: "elsewhere")
        symlink("../elsewhere", home.appending("folder/link"))
    }

    @Test func changesOfOtherFilesAreIgnored() throws {
        try makeFolder()
        let script = "echo a > folder/other; rm folder/other; cat folder/file; touch file; chmod 600 folder/file"
        #expect(try changes(of: "folder/file", whileRunning: script) == 0)
    }

    @Test(arguments: [
        "echo a > folder/looks/a.toml", "echo a > folder/looks/new.toml", "rm folder/looks/a.toml",
        "mv folder/looks/a.toml folder/looks/other", "ln -s ../../elsewhere folder/looks/link.toml",
        "mv folder/looks folder/away", "mv folder/looks/a.toml a; rm -r folder/looks",
    ])
    func whatChangesAmongFilesIsTold(script: String) throws {
        _ = try home.makeDirectory("folder")
        _ = try home.makeDirectory("folder/looks")
        _ = try home.write("before", to: "folder/looks/a.toml")
        _ = try home.write("before", to: "elsewhere")
        #expect(try changesOfFiles(whileRunning: script) >= 1)
    }

    @Test func missingPatternDirectoryIsAwaited() throws {
        #expect(try changesOfFiles(whileRunning: "mkdir -p folder/looks && echo a > folder/looks/a.toml") >= 1)
    }

    /// Files in a directory that has replaced another one count, and targets of links that were created later.
    @Test func replacedDirectoryAndLaterLinkAreWatched() throws {
        let loop = try EventLoop()
        var count = 0
        _ = try home.makeDirectory("looks")
        let files = FileWatcher.Pattern(in: home.appending("looks"), suffix: ".toml")
        let watch = try FileWatcher([], and: files, on: loop) { count += 1 }
        func next(_ change: () throws -> Void) throws -> Bool {
            let before = count
            try change()
            repeat { try loop.runOnce() } while watch.isRearming
            return count > before
        }
        #expect(try next { rename(home.appending("looks"), home.appending("away")) })
        #expect(try next { _ = try home.makeDirectory("looks") })
        #expect(try next { _ = try home.write("a", to: "looks/a.toml") })
        _ = try home.write("before", to: "real")
        #expect(try next { symlink(home.appending("real"), home.appending("looks/link.toml")) })
        #expect(try next { _ = try home.write("after", to: "real") })
        withExtendedLifetime(watch) {}
    }

    @Test func otherFilesInDirectoryAreIgnored() throws {
        _ = try home.makeDirectory("folder")
        _ = try home.makeDirectory("folder/looks")
        let script =
            "echo a > folder/looks/a.toml~; echo a > folder/looks/.a.toml; rm folder/looks/.a.toml;"
            + " echo a > folder/b.toml"
        #expect(try changesOfFiles(whileRunning: script) == 0)
    }

    /// The file is complete before its directory is watched.
    @Test func fileMovedWithItsDirectoryIsReported() throws {
        let loop = try EventLoop()
        var count = 0
        let watch = try FileWatcher([home.appending("a/file")], on: loop) { count += 1 }
        _ = try home.makeDirectory("a")
        _ = try home.write("b", to: "a/file")
        repeat { try loop.runOnce() } while watch.isRearming
        #expect(count == 1)
        withExtendedLifetime(watch) {}
    }

    /// A file in the place of the directory cannot be watched: it is reported, and replaced later.
    @Test(arguments: ["touch folder", "ln -s folder folder", "ln -s end folder; touch end"])
    func whatIsNoDirectoryIsReportedAndAwaited(script: String) throws {
        let loop = try EventLoop()
        let pid = try ChildProcess.spawn("/bin/sh", arguments: ["-c", "cd '\(home.path)' && \(script)"])
        ChildProcess.reap(pid, waiting: true)
        var count = 0
        let watch = try FileWatcher([home.appending("folder/file")], on: loop) { count += 1 }
        #expect(watch.failure?.operation == "watching \(home.path)/folder")
        FileSystem.remove(home.appending("folder"))
        _ = try home.makeDirectory("folder")
        _ = try home.write("after", to: "folder/file")
        while count == 0 { try loop.runOnce() }
        #expect(watch.failure == nil)
    }
}
