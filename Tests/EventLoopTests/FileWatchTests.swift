// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct FileWatchTests {
    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
    }

    /// How often a watch of `folder/file` tells of a change, while a script of the shell runs in the home; a change of
    /// `end` marks the end.
    private func changes(of name: String, whileRunning script: String) throws -> Int {
        let loop = try EventLoop()
        var count = 0
        let watch = try FileWatch([home.appending(name)], on: loop) { count += 1 }
        let end = try FileWatch([home.appending("end")], on: loop) { loop.stop() }
        let pid = try ChildProcess.start("/bin/sh", arguments: ["-c", "cd '\(home.path)' && \(script); echo > end"])
        let child = try ProcessWatch(pid: pid, on: loop) { _ in }
        try loop.run()
        withExtendedLifetime((watch, end, child)) {}
        return count
    }

    @Test(arguments: [
        "echo a > folder/file", "echo a > folder/new && mv folder/new folder/file", "rm folder/file",
        "mv folder/file folder/other", "ln -sf ../elsewhere folder/file",
    ])
    func whatChangesAFileIsTold(script: String) throws {
        _ = try home.makeDirectory("folder")
        _ = try home.write("before", to: "folder/file")
        #expect(try changes(of: "folder/file", whileRunning: script) >= 1)
    }

    @Test func whatHappensToOtherFilesIsNotTold() throws {
        _ = try home.makeDirectory("folder")
        _ = try home.write("before", to: "folder/file")
        let script = "echo a > folder/other; rm folder/other; cat folder/file; touch file; chmod 600 folder/file"
        #expect(try changes(of: "folder/file", whileRunning: script) == 0)
    }

    @Test func aFileWhoseFoldersAreMissingIsWaitedFor() throws {
        let script = "mkdir -p a/b && echo a > a/b/file; mv a/b/file a/b/x; mkdir c; echo b > a/b/file"
        #expect(try changes(of: "a/b/file", whileRunning: script) >= 1)
    }

    /// The file is complete before anybody has looked into its folder.
    @Test func aFileThatComesWithItsFolderIsTold() throws {
        let loop = try EventLoop()
        var count = 0
        let watch = try FileWatch([home.appending("a/file")], on: loop) { count += 1 }
        _ = try home.makeDirectory("a")
        _ = try home.write("b", to: "a/file")
        try loop.runOnce()
        #expect(count == 1)
        withExtendedLifetime(watch) {}
    }

    @Test func theFileBehindALinkIsWatchedToo() throws {
        _ = try home.makeDirectory("folder")
        _ = try home.makeDirectory("dotfiles")
        _ = try home.write("before", to: "dotfiles/real")
        symlink("../dotfiles/real", home.appending("folder/file"))
        #expect(try changes(of: "folder/file", whileRunning: "echo a > dotfiles/real") >= 1)
    }
}
