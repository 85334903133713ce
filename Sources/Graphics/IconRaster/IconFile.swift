// SPDX-License-Identifier: MIT

internal import Canvas
internal import Cairo
internal import Geometry
internal import RasterProtocol

/// A parsed icon file. The content decides on the format, not the name.
struct IconFile: ~Copyable {
    private enum Picture: ~Copyable {
        case png(PNGImage)
        case svg(SVGDocument)
    }

    private let picture: Picture
    /// True for an icon that is meant to take the colour of text, by the freedesktop.org naming.
    let isSymbolic: Bool

    /// Reads an SVG or PNG file.
    init(_ source: String) throws(RasterError) {
        let name = source.lowercased()
        guard source.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(".svg") || name.hasSuffix(".png") else {
            throw RasterError("not the path of an .svg or .png file")
        }
        picture = try Self.picture(try ImageFile.read(source))
        // `-rtl` is for right-to-left text.
        isSymbolic = ["-symbolic", "-symbolic-rtl"].contains { name.dropLast(4).hasSuffix($0) }
    }

    private static func picture(_ bytes: [UInt8]) throws(RasterError) -> Picture {
        if PNGImage.hasSignature(bytes) { return .png(try PNGImage(bytes)) }
        do throws(SVGDocument.Failure) {
            return .svg(try SVGDocument(bytes))
        } catch {
            throw Self.error(error)
        }
    }

    /// Draws the picture, scaled to fit and centred.
    func draw(on canvas: Canvas, width: Double, height: Double) throws(RasterError) {
        switch picture {
        case .png(let image): image.draw(on: canvas, width: width, height: height)
        case .svg(let document):
            do throws(SVGDocument.Failure) {
                try document.draw(on: canvas.context, in: Rect(x: 0, y: 0, width: width, height: height))
            } catch {
                throw Self.error(error)
            }
        }
    }

    private static func error(_ failure: SVGDocument.Failure) -> RasterError {
        RasterError(
            failure.message.map { "not an SVG or PNG picture that can be read: \($0)" } ?? "not an SVG picture")
    }
}
