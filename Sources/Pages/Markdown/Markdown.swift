internal import CMd4c

/// The Markdown parser md4c, whose callbacks become values. It is a sixth of the size of cmark-gfm, builds no tree, and
/// reports elements as it finds them.
public enum Markdown {
    private static let flags = UInt32(
        MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_PERMISSIVEURLAUTOLINKS
            | MD_FLAG_PERMISSIVEWWWAUTOLINKS | MD_FLAG_PERMISSIVEEMAILAUTOLINKS)

    /// Walks through a document. Ends early, with false, if it has more elements or text than its length allows:
    /// a table pads each row to the width of its header, and each reference to a link repeats its address.
    ///
    /// - Parameter body: is not kept. It is escaping as `withoutActuallyEscaping` would put this file's path into the
    ///   program, which then differed from one folder of a build to another.
    public static func parse(_ text: String, _ body: @escaping (MarkdownEvent) -> Void) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let walk = Walk(elements: 1000 + 16 * bytes.count, bytes: 1024 * 1024 + 4 * bytes.count, body)
            var parser = MD_PARSER()
            parser.flags = flags
            parser.enter_block = { type, detail, walk in
                Walk.from(walk).send(.start(MarkdownElement(block: type, detail)))
            }
            parser.leave_block = { type, detail, walk in
                Walk.from(walk).send(.end(MarkdownElement(block: type, detail)))
            }
            parser.enter_span = { type, detail, walk in
                let walk = Walk.from(walk)
                // Before it is copied.
                if type == MD_SPAN_A, let link = detail?.load(as: MD_SPAN_A_DETAIL.self) {
                    guard walk.spend(Int(link.href.size)) else { return Walk.end }
                }
                return walk.send(.start(MarkdownElement(span: type, detail)))
            }
            parser.leave_span = { type, detail, walk in
                Walk.from(walk).send(.end(MarkdownElement(span: type, detail)))
            }
            parser.text = { type, bytes, count, walk in
                guard Walk.from(walk).spend(Int(count)) else { return Walk.end }
                let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
                return Walk.from(walk).send(MarkdownEvent(type, text))
            }
            let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: MD_CHAR.self)
            return withExtendedLifetime(walk) {
                md_parse(start, MD_SIZE(clamping: bytes.count), &parser, Unmanaged.passUnretained(walk).toOpaque())
                    == 0
            }
        }
    }

    /// The characters of an entity or a numeric character reference, as `©` for `&copy;`; the text itself without any.
    public static func decoded(entity: String) -> String {
        final class Output { var bytes: [UInt8] = [] }
        let output = Output()
        var entity = entity
        // The parser leaves entities to the program; its HTML renderer has the table of them.
        entity.withUTF8 { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: MD_CHAR.self)
            _ = md_html(
                start, MD_SIZE(clamping: bytes.count),
                { bytes, count, output in
                    guard let output else { return }
                    Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().bytes += UnsafeRawBufferPointer(
                        start: bytes, count: Int(count))
                }, Unmanaged.passUnretained(output).toOpaque(), 0, 0)
        }
        let (prefix, suffix) = ("<p>", "</p>\n")
        let html = String(decoding: output.bytes, as: UTF8.self)
        guard html.hasPrefix(prefix), html.hasSuffix(suffix) else { return entity }
        let text = html.dropFirst(prefix.count).dropLast(suffix.count)
        // An unknown entity comes back with its ampersand escaped.
        for (escaped, character) in [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\"")]
        where text.hasPrefix(escaped) {
            return character + text.dropFirst(escaped.count)
        }
        return String(text)
    }
}

/// The state of one walk, which md4c hands to each callback.
private final class Walk {
    /// The result of a callback that ends the walk. md4c continues with the next block after a positive one.
    static let end: Int32 = -1

    /// The numbers of elements and of bytes that are left.
    private var elements: Int
    private var bytes: Int
    private let body: (MarkdownEvent) -> Void

