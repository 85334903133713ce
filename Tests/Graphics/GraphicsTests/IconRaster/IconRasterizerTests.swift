import Canvas
import Foundation
import Geometry
import IconRaster
import TestSupport
import Testing

@testable import RasterProtocol

@Suite struct IconRasterizerTests {
    private func mask(_ source: String, side: Int = 48) -> [UInt8]? {
        guard
            case .icon(let width, let height, let bytes) = Rasterizer.answer(
                .icon(width: side, height: side, source: source))
        else { return nil }
        #expect(width == side && height == side)
        return bytes
    }

    private func failure(_ source: String) -> String? {
        guard case .failure(let message) = Rasterizer.answer(.icon(width: 8, height: 8, source: source)) else {
            return nil
        }
        return message
    }

    private func withFile(_ data: Data, suffix: String = ".svg", _ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "icon-\(UUID().uuidString)\(suffix)"
        try data.write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        try withFile(Data(text.utf8), body)
    }

    /// A PNG file of a size, transparent except for rectangles.
    private func withPNG(_ width: Int, _ height: Int, _ rects: [Rect], _ body: (String) throws -> Void) throws {
        try withFile(Data(), suffix: ".png") { path in
            let bitmap = Bitmap(format: .argb32, width: width, height: height)
            for rect in rects { Canvas(bitmap: bitmap, scale: 1).fill(rect, Color(rgb: 0xFFCC00)) }
            try #require(bitmap.writePNG(to: path))
            try body(path)
        }
    }

    @Test func svgIsScaledToFit() throws {
        let square = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><rect width='5' height='10'/></svg>"
        try withFile(square) { path in
            let bytes = try #require(mask(path, side: 20))
            #expect((0..<20).allSatisfy { bytes[$0 * 20] == 255 && bytes[$0 * 20 + 9] == 255 })
            #expect((0..<20).allSatisfy { bytes[$0 * 20 + 10] == 0 })
        }
    }

    @Test(arguments: [4, 10, 20, 40, 160, 2000])
    func alphaOfPNGIsScaledToFit(width: Int) throws {
        let (unit, half) = (Double(width) / 4, Double(width) / 2)
        // Twice as wide as high, opaque in the left half.
        try withPNG(width, width / 2, [Rect(x: 0, y: 0, width: half, height: 2 * unit)]) { path in
            let bytes = try #require(mask(path, side: 40))
            let inside = bytes[20 * 40 + 5]
            #expect(inside >= 254, "\(inside)")
            #expect(bytes[11 * 40] >= 254 && bytes[28 * 40] >= 254)
            #expect(bytes[20 * 40 + 35] == 0)
            #expect(bytes.prefix(9 * 40).allSatisfy { $0 == 0 } && bytes.suffix(9 * 40).allSatisfy { $0 == 0 })
            let ink = bytes.reduce(0) { $0 + Int($1) }
            #expect(abs(Double(ink) / 255 - 400) < 12, "\(Double(ink) / 255)")
        }
    }

    @Test func largePNGIsAveraged() throws {
        let lines = stride(from: 0.0, to: 320, by: 2).map { Rect(x: $0, y: 0, width: 1, height: 320) }
        try withPNG(320, 320, lines) { path in
            let bytes = try #require(mask(path, side: 20))
            #expect((0..<20).allSatisfy { (115...140).contains(bytes[10 * 20 + $0]) }, "\(bytes[200..<220])")
        }
    }

    @Test func contentDecidesOnTheFormat() throws {
        try withPNG(8, 8, [Rect(x: 0, y: 0, width: 8, height: 8)]) { path in
            try withFile(try Data(contentsOf: URL(fileURLWithPath: path))) { named in
                #expect(mask(named, side: 8)?.allSatisfy { $0 == 255 } == true)
            }
        }
    }

