// SPDX-License-Identifier: MIT

/// What is wrong with an input, and where; printed as `file:line: message`.
public struct ScanError: Error, Equatable, CustomStringConvertible {
    public var file: String
    public var line: Int
    public var message: String

    public init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    public var description: String { "\(file):\(line): \(message)" }
}

/// A place in an input file, kept with everything that can turn out to be wrong later.
public struct Location: Equatable, Sendable, CustomStringConvertible {
    public var file: String
    public var line: Int

    public var description: String { "\(file):\(line)" }

    func error(_ message: String) -> ScanError {
        ScanError(file: file, line: line, message: message)
    }
}
