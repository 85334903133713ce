internal import Cairo
internal import Canvas
internal import Geometry
internal import RasterProtocol

struct PNGImage: ~Copyable {
    /// The maximum width and height, in pixels of the file: cairo decodes all of it into memory.
    private static let maximumSide = 4096
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private let picture: CairoImageSurface

    init(_ file: [UInt8]) throws(RasterError) {
        // The header chunk comes first: width and height follow the signature, its length and its name.
        guard file.count >= 24 else { throw RasterError("a PNG file that is cut off") }
        let sides = 1...Self.maximumSide
        guard sides.contains(Self.number(file[16..<20])), sides.contains(Self.number(file[20..<24])) else {
            throw RasterError("a PNG file wider or higher than \(Self.maximumSide) pixels, or without any")
        }
        guard let picture = CairoImageSurface(png: file) else {
            throw RasterError("a PNG file that cannot be read: it is damaged")
        }
        self.picture = picture
    }

    /// Draws the picture, scaled to fit and centred.
    func draw(on canvas: Canvas, width: Double, height: Double) {
        let size = Size(width: Double(picture.width), height: Double(picture.height))
        guard size.width > 0, size.height > 0 else { return }
        let scale = min(width / size.width, height / size.height)
        canvas.translate(x: (width - size.width * scale) / 2, y: (height - size.height * scale) / 2)
        canvas.scale(by: scale, around: .zero)
        canvas.context.setSource(picture)
        // Without padding the edges of an enlarged picture fade out.
        canvas.context.filterSource(best: true)
        canvas.context.addRectangle(Rect(x: 0, y: 0, width: size.width, height: size.height))
        canvas.context.fill()
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
