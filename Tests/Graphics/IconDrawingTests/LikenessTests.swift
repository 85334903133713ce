// SPDX-License-Identifier: MIT

import Canvas
import IconDrawing
import Icons
import Testing

/// librsvg reads path data and SVG's masks by itself; what it makes of the same values is what they mean.
@Suite("The built-in icons, drawn by the panel,")
struct LikenessTests {
    /// How far the coverage of a pixel may be off, of 255, and that of all pixels on average: roundings.
    private static let (greatest, mean) = (8, 0.1)

    @Test("look as librsvg draws them", arguments: Icons.names)
    func likeness(name: String) throws {
        let picture = try #require(Icons.picture(named: name))
        for side in [24, 36, 96] {
            let ours = try Coverage(name, side: side)
            let theirs = try Coverage(svgOf: picture, side: side)
            #expect(ours.ink > 0.1 * Double(side * side))
            let differences = zip(ours.bytes, theirs.bytes).map { abs(Int($0) - Int($1)) }
            let greatest = differences.max() ?? 0
            let mean = Double(differences.reduce(0, +)) / Double(side * side)
            #expect(greatest <= Self.greatest, "\(name) at \(side): a pixel is \(greatest) off")
            #expect(mean <= Self.mean, "\(name) at \(side): \(mean) on average")
        }
    }

    @Test("are of well-formed path data", arguments: Icons.names)
    func pathData(name: String) throws {
        let picture = try #require(Icons.picture(named: name))
        for part in picture.parts + picture.cut + picture.over {
            if case .path(let data) = part.shape { #expect(Path(svg: data)?.elements.isEmpty == false, "\(data)") }
        }
    }

    @Test("are scaled to fit, and centred")
    func oblong() throws {
        let square = try Coverage("home", side: 24)
        let wide = try #require(Icons.mask(named: "home", width: 44, height: 24))
        let high = try #require(Icons.mask(named: "home", width: 24, height: 44))
        #expect(wide.width == 44 && wide.height == 24 && wide.format == .a8)
        wide.withPixels { pixels in
            for y in 0..<24 {
                let row = Array(pixels[(y * wide.stride)...].prefix(44))
                #expect(Array(row[10..<34]) == Array(square.bytes[(y * 24)...].prefix(24)))
                #expect((row[..<10] + row[34...]).allSatisfy { $0 == 0 })
            }
        }
        high.withPixels { pixels in
            #expect(pixels[..<(10 * high.stride)].allSatisfy { $0 == 0 })
            #expect(Array(pixels[(20 * high.stride)...].prefix(24)) == Array(square.bytes[(10 * 24)...].prefix(24)))
        }
    }

    @Test(
        "are not to be had in a size that makes no sense",
        arguments: [(0, 24), (24, 0), (-1, 24), (2049, 24), (24, Int.max), (.min, .min)])
    func size(width: Int, height: Int) {
        #expect(Icons.mask(named: "home", width: width, height: height) == nil)
        #expect(Icons.mask(named: "nothing", width: 24, height: 24) == nil)
    }
}