    init(elements: Int, bytes: Int, _ body: @escaping (MarkdownEvent) -> Void) {
        (self.elements, self.bytes, self.body) = (elements, bytes, body)
    }

    static func from(_ pointer: UnsafeMutableRawPointer?) -> Walk {
        Unmanaged<Walk>.fromOpaque(pointer.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// Passes an event on, and returns 0 or ``end``.
    func send(_ event: MarkdownEvent) -> Int32 {
        guard elements > 0 else { return Self.end }
        elements -= 1
        body(event)
        return 0
    }

    /// Returns false if fewer bytes are left.
    func spend(_ count: Int) -> Bool {
        bytes -= count
        return bytes >= 0
    }
}

extension MarkdownEvent {
    fileprivate init(_ type: MD_TEXTTYPE, _ text: String) {
        self =
            switch type {
            case MD_TEXT_NULLCHAR: .text("\u{FFFD}")
            case MD_TEXT_BR: .hardBreak
            case MD_TEXT_SOFTBR: .softBreak
            case MD_TEXT_ENTITY: .text(Markdown.decoded(entity: text))
            case MD_TEXT_HTML: .html(text)
            default: .text(text)
            }
    }
}

extension MarkdownElement {
    fileprivate init(block type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
        func value<Detail>(as type: Detail.Type) -> Detail? { detail?.load(as: type) }
        switch type {
        case MD_BLOCK_DOC: self = .document
        case MD_BLOCK_QUOTE: self = .blockQuote
        case MD_BLOCK_UL: self = .bulletList
        case MD_BLOCK_OL: self = .numberedList(start: Int(value(as: MD_BLOCK_OL_DETAIL.self)?.start ?? 1))
        case MD_BLOCK_LI:
            let item = value(as: MD_BLOCK_LI_DETAIL.self)
            self = .listItem(isDone: item?.is_task == 1 ? item?.task_mark != 0x20 : nil)
        case MD_BLOCK_HR: self = .thematicBreak
        case MD_BLOCK_H: self = .heading(Int(value(as: MD_BLOCK_H_DETAIL.self)?.level ?? 1))
        case MD_BLOCK_CODE: self = .codeBlock
        case MD_BLOCK_HTML: self = .htmlBlock
        case MD_BLOCK_P: self = .paragraph
        case MD_BLOCK_TABLE: self = .table
        case MD_BLOCK_TR: self = .tableRow
        case MD_BLOCK_TH, MD_BLOCK_TD:
            let alignment: Alignment =
                switch value(as: MD_BLOCK_TD_DETAIL.self)?.align {
                case MD_ALIGN_CENTER?: .center
                case MD_ALIGN_RIGHT?: .trailing
                default: .leading
                }
            self = .tableCell(isHeader: type == MD_BLOCK_TH, alignment)
        default: self = .group
        }
    }

    fileprivate init(span type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) {
        self =
            switch type {
            case MD_SPAN_EM: .emphasis
            case MD_SPAN_STRONG: .strong
            case MD_SPAN_A: .link(detail.map { String($0.load(as: MD_SPAN_A_DETAIL.self).href) } ?? "")
            case MD_SPAN_IMG: .image
            case MD_SPAN_CODE: .code
            case MD_SPAN_DEL: .strikethrough
            default: .group
            }
    }
}

extension String {
    /// The value of an attribute, with its entities replaced.
    fileprivate init(_ attribute: MD_ATTRIBUTE) {
        self = ""
        let text = UnsafeRawBufferPointer(start: attribute.text, count: Int(attribute.size))
        guard let types = attribute.substr_types, let offsets = attribute.substr_offsets else { return }
        var index = 0
        while offsets[index] < attribute.size {
            let part = String(decoding: text[Int(offsets[index])..<Int(offsets[index + 1])], as: UTF8.self)
            switch types[index] {
            case MD_TEXT_ENTITY: self += Markdown.decoded(entity: part)
            case MD_TEXT_NULLCHAR: self += "\u{FFFD}"
            default: self += part
            }
            index += 1
        }
    }
}
