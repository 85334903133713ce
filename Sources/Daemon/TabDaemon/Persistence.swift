// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import ShellModel
import TabshellIPC

/// The storage of the persistent part of the state: one small JSON file.
///
/// Each save writes a file beside it and renames that over it, so that a killed daemon leaves either the old or the new
/// state. The file is synchronized within a second, so that a power cut loses no more than that.
final class Persistence {
    private let path: String
    private let timer: EventLoop.Timer

    init(path: String, loop: EventLoop) {
        self.path = path
        timer = loop.timer { Self.synchronize(path) }
    }

    /// `$XDG_STATE_HOME/tabshell/NAME.json`, `~/.local/state` where that is not set; nil without a home.
    static func defaultPath(name: String, environment: (String) -> String?) -> String? {
        BaseDirectory.state.path(environment: environment).map { "\($0)/tabshell/\(name).json" }
    }

    /// Reads the saved state; nil when there is none, or none that can be decoded.
    func load() -> StateFile? {
        guard let bytes = try? AtomicFile.read(path), let json = try? JSONParser.parse(bytes) else { return nil }
        return try? StateFile(json: json)
    }

    /// Saves the state.
    ///
    /// - Throws: ``SystemError`` when it cannot be written; the earlier state is still there.
    func save(_ content: StateFile) throws(SystemError) {
        try FileSystem.makeDirectories(above: path)
        try AtomicFile.replace(path, with: content.json.encodedLine)
        if timer.deadline == nil { timer.arm(after: 1_000_000_000) }
    }

    /// Synchronizes the last save now, if that is still to be done.
    func finish() {
        guard timer.deadline != nil else { return }
        timer.disarm()
        Self.synchronize(path)
    }

    private static func synchronize(_ path: String) {
        for name in [path, FileSystem.directory(of: path)] {
            try? FileDescriptor(opening: name).synchronize()
        }
    }
}

/// The content of the file that keeps the state from one daemon to the next.
struct StateFile: Equatable {
    var memory: PersistentState
    var look: ConfigurationManager.LookOverride?
}

extension StateFile {
    var json: JSON {
        guard case .object(let members) = memory.json else { return memory.json }
        let choice: JSON = look.map { ["name": .string($0.look), "over": .string($0.over)] } ?? .null
        return .object(members + [JSON.Member("look", choice)])
    }

    /// - Throws: ``MessageError`` for JSON that no daemon has written.
    init(json: JSON) throws(MessageError) {
        memory = try PersistentState(json: json)
        if case .string(let name)? = json["look"]?["name"], case .string(let over)? = json["look"]?["over"] {
            look = ConfigurationManager.LookOverride(look: name, over: over)
        }
    }
}
