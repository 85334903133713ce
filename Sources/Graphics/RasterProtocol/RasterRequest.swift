/// A request to `tabshell-raster`, one line:
///
/// - `icon <width> <height> <path>`; `mask` or `color` in place of `icon` for a certain rendering
/// - `font <families>`
/// - `text <size> <weight> <maximum width> <families>`, a tab, `<string>`; the maximum width may be `-`
///
/// librsvg alone makes a process 16 MB larger, and Pango's fonts come on top of that. So the panel links neither: it
/// starts a helper that converts icon files and texts into masks, reads these, and the memory is free when the helper
/// exits. The panel draws the built-in icons itself.
public enum RasterRequest: Hashable, Sendable {
    /// An icon, scaled to fit and centred: the path of an SVG or PNG file, or the name of a built-in one, which is never
    /// sent to the helper. Width and height are buffer pixels.
    case icon(width: Int, height: Int, source: String, IconRequestStyle = .automatic)
    case text(TextMaskKey)
    /// The installed font's family for a list of families, separated by commas.
    case font(families: String)

    /// The maximum width and height of a mask, in buffer pixels.
    public static let maximumSide = 2048
    /// The maximum length of a line, in bytes, including its newline.
    public static let maximumLine = 8192
    /// The maximum length of an icon's source, a path, in bytes.
    private static let maximumSource = 4096

    /// The encoded request, including its newline. Strings cannot break the line; numbers are validated by the reader.
    public var line: String {
        switch self {
        case .icon(let width, let height, let source, let style):
            "\(style.rawValue) \(width) \(height) \(TextMaskKey.line(source, limit: Self.maximumSource))\n"
        case .font(let families):
            "font \(TextMaskKey.line(families, limit: TextMaskKey.maximumFamilies))\n"
        case .text(let key):
            "text \(key.size) \(key.weight) \(key.maximumWidth.map { "\($0)" } ?? "-") \(key.families)\t\(key.string)\n"
        }
    }

    /// Parses a line without its newline.
    public init(line: some Sequence<UInt8>) throws(RasterError) {
        // By bytes, not by characters: an accent at the beginning of a field would combine with the space.
        let bytes = Array(line)
        guard String(validating: bytes, as: UTF8.self) != nil else { throw RasterError("the request is not UTF-8") }
        let verb = Self.string(bytes.prefix { $0 != 0x20 })
        if let style = IconRequestStyle(rawValue: verb) {
            self = try Self.icon(bytes[...], style)
        } else if verb == "text" {
            self = try Self.text(bytes[...])
        } else if verb == "font" {
            self = try Self.font(bytes[...])
        } else {
            throw RasterError("expected: icon …, mask …, color …, text … or font …")
        }
    }

    private static func icon(_ line: ArraySlice<UInt8>, _ style: IconRequestStyle) throws(RasterError) -> RasterRequest
    {
        let fields = line.split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false)
        guard fields.count == 4, let width = Int(string(fields[1])), let height = Int(string(fields[2])),
            !fields[3].isEmpty
        else { throw RasterError("expected: \(style.rawValue) <width> <height> <path>") }
        guard (1...maximumSide).contains(width), (1...maximumSide).contains(height) else {
            throw RasterError("width and height must be 1 to \(maximumSide)")
        }
        let source = string(fields[3])
        guard !source.unicodeScalars.contains(where: TextMaskKey.breaksLine) else {
            throw RasterError("the path has a control character")
        }
        return .icon(width: width, height: height, source: source, style)
    }

    private static func font(_ line: ArraySlice<UInt8>) throws(RasterError) -> RasterRequest {
        let families = string(line.dropFirst("font ".utf8.count))
        guard !families.isEmpty, !families.unicodeScalars.contains(where: TextMaskKey.breaksLine) else {
            throw RasterError("expected: font <families>")
        }
        return .font(families: families)
    }

    private static func text(_ line: ArraySlice<UInt8>) throws(RasterError) -> RasterRequest {
        let fields = line.split(separator: 0x20, maxSplits: 4, omittingEmptySubsequences: false)
        guard fields.count == 5, let size = Double(string(fields[1])), let weight = Int(string(fields[2])),
            let tab = fields[4].firstIndex(of: 0x09)
        else { throw RasterError("expected: text <size> <weight> <maximum width> <families>, a tab, <string>") }
        guard TextMaskKey.sizes.contains(size) else {
            throw RasterError("the size must be \(TextMaskKey.sizes.lowerBound) to \(TextMaskKey.sizes.upperBound)")
        }
        guard TextMaskKey.weights.contains(weight) else {
            throw RasterError(
                "the weight must be \(TextMaskKey.weights.lowerBound) to \(TextMaskKey.weights.upperBound)")
        }
        let width = Double(string(fields[3]))
        guard string(fields[3]) == "-" || (width.map { $0 >= 0 && $0.isFinite } ?? false) else {
            throw RasterError("the maximum width must be a length or -")
        }
        let text = string(fields[4][(tab + 1)...])
        guard !text.unicodeScalars.contains(where: TextMaskKey.breaksLine) else {
            throw RasterError("the text has a control character")
        }
        return .text(
            TextMaskKey(text, families: string(fields[4][..<tab]), weight: weight, size: size, maximumWidth: width))
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
