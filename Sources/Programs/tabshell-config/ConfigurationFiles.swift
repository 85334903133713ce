// SPDX-License-Identifier: MIT
import Posix
import ConfigReader
import EventLoop
import IconTheme
import Icons
import CommandLineKit
import SocketIPC
import TabConfig
import ShellModel
import TabshellIPC

/// The configuration on disk.
struct ConfigurationFiles {
    private let source: ConfigurationLoader

    /// The maximum size of a file, bytes.
    private static let maximumSize = 1024 * 1024

    init(_ source: ConfigurationLoader) {
        self.source = source
    }

    /// Reads the user's file and the looks that it needs.
    func read() -> Result<Configuration, ConfigurationErrors> {
        var errors: [ConfigurationError] = []
        var user: ConfigurationText?
        if let file = source.file, source.chosenFile != nil || FileSystem.exists(file) {
            switch Self.text(of: file) {
            case .success(let text): user = text
            case .failure(let error): errors.append(error)
            }
        }
        var lookErrors: [ConfigurationError] = []
        let reader = ConfigurationReader(lookNames: source.lookNames, icons: Self.icons) { name in
            guard let folder = source.folder, !name.contains("/"), !name.contains("\0") else { return nil }
            let file = "\(folder)/looks/\(name).toml"
            guard FileSystem.exists(file) else { return nil }
            switch Self.text(of: file) {
            case .success(let text): return text
            case .failure(let error):
                lookErrors.append(error)
                return nil
            }
        }
        do throws(ConfigurationErrors) {
            let configuration = try reader.read(user: user, look: source.look)
            let all = errors + lookErrors
            return all.isEmpty ? .success(configuration) : .failure(ConfigurationErrors(all))
        } catch {
            return .failure(ConfigurationErrors(errors + lookErrors + error.errors))
        }
    }

    /// Says everything that is wrong.
    ///
    /// - Throws: ``ExitError`` when anything is.
    func check() throws(ExitError) {
        let file = source.file.flatMap { source.chosenFile != nil || FileSystem.exists($0) ? $0 : nil }
        switch read() {
        case .success(let configuration):
            let tabs = configuration.setup.tabs.map(\.id.rawValue).joined(separator: ", ")
            print("\(file ?? "no file"): no errors; the look \(configuration.setup.look.name) with the tabs \(tabs)")
        case .failure(let errors):
            print(errors)
            let count = errors.errors.count
            throw ExitError(
                status: .refused, reason: count == 1 ? "there is an error" : "there are \(count) errors")
        }
    }

    private static func text(of file: String) -> Result<ConfigurationText, ConfigurationError> {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileSystem.read(file, maximumSize: maximumSize)
        } catch {
            return .failure(ConfigurationError(file: file, message: SystemError.message(for: error.code)))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .firstIndex { String(validating: $0, as: UTF8.self) == nil }
            return .failure(ConfigurationError(file: file, line: line.map { $0 + 1 }, message: "this is not UTF-8"))
        }
        return .success(ConfigurationText(file: file, text: text))
    }

    private static let icons = IconResolver(builtIn: Icons.names) { name, theme, folder throws(IconDiagnostic) in
        let finder = IconLookup(
            configFolder: folder ?? "/", theme: theme ?? "hicolor", environment: environmentVariable)
        do throws(IconError) {
            return try finder.resolve(name)
        } catch {
            throw IconDiagnostic(error.reason)
        }
    }
}
