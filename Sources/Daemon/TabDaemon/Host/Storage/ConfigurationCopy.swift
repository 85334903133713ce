import EventLoop
import Posix
import ShellConfig

/// The last configuration without errors, for a daemon that starts with faulty files. A thread writes it; damage is ignored.
final class ConfigurationCopy {
    private let path: String
    private let files: any FileCalls
    private let writer: BackgroundCall<[UInt8], Void>
    /// True if a copy exists. The built-in configuration needs none.
    private var isPresent: Bool

    init(path: String, files: any FileCalls = SystemFileCalls(), loop: EventLoop, log: Log) {
        self.path = path
        self.files = files
        isPresent = FileSystem.isPresent(path)
        writer = BackgroundCall("writing \(path)", on: loop) { (content) throws(SystemError) in
            if let old = try? files.read(path), old == content { return }
            try files.replace(path, with: content, synchronizing: true)
        }
        writer.onResult = { result in
            guard let error = result.error else { return }
            log.warning("the configuration cannot be saved for a start with errors in its files: \(error)")
        }
    }

    /// `NAME.configuration.json` beside a state file `NAME.json`.
    static func path(besideState path: String) -> String { "\(path.dropLast(".json".utf8.count)).configuration.json" }

    /// Reads the copy of the configuration of a file; nil if there is none, or it belongs to another file.
    func read(of file: String?) -> Configuration? {
        guard let content = try? files.read(path), ConfigurationMessage.lastFile(in: content) == file ?? "" else {
            return nil
        }
        return (try? ConfigurationMessage.reading(from: content))?.configuration
    }

    /// Replaces the copy. The default configuration needs none.
    func save(_ configuration: Configuration, from loader: ConfigurationLoader) {
        guard isPresent || configuration != loader.defaultConfiguration else { return }
        isPresent = true
        writer.run(
            ConfigurationMessage.line(reading: loader.file ?? "")
                + ConfigurationMessage.line(.success(ConfigurationReading(configuration))))
    }
}
