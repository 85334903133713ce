// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

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

    /// Parses a file and returns its root element.
    static func parse(_ data: Data, file: String) throws(ScanError) -> Element {
        // Foundation's parser traps at a name that is not UTF-8.
        guard String(validating: data, as: UTF8.self) != nil else {
            throw ScanError(file: file, line: 1, message: "the text is not UTF-8, expected a <protocol> document")
        }
        let builder = XMLTreeBuilder(file: file)
        let parser = XMLParser(data: data)
        parser.delegate = builder
        // On Linux, `parse()` may return true for a truncated document, hence the other conditions.
        guard parser.parse(), builder.failureLine == nil, builder.isComplete, let root = builder.root else {
            throw ScanError(
                file: file,
                line: max(builder.failureLine ?? parser.lineNumber, 1),
                message: "not well-formed XML, expected a <protocol> document")
        }
        return root
    }

    func string(_ attribute: String) throws(ScanError) -> String {
        guard let value = attributes[attribute] else {
            throw location.error("<\(name)> has no `\(attribute)`, expected one")
        }
        return value
    }

    /// The `name` attribute, checked to be part of a Swift identifier. Only enum entries may begin with a digit.
    func identifier(mayBeginWithDigit: Bool = false) throws(ScanError) -> String {
        let value = try string("name")
        let isWord = value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard let first = value.first, isWord, mayBeginWithDigit || !first.isNumber else {
            throw location.error("<\(name)> is named `\(value)`, expected letters, digits and underscores")
        }
        return value
    }

    /// A version: an integer from 1.
    func version(_ attribute: String, default fallback: UInt32? = nil) throws(ScanError) -> UInt32 {
        if let fallback, attributes[attribute] == nil { return fallback }
        let text = try string(attribute)
        guard let value = UInt32(text), value > 0, value <= UInt32(Int32.max) else {
            throw location.error("`\(attribute)` of <\(name)> is `\(text)`, expected a number from 1")
        }
        return value
    }

    func boolean(_ attribute: String) throws(ScanError) -> Bool {
        switch attributes[attribute] {
        case nil, "false": return false
        case "true": return true
        case .some(let text):
            throw location.error("`\(attribute)` of <\(name)> is `\(text)`, expected `true` or `false`")
        }
    }
}

private final class XMLTreeBuilder: NSObject, XMLParserDelegate {
    let file: String
    var root: Element?
    private(set) var failureLine: Int?
    private var open: [Element] = []

    var isComplete: Bool { open.isEmpty }

    init(file: String) {
        self.file = file
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        let location = Location(file: file, line: parser.lineNumber)
        let element = Element(name: elementName, attributes: attributes, location: location)
        open.last?.children.append(element)
        if root == nil { root = element }
        open.append(element)
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        failureLine = failureLine ?? parser.lineNumber
    }
}
