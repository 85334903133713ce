/// The matching of outputs with patterns of the configuration, as in sway's `output` command.
public enum OutputPattern {
    public static let any = "*"

    /// Returns true if a pattern is `*`, the name of the output, or its description. Case is ignored.
    ///
    /// - Parameter description: the compositor's description for people, if any. Some compositors append the name in
    ///   parentheses to make, model and serial number; the pattern may leave that out.
    public static func matches(_ pattern: String, name: String, description: String?) -> Bool {
        let pattern = pattern.lowercased()
        guard pattern != any, pattern != name.lowercased() else { return true }
        guard let description = description?.lowercased() else { return false }
        if pattern == description { return true }
        guard description.hasSuffix(")"), let end = description.lastIndex(of: "(") else { return false }
        return description[..<end].dropLast() == pattern
    }
}

extension Look {
    public func hasBar(onOutput name: String, description: String?) -> Bool {
        outputs.contains { OutputPattern.matches($0, name: name, description: description) }
    }
}
