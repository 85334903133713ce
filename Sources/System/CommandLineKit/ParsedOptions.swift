import Posix

/// The options and arguments of one command line, by their declared names.
public struct ParsedOptions: Equatable, Sendable {
    /// The names of the options and arguments in the order of the command line, and their values at the same places.
    private var names: [String] = []
    private var recorded: [String?] = []

    public init() {}

    /// - Parameter value: nil if the option stands without one.
    mutating func record(_ name: String, _ value: String? = nil) {
        names.append(name)
        recorded.append(value)
    }

    /// True if an option or argument is present, with or without a value.
    public func flag(_ name: String) -> Bool { names.contains(name) }

    /// The value of an option or argument; the last one of several.
    public func value(_ name: String) -> String? { values(name).last }

    /// The values of an option or argument, in order.
    public func values(_ name: String) -> [String] {
        zip(names, recorded).compactMap { $0 == name ? $1 : nil }
    }

    /// The value of a required option or argument.
    ///
    /// - Throws: ``ExitError`` with the status of a usage error.
    public func required(_ name: String) throws(ExitError) -> String {
        guard let value = value(name) else { throw .usage("\(name) is missing") }
        return value
    }

    /// The value of an option declared as a number.
    public func number(_ name: String) -> Double? { value(name).flatMap(Double.init) }

    /// The value of an option declared as an integer.
    public func integer(_ name: String) -> Int? { value(name).flatMap { Int($0) } }
}
