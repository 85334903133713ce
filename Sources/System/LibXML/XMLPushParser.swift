import CXML

/// The events of an XML file in the order in which they are parsed.
public protocol XMLPushParserDelegate: AnyObject {
    /// Handles the start of an element.
    ///
    /// - Parameters:
    ///   - attributes: valid until the function returns.
    ///   - line: the number of the line, from 1.
    func startElement(_ name: String, attributes: XMLAttributes, line: Int)

    func endElement()

    /// Handles text that is not well-formed. Parsing continues after it as far as possible.
    func parseError(_ message: String, line: Int)
}

extension XMLPushParserDelegate {
    public func endElement() {}
}

/// libxml2's push parser: it takes a file piece by piece and holds none of it.
public final class XMLPushParser {
    private let parser: OpaquePointer
    private unowned let delegate: any XMLPushParserDelegate

    /// - Returns: nil when memory runs out.
    public init?(delegate: any XMLPushParserDelegate) {
        guard let parser = cxml_new() else { return nil }
        self.parser = parser
        self.delegate = delegate
    }

    deinit {
        cxml_free(parser)
    }

    /// Loads libxml2, which a confined process cannot do later.
    public static func load() { cxml_free(cxml_new()) }

    /// Parses the next bytes; `isLast` marks the last call.
    public func parse(_ bytes: [UInt8], isLast: Bool) {
        let listener = cxml_listener(
            element: { user, name, attributes, count, line in
                guard let user, let name else { return }
                Unmanaged<XMLPushParser>.fromOpaque(user).takeUnretainedValue().delegate.startElement(
                    String(cString: name),
                    attributes: XMLAttributes(attributes: .init(start: attributes, count: count)), line: line)
            },
            end: { user in
                guard let user else { return }
                Unmanaged<XMLPushParser>.fromOpaque(user).takeUnretainedValue().delegate.endElement()
            },
            error: { user, message, line in
                guard let user, let message else { return }
                Unmanaged<XMLPushParser>.fromOpaque(user).takeUnretainedValue().delegate
                    .parseError(String(cString: message), line: line)
            }, user: Unmanaged.passUnretained(self).toOpaque())
        cxml_parse(parser, listener, bytes, bytes.count, isLast ? 1 : 0)
    }

    /// Ends the parsing; may be called by the delegate.
    public func stop() { cxml_stop(parser) }
}
