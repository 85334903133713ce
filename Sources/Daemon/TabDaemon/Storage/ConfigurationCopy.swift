// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import TabConfig

/// The last configuration without errors, in a file beside the state. A daemon that starts while the files have errors uses
/// it in their place.
///
/// It is written by a thread. A copy that a power cut has damaged is as good as none.
final class ConfigurationCopy {
    private let path: String
    private let files: any FileCalls
    private let loop: EventLoop
    private let log: Log
    /// True if there is a copy. The built-in configuration needs none.
    private var isPresent: Bool
    private var task: BackgroundTask?
    /// The content that is to be written next.
    private var waiting: [UInt8]?

    init(path: String, files: any FileCalls = SystemFileCalls(), loop: EventLoop, log: Log) {
        self.path = path
        self.files = files
        self.loop = loop
        self.log = log
        isPresent = FileSystem.isPresent(path)
    }

    /// `NAME.configuration.json` beside a state file `NAME.json`.
    static func path(besideState path: String) -> String { "\(path.dropLast(".json".utf8.count)).configuration.json" }

    /// Reads the copy of the configuration of a file; nil if there is none, or that of another file.
    func read(of file: String?) -> Configuration? {
        guard let content = try? files.read(path), ConfigurationMessage.lastFile(in: content) == file ?? "" else {
            return nil
        }
        return try? ConfigurationMessage.configuration(from: content)
    }

    /// Replaces the copy. The default configuration needs none.
    func save(_ configuration: Configuration, from loader: ConfigurationLoader) {
        guard isPresent || configuration != loader.defaultConfiguration else { return }
        isPresent = true
        waiting =
            ConfigurationMessage.line(reading: loader.file ?? "") + ConfigurationMessage.line(.success(configuration))
        write()
    }

    private func write() {
        guard task == nil, let content = waiting else { return }
        waiting = nil
        let (path, files) = (path, files)
        do throws(SystemError) {
            task = try BackgroundTask(on: loop) { () throws(SystemError) in
                if let old = try? files.read(path), old == content { return }
                try files.replace(path, with: content, synchronizing: true)
            } onEnd: { [weak self] result in
                self?.task = nil
                if case .failure(let error) = result { self?.report(error) }
                self?.write()
            }
        } catch {
            report(error)
        }
    }

    private func report(_ error: SystemError) {
        log.warning("the configuration cannot be saved for a start with errors in its files: \(error)")
    }
}
