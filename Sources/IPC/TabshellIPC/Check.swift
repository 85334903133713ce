/// The result of one check of a session: a row of `tabctl doctor`, and a line of JSON from the panel to `tabctl`.
public struct Check: Equatable, Sendable {
    public enum Verdict: String, CaseIterable, Sendable {
        case ok
        case absent
        /// Something optional does not work.
        case warning
        /// Something needed does not work.
        case failed
    }

    /// The subject: a word or the name of a protocol.
    public var name: String
    public var verdict: Verdict
    /// The state of the subject.
    public var text: String
    /// The way to a better state.
    public var advice: String?

    public init(_ name: String, _ verdict: Verdict, _ text: String, advice: String? = nil) {
        (self.name, self.verdict, self.text, self.advice) = (name, verdict, text, advice)
    }

    public var json: JSON {
        let advice = advice.map { [JSON.Member("advice", .string($0))] } ?? []
        let members: [JSON.Member] = [
            .init("check", .string(name)), .init("verdict", .string(verdict.rawValue)), .init("text", .string(text)),
        ]
        return .object(members + advice)
    }

    /// Decodes a line that another program of tabshell has printed; nil for any other.
    public init?(line: some Collection<UInt8>) {
        guard let json = try? JSONParser.parse(Array(line)), case .string(let name)? = json["check"],
            case .string(let word)? = json["verdict"], let verdict = Verdict(rawValue: word),
            case .string(let text)? = json["text"]
        else { return nil }
        self.init(name, verdict, text)
        if case .string(let advice)? = json["advice"] { self.advice = advice }
    }
}
