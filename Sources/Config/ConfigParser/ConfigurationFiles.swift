import Localization
import Posix
import DesktopEntries
import IconTheme
import Icons
import CommandLineKit
import ShellConfig
import ShellModel
import Text

struct ConfigurationFiles {
    private let loader: ConfigurationLoader
    /// Called with the name of each file before it is read.
    private let onFile: @Sendable (String) -> Void

    /// The size of the largest file that is read, in bytes.
    private static let maximumSize = 1024 * 1024

    init(_ loader: ConfigurationLoader, onFile: @escaping @Sendable (String) -> Void = { _ in }) {
        self.loader = loader
        self.onFile = onFile
    }

    /// The user's file; nil if it is missing and none was requested.
    private var userFile: String? {
        loader.file.flatMap { loader.requestedFile != nil || FileSystem.isPresent($0) ? $0 : nil }
    }

    private var tabsFile: String? { loader.tabsFile.flatMap { FileSystem.isPresent($0) ? $0 : nil } }

    /// Reads the user's files and their looks, and makes the change of the tabs.
    func read(
        _ request: ConfigurationRequest = ConfigurationRequest()
    ) -> Result<ConfigurationReading, ConfigurationErrors> {
        let name = loader.tabsFile ?? "tabs.toml"
        let entries = DesktopEntryFinder(environment: environmentVariable, onFile: onFile)
        var content: String?
        func editor(_ look: String?) -> TabsEditor {
            TabsEditor(file: name, desktopEntry: entries.find) { text throws(ConfigurationErrors) in
                let tabs = text.map { ConfigurationText(file: name, text: $0) }
                return try read(tabs: tabs, look: look ?? loader.look) { content = content ?? $0 }.get()
            }
        }
        return Result { () throws(ConfigurationErrors) in
            var reading = try request.reading { mine, theirs, base throws(ConfigurationErrors) in
                try editor(request.look).merge(mine, with: theirs, over: base)
            } by: { look, edit throws(ConfigurationErrors) in
                try editor(look).apply(edit)
            }
            if request.tabs.over != nil { reading.tabsFile = content ?? "" }
            reading.files = [userFile, tabsFile].compactMap(\.self)
            return reading
        }
    }

    /// - Parameters:
    ///   - tabs: the text in place of the file with the changes of the tabs.
    ///   - onTabs: called with the content of that file, if it exists and is read.
    private func read(
        tabs: ConfigurationText?, look: String?, onTabs: (String) -> Void
    ) -> Result<Configuration, ConfigurationErrors> {
        var errors: [ConfigurationError] = []
        func text(of file: String) -> ConfigurationText? {
            onFile(file)
            do throws(ConfigurationError) {
                return try Self.text(of: file)
            } catch {
                errors.append(error)
                return nil
            }
        }
        var texts = tabs
        if tabs == nil {
            texts = tabsFile.flatMap(text)
            if let texts { onTabs(texts.text) }
        }
        let user = userFile.flatMap(text)
        let reader = ConfigurationReader(lookNames: loader.lookNames, icon: icon) { name in
            guard let folder = loader.folder, !name.contains("/"), !name.contains("\0") else { return nil }
            let file = "\(folder)/looks/\(name).toml"
            return FileSystem.isPresent(file) ? text(of: file) : nil
        }
        do throws(ConfigurationErrors) {
            let configuration = try reader.read(user: user, tabs: texts, look: look)
            if errors.isEmpty { return .success(configuration) }
        } catch {
            errors += error.errors
        }
        let isUnread = userFile != nil && user == nil
        return .failure(ConfigurationErrors(errors, mayHideLock: isUnread || user.map(Self.namesLock) ?? false))
    }

    /// True if a text that may not be TOML seems to have a table `lock`.
    private static func namesLock(_ text: ConfigurationText) -> Bool {
        text.text.split(whereSeparator: \.isNewline).contains { line in
            let key = line.filter { !$0.isWhitespace && !"[\"'".contains($0) }
            return key.hasPrefix("lock") && key.dropFirst(4).first.map { "].=\"'".contains($0) } ?? true
        }
    }

