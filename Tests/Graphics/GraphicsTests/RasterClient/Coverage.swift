import RasterClient
import Canvas
import Foundation
import IconRaster
import IconSource
import Icons
import RasterProtocol
import TestSupport

/// An icon's coverage in a square, in packed rows.
struct Coverage {
    let side: Int
    let bytes: [UInt8]

    /// The coverage as the panel draws it.
    init(_ name: String, side: Int) throws {
        guard let mask = Icons.mask(named: name, width: side, height: side) else {
            throw RasterError("no icon \(name)")
        }
        self.side = side
        bytes = mask.packedRows
    }

    /// The coverage as librsvg draws it.
    init(svgOf picture: IconSource.Picture, side: Int) throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(picture.svg, to: "icon.svg")
        let reply = Rasterizer.answer(.icon(width: side, height: side, source: file))
        guard case .icon(_, _, let bytes) = reply else { throw RasterError("\(reply)") }
        self.side = side
        self.bytes = bytes
    }

    /// The number of covered pixels.
    var ink: Double { Double(bytes.reduce(0) { $0 + Int($1) }) / 255 }
    var columns: [Int] { (0..<side).filter { x in (0..<side).contains { bytes[$0 * side + x] >= 128 } } }
    var rows: [Int] { (0..<side).filter { y in (0..<side).contains { bytes[y * side + $0] >= 128 } } }
    var touchesEdge: Bool {
        (0..<side).contains {
            bytes[$0] > 0 || bytes[(side - 1) * side + $0] > 0 || bytes[$0 * side] > 0
                || bytes[$0 * side + side - 1] > 0
        }
    }
}

extension IconSource.Picture {
    static let all: [IconSource.Picture] = {
        let folder = Repository.root.appending(path: "Sources/Graphics/Icons/Definitions")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }.flatMap { file in
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return (try? IconSource(name: file.deletingPathExtension().lastPathComponent, text: text))?.pictures ?? []
        }
    }()

    var svg: String {
        // The default region of a mask is too small for a wide stroke around the shape.
        let mask = """
            <mask id="cut" maskUnits="userSpaceOnUse" x="0" y="0" width="24" height="24">\
            <path fill="#fff" d="M0 0H24V24H0Z"/>\(cutouts.map(\.svg).joined())</mask>
            """
        let parts = parts.map(\.svg).joined()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">\(cutouts.isEmpty ? "" : mask)
            <g\(cutouts.isEmpty ? "" : " mask=\"url(#cut)\"")>\(parts)</g>\(overlay.map(\.svg).joined())</svg>
            """
    }
}

extension IconSource.Part {
    fileprivate var svg: String {
        let line = lineWidth.map {
            "stroke=\"#000\" stroke-width=\"\($0)\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
        }
        return "<\(shape.svg) fill=\"\(isFilled ? "#000" : "none")\" \(line ?? "")/>"
    }
}

extension IconSource.Part.Shape {
    fileprivate var svg: String {
        switch self {
        case .path(let data): "path d=\"\(data)\""
        case .circle(let x, let y, let radius): "circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\""
        case .rect(let x, let y, let width, let height, let radius):
            "rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\""
        }
    }
}
