import Foundation
import Glibc
import Posix
import TestSupport
import Testing

@testable import EventLoop

@Suite struct FileWatcherTests {
    private let home: TemporaryDirectory
    private let loop: EventLoop

    init() throws {
        home = try TemporaryDirectory()
        loop = try EventLoop()
    }

    /// Runs the loop until the watcher has handled what has happened.
    private func settle(_ watch: FileWatcher) throws {
        let alarm = loop.timer {}
        var wasRearming: Bool
        repeat {
            // While it watches anew, it does not read its queue.
            wasRearming = watch.isRearming
            alarm.arm(after: 0)
            try loop.runOnce()
        } while wasRearming || watch.isRearming
    }

    private func run(_ script: String) throws {
        let script = "cd '\(home.path)' && \(script)"
        ChildProcess.reap(try ChildProcess.spawn("/bin/sh", arguments: ["-c", script]), waiting: true)
    }

    private func content(_ name: String) -> String? {
        (try? FileSystem.read(home.appending(name), maximumSize: 100)).map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: What a path leads to

    /// The ways in which others replace what leads to a configuration file.
    @Test(arguments: [
        // A folder's link, in place and by another one over it.
        ("mkdir v1 v2; echo a >v1/file; echo b >v2/file; ln -s v1 way", "ln -sfn v2 way"),
        ("mkdir v1 v2; echo a >v1/file; echo b >v2/file; ln -s v1 way", "ln -s v2 new; mv -T new way"),
        // A chain of links, of which an inner one is replaced.
        ("mkdir v1 v2 way; echo a >v1/file; echo b >v2/file; ln -s v1 now; ln -s ../now/file way", "ln -sfn v2 now"),
        (
            "mkdir v1 v2 way; echo a >v1/file; echo b >v2/file; cd way; ln -s ../v1 d; ln -s d/file .",
            "ln -sfn ../v2 way/d"
        ),
        // The folder, or one above it.
        ("mkdir way new; echo a >way/file; echo b >new/file", "mv way old; mv new way"),
        ("mkdir -p top/v1 new/v1; ln -s top/v1 way; echo a >way/file; echo b >new/v1/file", "mv top old; mv new top"),
        // What comes later.
        ("ln -s later way", "mkdir later; echo b >later/file"), ("ln -s a/b way", "mkdir -p a/b; echo b >a/b/file"),
        ("touch way", "rm way; mkdir way; echo b >way/file"), ("ln -s way way", "rm way; mkdir way; echo b >way/file"),
        ("mkdir way", "echo b >new; ln new way/file"),
    ])
    func whatLeadsToAFileIsFollowed(before: String, change: String) throws {
        try run(before)
        var seen = content("way/file")
        let watch = FileWatcher([home.appending("way/file")], on: loop) { seen = content("way/file") }
        for script in [change, "echo c >way/file"] {
            try run(script)
            try settle(watch)
            #expect(content("way/file") != nil && seen == content("way/file"), "after \(script)")
        }
    }

    /// Whatever others do to files, folders and links: what was read at the last report is what the path leads to.
    @Test(arguments: 0..<UInt64(Rounds.count(15)), [false, true])
    func lastReportSeesWhereThePathLeads(seed: UInt64, hasPattern: Bool) throws {
        func names() -> [String] { hasPattern ? FileSystem.names(in: home.appending("a/b")).sorted() : ["a"] }
        func contents() -> [String?] { names().filter { $0.hasSuffix("a") }.flatMap { [$0, content("a/b/\($0)")] } }
        var random = SplitMix64(seed: seed)
        for _ in 0..<5 { change(&random) }
        var seen = contents()
        let pattern = FileWatcher.Pattern(in: home.appending("a/b"), suffix: "a")
        let watch = FileWatcher(
            hasPattern ? [] : [home.appending("a/b/a")], and: hasPattern ? pattern : nil, on: loop
        ) { seen = contents() }
        var log: [String] = []
        for _ in 0..<40 {
            for _ in 0..<Int.random(in: 1...3, using: &random) { log.append(change(&random)) }
            try settle(watch)
            try #require(seen == contents(), "\(log.joined(separator: "; "))")
        }
        #expect(watch.failure == nil)
    }

    /// Makes one change in the tree, if it is possible.
    @discardableResult
    private func change(_ random: inout SplitMix64) -> String {
        func any(_ names: [String]) -> String { names[Int.random(in: 0..<names.count, using: &random)] }
        func name() -> String {
            let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in any(["a", "b"]) }
            return any(["a", "a/b", "a/b/a"] + Array(repeating: names.joined(separator: "/"), count: 3))
        }
        let (one, other, temporary) = (name(), name(), home.appending("new"))
        let (path, otherPath) = (home.appending(one), home.appending(other))
        func write(_ path: String) {
            try? FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
                .writeAll(Array("\(random.next())".utf8))
        }
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1:
            mkdir(path, 0o700)
            return "mkdir \(one)"
        case 2:
            write(path)
            return "write \(one)"
        case 3:
            write(temporary)
            Glibc.rename(temporary, path)
            return "replace \(one)"
        case 4, 5:
            // None leads out of the home: what else is there would be changed.
            let target = any([other, "./\(other)", otherPath, ".", home.path])
            symlink(target, temporary)
            if Glibc.rename(temporary, path) != 0 { unlink(temporary) }
            return "link \(one) \(target)"
        case 6:
            try? FileManager.default.removeItem(atPath: path)
            return "remove \(one)"
        case 7:
            link(path, otherPath)
            return "ln \(one) \(other)"
        default:
            Glibc.rename(path, temporary)
            Glibc.rename(otherPath, path)
            Glibc.rename(temporary, otherPath)
            return "exchange \(one) \(other)"
        }
    }

    @Test func walkVisitsEachLinkAndFolder() {
        let links = ["/home": "/data/./homes", "/data/homes/me": "../../srv//me/", "/srv/me/l": "l"]
        func entries(_ path: String) -> [String] {
            var (walk, entries) = (PathWalk(path), [String]())
            while walk.name != nil {
                let entry = walk.path
                entries.append(walk.isLast ? "\(entry)!" : entry)
                walk.found(links[entry].map { .link(to: $0) } ?? (entry.hasSuffix("none") ? .missing : .present))
            }
            return entries
        }
        #expect(entries("/") == [] && entries("/none/a") == ["/none"])
        #expect(entries("/a/../b") == ["/a", "/b!"])
        #expect(
            entries("/home/me/f") == [
                "/home", "/data", "/data/homes", "/data/homes/me", "/srv", "/srv/me", "/srv/me/f!",
            ])
        #expect(entries("/srv/me/l") == ["/srv", "/srv/me"] + Array(repeating: "/srv/me/l!", count: 41))
    }

    // MARK: What is not reported

    /// Nor does it wake the program up, but in the folder of a file.
    @Test(arguments: [
        "echo a >folder/other; rm folder/other", "cat folder/file", "touch file; chmod 600 folder/file",
        "chmod 700 folder", "echo a >new; mv new other; rm other",
    ])
    func otherChangesAreNotReported(script: String) throws {
        try run("mkdir folder; echo before >folder/file")
        var count = 0
        let watch = FileWatcher([home.appending("folder/file")], on: loop) { count += 1 }
        try run(script)
        try settle(watch)
        #expect(count == 0)
    }

    @Test func otherFilesInDirectoryAreNotReported() throws {
        try run("mkdir -p folder/looks")
        var count = 0
        let pattern = FileWatcher.Pattern(in: home.appending("folder/looks"), suffix: ".toml")
        let watch = FileWatcher([], and: pattern, on: loop) { count += 1 }
        try run("cd folder; echo a >looks/a.toml~; echo a >looks/.a.toml; rm looks/.a.toml; echo a >b.toml")
        try settle(watch)
        #expect(count == 0)
        try run("echo a >folder/looks/a.toml")
        try settle(watch)
        #expect(count > 0)
    }

    /// A file that was created and is not written yet would be read as an empty one.
    @Test func emptyFileIsAwaited() throws {
        var count = 0
        let watch = FileWatcher([home.appending("file")], on: loop) { count += 1 }
        let file = try FileDescriptor(opening: home.appending("file"), O_WRONLY | O_CREAT, mode: 0o600)
        try settle(watch)
        let early = count
        try file.writeAll([1])
        _ = consume file
        try settle(watch)
        #expect(count == early + 1)
    }

    // MARK: Watches that fail

    /// Others may use up all instances, and release them.
    @Test(arguments: [false, true]) func failedWatchesAreSetLater(watchesLater: Bool) throws {
        var refusals = 3
        func make() throws(Posix.SystemError) -> Inotify {
            refusals -= 1
            if refusals >= 0 { throw Posix.SystemError(code: EMFILE, operation: "inotify_init1") }
            return try Inotify()
        }
        var seen: String?
        let file = home.appending("file")
        let watch = FileWatcher([file], and: nil, on: loop, watchesLater: watchesLater, make) { seen = content("file") }
        #expect(watch.failure?.code == EMFILE)
        try home.write("a", to: "file")
        while seen != "a" { try loop.runOnce() }
        #expect(watch.failure == nil)
        try home.write("b", to: "file")
        while seen != "b" { try loop.runOnce() }
    }
}