    @Test func damagedPNGIsReported() throws {
        try withPNG(64, 64, [Rect(x: 0, y: 0, width: 30, height: 30)]) { path in
            let file = try Data(contentsOf: URL(fileURLWithPath: path))
            for length in [8, 20, 30, file.count / 2] {
                try withFile(file.prefix(length), suffix: ".png") { cut in
                    #expect(failure(cut)?.hasPrefix(cut + ": a PNG file that ") == true)
                }
            }
            var huge = file
            huge.replaceSubrange(16..<20, with: [0x7F, 0xFF, 0xFF, 0xFF])
            try withFile(huge, suffix: ".png") { path in
                #expect(failure(path) == "\(path): a PNG file wider or higher than 4096 pixels, or without any")
            }
            var damaged = file
            damaged.replaceSubrange((file.count - 30)..<(file.count - 20), with: Data(repeating: 0x55, count: 10))
            try withFile(damaged, suffix: ".png") { #expect(failure($0)?.contains("damaged") == true) }
        }
    }

    /// An SVG whose left and right halves have a colour each.
    private func halves(_ left: String, _ right: String) -> String {
        """
        <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='4' height='8' fill='\(left)'/>\
        <rect x='4' width='4' height='8' fill='\(right)'/></svg>
        """
    }

    /// The pixels of an icon that keeps its colours; nil for a mask.
    private func colors(_ source: String, side: Int = 8, style: IconRequestStyle = .automatic) -> [UInt32]? {
        let reply = Rasterizer.answer(.icon(width: side, height: side, source: source, style))
        guard case .picture(let width, let height, let bytes) = reply else { return nil }
        return Bitmap(format: .argb32, packedRows: bytes, width: width, height: height).words
    }

    @Test func iconOfSeveralColorsKeepsThem() throws {
        try withFile(halves("#FF0000", "#00FF00")) { path in
            let pixels = try #require(colors(path))
            #expect(pixels[0] == 0xFFFF_0000 && pixels[7] == 0xFF00_FF00)
            #expect(colors(path, side: 24) != nil)
            #expect(colors(path, style: .mask) == nil && mask(path) == nil)
        }
        try withPNG(8, 8, [Rect(x: 0, y: 0, width: 4, height: 8)]) { path in
            #expect(colors(path) == nil)
            #expect(colors(path, style: .color)?.first == 0xFFFF_CC00)
        }
    }

    @Test(arguments: [("#3366FF", "#3366FF"), ("#222", "#2A2A2A"), ("none", "#80C000")])
    func iconOfOneColorIsAMask(left: String, right: String) throws {
        try withFile(halves(left, right)) { path in
            let bytes = try #require(mask(path))
            #expect(bytes[47] == 255)
        }
    }

    /// The right half is below a translucent colour.
    @Test func textIsSeparateFromOtherColors() throws {
        let icon = halves("currentColor", "#00FF0080").replacingOccurrences(
            of: "<rect width='4'",
            with: "<style>.ColorScheme-Text { color: #222 }</style><rect class='ColorScheme-Text' width='8'")
        try withFile(icon) { path in
            var bytes: [UInt8] = []
            let reply = Rasterizer.answer(.icon(width: 8, height: 8, source: path))
            if case .recolorable(8, 8, let all) = reply { bytes = all }
            try #require(bytes.count == 320)
            let pixels = Bitmap(format: .argb32, packedRows: bytes, width: 8, height: 8).words
            #expect(pixels[0] == 0 && pixels[7] == 0x8000_8000)
            #expect(bytes[256] == 255 && bytes[263] == 127)
            #expect(colors(path, style: .color)?.first == 0xFF22_2222)
        }
        try withFile(icon + "<!-- ColorScheme-Background -->") { #expect(colors($0)?.first == 0xFF22_2222) }
    }

    @Test(arguments: ["-symbolic.svg", "-symbolic-rtl.svg", "-SYMBOLIC.SVG"])
    func symbolicIconIsAMask(suffix: String) throws {
        try withFile(Data(halves("#FF0000", "#00FF00").utf8), suffix: suffix) { path in
            #expect(mask(path)?.allSatisfy { $0 == 255 } == true)
            #expect(colors(path, style: .color)?.first == 0xFFFF_0000)
        }
    }

    @Test(arguments: ["", "<svg", "not a picture", "<html></html>"])
    func malformedSVGIsReported(text: String) throws {
        try withFile(text) { path in
            let message = try #require(failure(path))
            #expect(message.hasPrefix(path + ": ") && message.count > path.count + 4)
        }
    }

    @Test func invalidNameIsReported() {
        #expect(failure("nothing") == "nothing: not the path of an .svg or .png file")
        #expect(failure("/nowhere/a.svg") == "/nowhere/a.svg: No such file or directory")
        #expect(failure(NSTemporaryDirectory() + "/.")?.hasSuffix("/.: not a regular file") == true)
        #expect(failure("/dev/zero")?.hasSuffix(": not a regular file") == true)
    }

    @Test func nearestInstalledFontIsNamed() {
        #expect(Rasterizer.answer(.font(families: "No Such Font,DejaVu Sans")) == .font("DejaVu Sans"))
    }

    @Test func everyRequestIsAnswered() throws {
        let folder = try TemporaryDirectory()
        let icon = try folder.write(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'><rect width='1' height='2'/></svg>",
            to: "icon.svg")
        let text = "icon 24 24 \(icon)\nnonsense\ntext 12 400 - \tHome\nicon 1 1 /nowhere.svg\nicon 1 1 gro"
        let helper = try ChildProcess(
            "sh", ["-c", "printf '%s' \"$1\" | \"$0\"", BuiltProducts.url("tabshell-raster").path, text])
        #expect(try helper.waitForExit() == .code(1))
        var reader = RasterReplyReader()
        let answers = try reader.feed(try Data(contentsOf: URL(fileURLWithPath: helper.outputPath)))
        try #require(answers.count == 5)
        #expect(answers[0] == Rasterizer.answer(.icon(width: 24, height: 24, source: icon)))
        #expect(answers[2] == Rasterizer.answer(.text(TextMaskKey("Home", families: "", weight: 400, size: 12))))
        #expect(answers[3] == .failure("/nowhere.svg: No such file or directory"))
        #expect(answers[4] == .failure("the last request has no line end"))
    }
}
