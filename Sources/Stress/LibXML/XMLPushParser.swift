// SPDX-License-Identifier: MIT
import CXML

/// The events of an XML file in the order in which they are parsed.
public protocol XMLPushParserDelegate: AnyObject {
    /// Handles the start of an element.
    ///
    /// - Parameters:
    ///   - attribute: returns the value of an attribute; nil for one that the element lacks.
    ///   - line: the number of the line, from 1.
    func startElement(_ name: String, attribute: (StaticString) -> String?, line: Int)

    /// Handles text that is not well-formed. Parsing continues after it as far as possible.
    func parseError(_ message: String, line: Int)
}

/// libxml2's push parser: it takes a file piece by piece and holds none of it.
public final class XMLPushParser {
    private let parser: OpaquePointer
    private unowned let delegate: any XMLPushParserDelegate

    /// - Returns: nil when there is not enough memory.
    public init?(delegate: any XMLPushParserDelegate) {
        guard let parser = cxml_new() else { return nil }
        self.parser = parser
        self.delegate = delegate
    }

    deinit {
        cxml_free(parser)
    }

    /// Parses the next bytes; the last call says so.
    public func parse(_ bytes: [UInt8], isLast: Bool) {
        let listener = cxml_listener(
            element: { user, name, attributes, count, line in
                guard let user, let name else { return }
                Unmanaged<XMLPushParser>.fromOpaque(user).takeUnretainedValue().delegate.startElement(
                    String(cString: name),
                    attribute: { wanted in
                        let found = UnsafeBufferPointer(start: attributes, count: count).first { $0.hasName(wanted) }
                        return found.map {
                            String(decoding: UnsafeRawBufferPointer(start: $0.value, count: $0.length), as: UTF8.self)
                        }
                    }, line: line)
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

extension cxml_attribute {
    fileprivate func hasName(_ wanted: StaticString) -> Bool {
        guard let name else { return false }
        return wanted.withUTF8Buffer { wanted in
            var index = 0
            while index < wanted.count, UInt8(bitPattern: name[index]) == wanted[index] { index += 1 }
            return index == wanted.count && name[index] == 0
        }
    }
}