    /// Prints all errors; throws ``ExitError`` if there are any.
    func check() throws(ExitError) {
        switch read() {
        case .success(let reading):
            let configuration = reading.configuration
            let tabs = configuration.setup.tabs.map(\.id.rawValue).joined(separator: ", ")
            let look = configuration.setup.look.name
            let files = [userFile, tabsFile].compactMap(\.self).joined(separator: ", ")
            StandardOutput.writeLine(
                "\(files.isEmpty ? "no file" : files): no errors; the look \(look) with the tabs \(tabs)")
            let warnings =
                configuration.warnings + Self.missingPrograms(of: configuration) + windowPrograms(of: configuration)
                + Self.controllers(of: configuration)
                + [Self.emptyTabs(of: configuration), Self.scrolledRow(of: configuration.setup)]
            for warning in warnings.compactMap(\.self) { StandardOutput.writeLine("warning: \(warning)") }
        case .failure(let errors):
            for error in errors.errors { StandardOutput.writeLine("\(error)") }
            let count = errors.errors.count
            throw ExitError(status: .refused, reason: count == 1 ? "there is an error" : "there are \(count) errors")
        }
    }

    /// The widths of a narrow and of an ordinary phone, logical pixels.
    private static let phoneWidths = [320.0, 428]
    /// The heights of an ordinary phone, held sideways and upright, logical pixels.
    private static let phoneHeights = [428.0, 926]

    /// The number of tabs that fit on a phone, if not all do. Scrolling the row shows the others.
    private static func scrolledRow(of setup: ShellConfiguration) -> String? {
        let isRail = setup.look.bar.position.isSide
        let lengths = isRail ? phoneHeights : phoneWidths
        let visible = setup.tabs.filter { !$0.isHidden }
        let buttons = visible.count(where: \.isProminent)
        let tabs = visible.count - buttons
        let minimum = setup.look.minimumLength(tabs: tabs, buttons: buttons)
        guard minimum > lengths[0] else { return nil }
        let counts = lengths.filter { $0 < minimum }.map {
            "\(setup.look.tabCapacity(length: $0, buttons: buttons)) at \(Int($0)) px"
        }
        let (length, list) = (Int(minimum.rounded(.up)), counts.joined(separator: ", "))
        return isRail
            ? """
            the \(tabs) tabs fit one below the other from a height of \(length) px on (\(list)); on a lower screen the row is \
            scrolled
            """
            : """
            the \(tabs) tabs fit side by side from a width of \(length) px on (\(list)); on a narrower screen the row is \
            scrolled
            """
    }

    /// The tabs that only show how to fill them.
    private static func emptyTabs(of configuration: Configuration) -> String? {
        let empty = configuration.setup.tabs.map(\.id).filter {
            configuration.programs[.page($0)]?.suffix(2) == ["--tab", $0.rawValue]
        }
        guard !empty.isEmpty else { return nil }
        return
            "nothing fills these tabs: \(empty.map(\.rawValue).joined(separator: ", ")); add url, file, command or exec"
    }

    /// The programs that seem to open their own windows, which need an app ID to be pages of tabs.
    private func windowPrograms(of configuration: Configuration) -> [String] {
        let finder = DesktopEntryFinder(environment: environmentVariable, onFile: onFile)
        return configuration.setup.tabs.compactMap { tab in
            guard tab.window == nil, let arguments = configuration.programs[.page(tab.id)],
                let program = arguments.first,
                !program.hasPrefix("tabshell-"), ChildProcess.findExecutable(program) != nil
            else { return nil }
            let appIDs = finder.appIDs(of: program).map { "\"\($0)\"" }
            if let appID = appIDs.first {
                let value = appIDs.count == 1 ? appID : "[\(appIDs.joined(separator: ", "))]"
                return "tab \"\(tab.id)\": \(program) opens a window of its own; add app_id = \(value)"
            }
            // A path, or a program with arguments, is mostly a page.
            guard arguments.count == 1, !program.contains("/") else { return nil }
            return "tab \"\(tab.id)\": no desktop entry names the window of \(program); if it opens one, add its app_id"
        }
    }

