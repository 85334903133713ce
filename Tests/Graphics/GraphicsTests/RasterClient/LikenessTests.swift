import RasterClient
import Canvas
import IconSource
import Icons
import Testing

/// Compares the icons with librsvg, which has its own parser of path data and its own masks.
@Suite struct LikenessTests {
    /// The tolerated difference of a pixel's coverage, of 255, and of all pixels' on average.
    private static let (greatest, mean) = (8, 0.1)

    @Test(arguments: Icons.names) func iconMatchesLibrsvg(name: String) throws {
        let picture = try #require(IconSource.Picture.all.first { $0.name == name })
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

    @Test func everySourceIsBuiltIn() {
        #expect(IconSource.Picture.all.map(\.name) == Icons.names)
    }

    @Test func iconIsScaledToFitAndCentred() throws {
        let square = try Coverage("home", side: 24)
        let wide = try #require(Icons.mask(named: "home", width: 44, height: 24))
        let high = try #require(Icons.mask(named: "home", width: 24, height: 44))
        #expect(wide.width == 44 && wide.height == 24 && wide.format == .a8)
        for y in 0..<24 {
            let row = Array(wide.packedRows[(y * 44)...].prefix(44))
            #expect(Array(row[10..<34]) == Array(square.bytes[(y * 24)...].prefix(24)))
            #expect((row[..<10] + row[34...]).allSatisfy { $0 == 0 })
        }
        #expect(high.packedRows[..<(10 * 24)].allSatisfy { $0 == 0 })
        #expect(Array(high.packedRows[(20 * 24)...].prefix(24)) == Array(square.bytes[(10 * 24)...].prefix(24)))
    }

    @Test(
        arguments: [(0, 24), (24, 0), (-1, 24), (2049, 24), (24, Int.max), (.min, .min)])
    func invalidSizeHasNoMask(width: Int, height: Int) {
        #expect(Icons.mask(named: "home", width: width, height: height) == nil)
        #expect(Icons.mask(named: "nothing", width: 24, height: 24) == nil)
    }
}
