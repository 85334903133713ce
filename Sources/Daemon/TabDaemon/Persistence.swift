// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import ShellModel
import TabshellIPC

/// What of the state survives the daemon, in one small JSON file.
///
/// Each save is a write beside the file and a rename over it, so that a killed daemon leaves either the old or the new
/// state. The disk is told to keep it within a second, so that a power cut loses no more than that.
final class Persistence {
    private let path: String
    private let timer: EventLoop.Timer

    init(path: String, loop: EventLoop) {
        self.path = path
        timer = loop.timer { Self.synchronize(path) }
    }

    /// `$XDG_STATE_HOME/tabshell/NAME.json`, `~/.local/state` where that is not set; nil without a home.
    static func defaultPath(name: String, environment: (String) -> String?) -> String? {
        let base = environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = base ?? environment("HOME").map { "\($0)/.local/state" }
        return folder.map { "\($0)/tabshell/\(name).json" }
    }

    /// What was last saved; nil when there is nothing, or nothing legible.
    func load() -> StateFile? {
        guard let bytes = try? AtomicFile.read(path), let json = try? JSONParser.parse(bytes) else { return nil }
        return try? StateFile(json: json)
    }

    /// Writes down what is to survive.
    ///
    /// - Throws: ``SystemError`` when it cannot be written; what was saved before is still there.
    func save(_ remembered: StateFile) throws(SystemError) {
        try AtomicFile.makeFolders(for: path)
        try AtomicFile.replace(path, with: remembered.json.encodedLine)
        if timer.deadline == nil { timer.arm(after: 1_000_000_000) }
    }

    /// Makes the last save safe from a power cut now.
    func finish() {
        guard timer.deadline != nil else { return }
        timer.disarm()
        Self.synchronize(path)
    }

    private static func synchronize(_ path: String) {
        for name in [path, AtomicFile.folder(of: path)] {
            let number = open(name, O_RDONLY | O_CLOEXEC)
            guard number >= 0 else { continue }
            fsync(number)
            close(number)
        }
    }
}