    /// The programs that a lock does not keep from the shell, and those of actions that it keeps from controlling it.
    private static func controllers(of configuration: Configuration) -> [String] {
        guard configuration.setup.lock != nil else { return [] }
        let tabs = configuration.setup.tabs.filter { tab in
            let program = configuration.programs[.page(tab.id)]?.first
            return tab.window == nil && program?.hasPrefix("tabshell-") == false
        }
        let actions = configuration.setup.actions.map(\.id).filter { action in
            let words = configuration.actionPrograms[action] ?? []
            return configuration.confines(action)
                && words.contains { word in
                    ["tabctl", "swaymsg"].contains { word.parts(separatedBy: $0).count > 1 }
                }
        }
        let problem = "[lock] does not keep its program from the shell and the compositor"
        return tabs.map { "tab \"\($0.id)\": \(problem); if it opens a window, add app_id" }
            + actions.map {
                "action \"\($0)\": [lock] keeps its program from the shell; add controls_shell = true, or guard the action"
            }
            + configuration.hooks.indices.map { "on[\($0 + 1)]: \(problem); it must not open a window" }
    }

    /// The programs that cannot be started now. Not errors: they may be installed later, or be on another `PATH` than this one.
    private static func missingPrograms(of configuration: Configuration) -> [String] {
        func problem(
            _ owner: String, _ arguments: [String]?, in directory: String? = nil,
            _ describe: (MissingExecutable) -> String = { "\($0)" }
        ) -> String? {
            guard let name = arguments?.first else { return nil }
            do throws(MissingExecutable) {
                _ = try ChildProcess.executable(named: name, in: directory.map(FileSystem.expandingHome))
                return nil
            } catch {
                return "\(owner): \(describe(error))"
            }
        }
        let pages = configuration.programs.values.compactMap { WebPage(arguments: $0) }.filter { page in
            page.browsers.allSatisfy { ChildProcess.findExecutable($0) == nil }
        }
        let tabs = configuration.setup.tabs.compactMap {
            problem(
                "tab \"\($0.id)\"", configuration.programs[.page($0.id)], in: configuration.directories[$0.id])
        }
        let actions = configuration.setup.actions.compactMap {
            problem("action \"\($0.id)\"", configuration.actionPrograms[$0.id])
        }
        let hooks = configuration.hooks.enumerated().compactMap { problem("on[\($0 + 1)]", $1.arguments) }
        let panel = problem("panel", configuration.programs[.panel])
        let bridge = problem(
            "accessibility.bridge", configuration.programs[.bridge], ScreenReaderBridge.describe)
        return [panel, bridge].compactMap(\.self) + tabs + actions + hooks
            + pages.sorted { $0.tab.rawValue < $1.tab.rawValue }.map {
                "tab \"\($0.tab)\": \($0.missingBrowser) (searched for: \($0.browsers.listed))"
            }
    }

    private static func text(of file: String) throws(ConfigurationError) -> ConfigurationText {
        // Nothing may ever write to a named pipe, while one of a shell's `<(…)` is a file like any other.
        switch (try? FileSystem.status(of: file))?.kind {
        case .pipe where !["/dev/", "/proc/"].contains(where: file.hasPrefix):
            throw ConfigurationError(file: file, message: localized("this is a named pipe, not a file"))
        case .socket: throw ConfigurationError(file: file, message: localized("this is a socket, not a file"))
        default: break
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileSystem.read(file, maximumSize: maximumSize, acceptsStreams: true)
        } catch {
            throw ConfigurationError(file: file, message: SystemError.message(for: error.code))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .firstIndex { String(validating: $0, as: UTF8.self) == nil }
            throw ConfigurationError(file: file, line: line.map { $0 + 1 }, message: localized("this is not UTF-8"))
        }
        return ConfigurationText(file: file, text: text)
    }

    private func icon(_ name: String, _ theme: String?, _ folder: String?) throws(IconError) -> String {
        if Icons.names.contains(name) { return name }
        onFile(name.hasPrefix("/") ? name : "\(folder ?? "") (the icon \(name))")
        let lookup = IconLookup(
            configFolder: folder ?? "/", theme: theme ?? "hicolor", environment: environmentVariable)
        return try lookup.resolve(name)
    }
}
