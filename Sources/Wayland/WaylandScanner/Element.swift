import LibXML

/// An XML element with its line. Text is dropped, because attributes alone define a protocol.
final class Element {
    let name: String
    let attributes: [String: String]
    let location: Location
    fileprivate(set) var children: [Element] = []

    init(name: String, attributes: [String: String], location: Location) {
        self.name = name
        self.attributes = attributes
        self.location = location
    }

    static func parse(_ bytes: [UInt8], file: String) throws(ScanError) -> Element {
        let builder = ElementTreeBuilder(file: file)
        guard let parser = XMLPushParser(delegate: builder) else {
            throw ScanError(file: file, line: 1, message: "libxml2 cannot be loaded, or memory is exhausted")
        }
        parser.parse(bytes, isLast: false)
        parser.parse([], isLast: true)
        guard let root = builder.root, builder.error == nil else {
            let (message, line) = builder.error ?? ("it is empty", 1)
            throw ScanError(
                file: file, line: line, message: "not well-formed XML (\(message)), expected a <protocol> document")
        }
        return root
    }

    func string(_ attribute: String) throws(ScanError) -> String {
        guard let value = attributes[attribute] else {
            throw location.error("<\(name)> has no `\(attribute)`, expected one")
        }
        return value
    }
}

private final class ElementTreeBuilder: XMLPushParserDelegate {
    private let file: String
    private(set) var root: Element?
    private(set) var error: (message: String, line: Int)?
    private var open: [Element] = []

    init(file: String) {
        self.file = file
    }

    func startElement(_ name: String, attributes: XMLAttributes, line: Int) {
        let location = Location(file: file, line: line)
        let element = Element(name: name, attributes: attributes.dictionary, location: location)
        open.last?.children.append(element)
        if root == nil { root = element }
        open.append(element)
    }

    func endElement() {
        open.removeLast()
    }

    func parseError(_ message: String, line: Int) {
        error = error ?? (message.split(separator: "\n").joined(separator: " "), max(line, 1))
    }
}
