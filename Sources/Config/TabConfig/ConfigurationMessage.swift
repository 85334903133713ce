// SPDX-License-Identifier: MIT
import TabshellIPC

/// The output of the helper that reads the configuration files: a configuration, or all errors of the files.
public enum ConfigurationMessage {
    /// The output as one line of JSON.
    public static func line(_ result: Result<Configuration, ConfigurationErrors>) -> [UInt8] {
        switch result {
        case .success(let configuration):
            return (["configuration": configuration.json] as JSON).encodedLine
        case .failure(let errors):
            return (["errors": .array(errors.errors.map(\.json))] as JSON).encodedLine
        }
    }

    /// Parses the output.
    ///
    /// - Throws: ``ConfigurationErrors``: the errors of the files, or one for output that is not valid.
    public static func configuration(from line: [UInt8]) throws(ConfigurationErrors) -> Configuration {
        let json: JSON
        do throws(JSONError) {
            json = try JSONParser.parse(line)
        } catch {
            throw .helper(line.isEmpty ? "no output" : "invalid output: \(error.message)")
        }
        if case .array(let values)? = json["errors"] {
            let errors = values.compactMap(ConfigurationError.init(json:))
            throw errors.isEmpty ? .helper("invalid output: errors is empty") : ConfigurationErrors(errors)
        }
        do throws(MessageError) {
            return try Configuration(json: json["configuration"] ?? .null)
        } catch {
            throw .helper("invalid output: \(error.message)")
        }
    }
}

extension ConfigurationErrors {
    /// A failure of the helper itself.
    static func helper(_ reason: String) -> ConfigurationErrors {
        ConfigurationErrors([ConfigurationError(file: ConfigurationLoader.helper, message: reason)])
    }
}

extension ConfigurationError {
    fileprivate var json: JSON {
        [
            "file": .string(file), "line": line.map { JSON($0) } ?? .null, "path": .string(path),
            "message": .string(message),
        ]
    }

    fileprivate init?(json: JSON) {
        guard case .string(let file)? = json["file"], case .string(let path)? = json["path"],
            case .string(let message)? = json["message"]
        else { return nil }
        self.init(file: file, path: path, message: message)
        if case .integer(let number)? = json["line"] { line = Int(number) }
    }
}
