/// The globals to generate and their versions, from a text file with a statement per line: `global NAME VERSION` pins a
/// global; `external NAME` names an interface that no file defines; `file MODULE PATH` is for the build plugin and is
/// only checked here. `#` begins a comment.
public struct ProtocolList: Sendable {
    public struct Global: Sendable {
        public var name: String
        public var version: UInt32
        public var location: Location
    }

    public var globals: [Global] = []
    public var externals: Set<String> = []

    public init(text: String, file: String) throws(ScanError) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let location = Location(file: file, line: index + 1)
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            switch (words.first, words.count) {
            case (nil, _), ("file", 3): continue
            case ("external", 2): externals.insert(words[1])
            case ("global", 3):
                guard let version = UInt32(words[2]), version > 0 else {
                    throw location.error("version `\(words[2])` of `\(words[1])`, expected a number from 1")
                }
                if globals.contains(where: { $0.name == words[1] }) {
                    throw location.error("global `\(words[1])` is listed twice")
                }
                globals.append(Global(name: words[1], version: version, location: location))
            default:
                let statement = words.joined(separator: " ")
                throw location.error(
                    "`\(statement)`, expected `file MODULE PATH`, `global NAME VERSION` or `external NAME`")
            }
        }
    }
}
