/// The source of a built-in icon: a file `NAME.icon` of lines `LAYER SHAPE`, in a box of 24 × 24 whose origin is the top
/// left corner. The first line that begins with `#` describes the icon; further ones and empty lines are ignored.
///
/// Layers:
/// - `outline` is drawn in the icon `NAME`;
/// - `filled` is drawn, with its inside painted, in the icon `NAME.fill`;
/// - `shape` is both;
/// - `cutout` is subtracted from `NAME.fill`;
/// - `overlay` is drawn over that.
///
/// Shapes:
/// - `line PATH` strokes SVG path data (see ``PathDataParser``), `area PATH` fills it, `solid PATH` does both;
/// - `circle X Y RADIUS` strokes a circle, `disc X Y RADIUS` fills it;
/// - `rect X Y WIDTH HEIGHT RADIUS` strokes a rectangle with round corners.
///
/// Strokes have round ends and corners and are 1.75 wide, so that all icons have one weight; in other layers
/// than `outline`, `line` and `solid` may have another width: `line width=1.8 PATH`.
public struct IconSource: Equatable, Sendable {
    public enum Layer: String, Sendable {
        case outline, filled, shape, cutout, overlay
    }

    /// A shape, painted inside or stroked or both.
    public struct Part: Equatable, Sendable {
        public enum Shape: Equatable, Sendable {
            /// SVG path data.
            case path(String)
            case circle(x: Double, y: Double, radius: Double)
            /// The corners have the radius.
            case rect(x: Double, y: Double, width: Double, height: Double, radius: Double)
        }

        public var shape: Shape
        public var isFilled: Bool
        /// The width of the stroke, if any.
        public var lineWidth: Double?
        public var path: [PathElement]

        fileprivate var filled: Part {
            var part = self
            part.isFilled = true
            return part
        }
    }

    /// One picture of an icon: its parts, then the subtracted ones, then the ones over both.
    public struct Picture: Equatable, Sendable {
        public var name: String
        public var parts: [Part]
        public var cutouts: [Part] = []
        public var overlay: [Part] = []
    }

    /// The description of the icon for people, a sentence; empty without one.
    public let summary: String
    /// The picture `NAME`, and `NAME.fill` if the icon has one.
    public let pictures: [Picture]

    public init(name: String, text: String) throws(IconSourceError) {
        summary = text.split(separator: "\n").first { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) } ?? ""
        var layers: [Layer: [Part]] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(separator: " ", maxSplits: 2)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            do throws(IconSourceError) {
                guard let layer = Layer(rawValue: String(first)) else {
                    throw IconSourceError("`\(first)` is no layer")
                }
                guard words.count == 3 else { throw IconSourceError("expected a layer, a shape and its arguments") }
                layers[layer, default: []].append(try Part(kind: words[1], arguments: words[2]))
            } catch {
                throw IconSourceError("\(name).icon:\(index + 1): \(error)")
            }
        }
        let shape = layers[.shape] ?? []
        let outline = shape + (layers[.outline] ?? [])
        guard !outline.isEmpty else { throw IconSourceError("\(name).icon: the icon is empty") }
        var pictures = [Picture(name: name, parts: outline)]
        let filled = (shape + (layers[.filled] ?? [])).map(\.filled)
        let (cutouts, overlay) = (layers[.cutout] ?? [], layers[.overlay] ?? [])
        if !filled.isEmpty {
            pictures.append(Picture(name: name + ".fill", parts: filled, cutouts: cutouts, overlay: overlay))
        } else if !cutouts.isEmpty || !overlay.isEmpty {
            throw IconSourceError("\(name).icon: a cutout or an overlay needs a shape or a filled layer")
        }
        self.pictures = pictures
    }
}

public struct IconSourceError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension IconSource.Part {
    private static let defaultLineWidth = 1.75

    fileprivate init(kind: Substring, arguments: Substring) throws(IconSourceError) {
        isFilled = kind == "area" || kind == "solid" || kind == "disc"
        lineWidth = kind == "area" || kind == "disc" ? nil : Self.defaultLineWidth
        switch kind {
        case "line", "area", "solid":
            var data = arguments
            if lineWidth != nil, data.hasPrefix("width=") {
                let end = data.firstIndex(of: " ") ?? data.endIndex
                guard let width = Double(data[..<end].dropFirst("width=".count)), width > 0 else {
                    throw IconSourceError("the width must be a positive number")
                }
                lineWidth = width
                data = data[end...].drop { $0 == " " }
            }
            shape = .path(String(data))
        case "circle", "disc":
            let numbers = try Self.numbers(arguments, count: 3)
            shape = .circle(x: numbers[0], y: numbers[1], radius: numbers[2])
        case "rect":
            let numbers = try Self.numbers(arguments, count: 5)
            shape = .rect(
                x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3], radius: numbers[4])
        default:
            throw IconSourceError("`\(kind)` is no shape")
        }
        guard let path = PathDataParser.elements(of: shape.pathData), !path.isEmpty else {
            throw IconSourceError("the path data are malformed")
        }
        self.path = path
    }

    private static func numbers(_ text: Substring, count: Int) throws(IconSourceError) -> [Double] {
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == count else { throw IconSourceError("expected \(count) numbers") }
        return numbers
    }
}

extension IconSource.Part.Shape {
    fileprivate var pathData: String {
        switch self {
        case .path(let data):
            return data
        case .circle(let x, let y, let radius):
            let arc = "A\(radius) \(radius) 0 0 1"
            return "M\(x + radius) \(y)\(arc) \(x - radius) \(y)\(arc) \(x + radius) \(y)Z"
        case .rect(let x, let y, let width, let height, let radius):
            let (right, bottom, arc) = (x + width, y + height, "A\(radius) \(radius) 0 0 1")
            return """
                M\(x + radius) \(y)H\(right - radius)\(arc) \(right) \(y + radius)V\(bottom - radius)\(arc) \
                \(right - radius) \(bottom)H\(x + radius)\(arc) \(x) \(bottom - radius)V\(y + radius)\(arc) \
                \(x + radius) \(y)Z
                """
        }
    }
}
