/// An error in an input file; printed as `file:line: message`.
public struct ScanError: Error, Equatable, CustomStringConvertible {
    public var file: String
    public var line: Int
    public var message: String

    public var description: String { "\(file):\(line): \(message)" }
}

/// A position in an input file, kept with every element that may fail a later check.
public struct Location: Equatable, Sendable, CustomStringConvertible {
    public var file: String
    public var line: Int

    public var description: String { "\(file):\(line)" }

    func error(_ message: String) -> ScanError {
        ScanError(file: file, line: line, message: message)
    }
}
