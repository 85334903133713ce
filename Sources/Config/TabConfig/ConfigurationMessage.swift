// SPDX-License-Identifier: MIT
import TabshellIPC

/// What the helper that reads configuration files answers: a configuration, or all that is wrong with the files.
public enum ConfigurationMessage {
    /// The helper's answer as one line.
    public static func line(_ result: Result<Configuration, ConfigurationErrors>) -> [UInt8] {
        switch result {
        case .success(let configuration):
            return (["configuration": configuration.json] as JSON).encodedLine
        case .failure(let errors):
            return (["errors": .array(errors.errors.map(\.json))] as JSON).encodedLine
        }
    }

    /// Reads the answer.
    ///
    /// - Throws: ``ConfigurationErrors``: those that the helper has found, or one that says that it gave no answer.
    public static func configuration(from line: [UInt8]) throws(ConfigurationErrors) -> Configuration {
        let json: JSON
        do throws(JSONError) {
            json = try JSONParser.parse(line)
        } catch {
            throw .helper(line.isEmpty ? "it ended without an answer" : "its answer is no JSON: \(error.message)")
        }
        if case .array(let values)? = json["errors"] {
            let errors = values.compactMap(ConfigurationError.init(json:))
            throw errors.isEmpty ? .helper("it found errors and named none") : ConfigurationErrors(errors)
        }
        do throws(MessageError) {
            return try Configuration(json: json["configuration"] ?? .null)
        } catch {
            throw .helper("its answer makes no sense: \(error.message)")
        }
    }
}

extension ConfigurationErrors {
    /// The helper itself could not do its work.
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
