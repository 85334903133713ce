internal import Canvas
internal import Geometry
private import Glibc
internal import Posix
internal import RasterProtocol

/// A parsed icon file. The content determines the format, not the name.
struct IconFile: ~Copyable {
    private enum Picture: ~Copyable {
        case png(PNGImage)
        case svg(SVGDocument)
    }

    /// The maximum length of a file, in bytes.
    private static let maximumSize = 4 << 20

    private let picture: Picture
    /// True for an icon that takes the colour of text, by the freedesktop.org naming.
    let isSymbolic: Bool

    /// Opens an SVG or PNG file without reading it.
    static func open(_ source: String) throws(RasterError) -> FileDescriptor {
        let name = source.lowercased()
        guard source.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(".svg") || name.hasSuffix(".png") else {
            throw RasterError("not the path of an .svg or .png file")
        }
        do throws(SystemError) {
            // Without waiting for the writer of a named pipe.
            let file = try FileDescriptor(opening: source, O_RDONLY | O_NOCTTY | O_NONBLOCK)
            guard try file.status.kind == .regular else { throw SystemError(code: EINVAL, operation: source) }
            return file
        } catch {
            throw error.code == EINVAL
                ? RasterError("not a regular file") : RasterError(SystemError.message(for: error.code))
        }
    }

    init(_ source: String, _ file: borrowing FileDescriptor) throws(RasterError) {
        let name = source.lowercased()
        let bytes = try Self.read(file)
        if bytes.starts(with: PNGImage.signature) {
            picture = .png(try PNGImage(bytes))
        } else {
            picture = .svg(try SVGDocument(bytes))
        }
        // `-rtl` is for right-to-left text.
        isSymbolic = ["-symbolic", "-symbolic-rtl"].contains { name.dropLast(4).hasSuffix($0) }
    }

    private static func read(_ file: borrowing FileDescriptor) throws(RasterError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try file.readAll(upTo: maximumSize + 1, chunk: Int(clamping: file.status.size))
        } catch {
            throw RasterError(SystemError.message(for: error.code))
        }
        guard bytes.count <= maximumSize else { throw RasterError("larger than \(maximumSize) bytes") }
        guard !bytes.isEmpty else { throw RasterError("the file is empty") }
        return bytes
    }

    /// Gives the parts in the colour of text another one, a name of CSS. False for a file without such parts.
    func setTextColor(_ color: String) throws(RasterError) -> Bool {
        switch picture {
        case .png: false
        case .svg(let document): try document.setTextColor(color)
        }
    }

    /// Draws the picture, scaled to fit and centred.
    func draw(on canvas: Canvas, width: Double, height: Double) throws(RasterError) {
        switch picture {
        case .png(let image): image.draw(on: canvas, width: width, height: height)
        case .svg(let document):
            try document.draw(on: canvas.context, in: Rect(x: 0, y: 0, width: width, height: height))
        }
    }
}
