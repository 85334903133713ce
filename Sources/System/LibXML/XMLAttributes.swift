import CXML

/// The attributes of an element, at most 32, while its start is handled.
public struct XMLAttributes {
    let attributes: UnsafeBufferPointer<cxml_attribute>

    /// The value of an attribute; nil if the element lacks it.
    public subscript(name: StaticString) -> String? {
        attributes.first { $0.hasName(name) }?.text
    }

    /// All values by their names.
    public var dictionary: [String: String] {
        var values: [String: String] = [:]
        for attribute in attributes {
            if let name = attribute.name { values[String(cString: name)] = attribute.text }
        }
        return values
    }
}

extension cxml_attribute {
    fileprivate var text: String {
        String(decoding: UnsafeRawBufferPointer(start: value, count: length), as: UTF8.self)
    }

    fileprivate func hasName(_ wanted: StaticString) -> Bool {
        guard let name else { return false }
        return wanted.withUTF8Buffer { wanted in
            var index = 0
            while index < wanted.count, UInt8(bitPattern: name[index]) == wanted[index] { index += 1 }
            return index == wanted.count && name[index] == 0
        }
    }
}
