import Localization
import ShellModel
import TabshellIPC

/// The output of the helper that reads the configuration files: a line with the name of each file before it is read, then a
/// configuration, or all errors of the files. The form is private to the daemon and its helper; the daemon also saves the last
/// configuration in it.
public enum ConfigurationMessage {
    /// The line before a file is read. It shows the daemon which file the helper was reading when it was killed.
    public static func line(reading file: String) -> [UInt8] {
        (["reading": .string(file)] as JSON).encodedLine
    }

    /// The name of the last read file; nil without one.
    public static func lastFile(in output: [UInt8]) -> String? {
        for line in output.split(separator: UInt8(ascii: "\n")).reversed() {
            if case .string(let file)? = (try? JSONParser.parse(line))?["reading"] { return file }
        }
        return nil
    }

    /// The output as one line of JSON.
    public static func line(_ result: Result<ConfigurationReading, ConfigurationErrors>) -> [UInt8] {
        let json: JSON =
            switch result {
            case .success(let reading): WireFormat<ConfigurationReading>.reading.encode(reading)
            case .failure(let errors):
                ["errors": WireFormat.errors.encode(errors.errors), "may_hide_lock": .bool(errors.mayHideLock)]
            }
        return json.encodedLine
    }

    /// Parses the output.
    ///
    /// - Throws: ``ConfigurationErrors``: the errors of the files, or one for invalid output.
    public static func reading(from output: [UInt8]) throws(ConfigurationErrors) -> ConfigurationReading {
        let line = output.split(separator: UInt8(ascii: "\n")).last.map(Array.init) ?? []
        let json: JSON
        do throws(JSONError) {
            json = try JSONParser.parse(line)
        } catch {
            throw .helper(line.isEmpty ? localized("no output") : localized("invalid output: \(error.message)"))
        }
        let errors: [ConfigurationError]
        do throws(MessageError) {
            let reader = JSONObjectReader(json)
            guard let list = reader.optional("errors") else {
                return try WireFormat<ConfigurationReading>.reading.decode(reader)
            }
            errors = try WireFormat.errors.decode(list)
        } catch {
            throw .helper(localized("invalid output: \(error.message)"))
        }
        guard !errors.isEmpty else { throw .helper(localized("invalid output: errors is empty")) }
        throw ConfigurationErrors(errors, mayHideLock: json["may_hide_lock"] != false)
    }
}

extension ConfigurationErrors {
    /// A failure of the helper itself.
    static func helper(_ reason: String, isTimeout: Bool = false) -> ConfigurationErrors {
        ConfigurationErrors(
            [ConfigurationError(file: ConfigurationLoader.helper, message: reason)], isTimeout: isTimeout,
            mayHideLock: true)
    }
}

extension WireFormat<ConfigurationError> {
    fileprivate static let error = WireFormat.object(
        .init("file", \.file, .string), .init("line", \.line, .nullable(.integer)), .init("path", \.path, .string),
        .init("message", \.message, .string)
    ) { ConfigurationError(file: $0, line: $1, path: $2, message: $3) }
}

extension WireFormat<ConfigurationReading> {
    /// All members except the configuration may be absent, as in files of earlier daemons.
    fileprivate static let reading = WireFormat.object(
        .init("configuration", \.configuration, .configuration),
        .init("look", { @Sendable (reading) -> String? in reading.look }, .nullable(.string)),
        .init("saved_tabs", { @Sendable (reading) -> String? in reading.savedTabs }, .nullable(.string)),
        .init("tabs_file", { @Sendable (reading) -> String? in reading.tabsFile }, .nullable(.string)),
        .init(
            "look_errors", { @Sendable (reading) -> [ConfigurationError]? in reading.lookErrors?.errors },
            .nullable(.errors)),
        .init("files", { @Sendable (reading) -> [String]? in reading.files }, .nullable(.array(of: .string)))
    ) {
        ConfigurationReading(
            $0, look: $1, savedTabs: $2, tabsFile: $3, lookErrors: $4.map { ConfigurationErrors($0) },
            files: $5 ?? [])
    }
}

extension WireFormat<[ConfigurationError]> {
    fileprivate static let errors = array(of: .error)
}

extension WireFormat<Configuration> {
    fileprivate static let configuration = WireFormat.object(
        .init("state", \.setup, .setup),
        .init("programs", \.programs, .programs),
        .init("action_programs", \.actionPrograms, .byID(.array(of: .string))),
        .init("hooks", \.hooks, .array(of: .hook).absent([])),
        .init("kept_tabs", { @Sendable in $0.keptTabs.map(\.rawValue).sorted() }, .array(of: .string).absent([])),
        .init("appearance", \.appearance, .nullable(.choice)),
        .init("unresponsive_timeout", \.unresponsiveTimeout, .nullable(.number(in: 0...86_400))),
        .init("compositor", \.compositor, .nullable(.array(of: .string))),
        .init("tabs_text", \.tabsText, .string.absent("")),
        .init("lock_hash", \.lockHash, .nullable(.string)),
        .init("shell_controllers", \.shellControllers, .array(of: .identifier()).absent([])),
        .init("network_tabs", \.networkTabs, .array(of: .identifier()).absent([])),
        .init("directories", \.directories, .byID(.string).absent([:])),
        .init("screenshots", \.allowsScreenshots, .bool.absent(false)),
        .init("controlling_actions", \.controllingActions, .array(of: .identifier()).absent([]))
    ) {
        Configuration(
            setup: $0, programs: $1, actionPrograms: $2, hooks: $3, keptTabs: Set($4.map { TabID(rawValue: $0) }),
            appearance: $5, unresponsiveTimeout: $6, compositor: $7, tabsText: $8, lockHash: $9,
            shellControllers: $10, controllingActions: $14, networkTabs: $11, directories: $12, allowsScreenshots: $13)
    }
}

extension WireFormat<EventHook> {
    fileprivate static let hook = WireFormat.object(
        .init("event", \.event, .choice), .init("arguments", \.arguments, .array(of: .string))
    ) { EventHook($0, $1) }
}

extension WireFormat<[Program: [String]]> {
    fileprivate static let programs = WireFormat.map(
        .array(of: .string), name: { program in program.name }, key: { name in Program(name: name) })
}
