internal import Pango
internal import Posix
internal import RasterProtocol
internal import Sandbox

/// The two processes of `tabshell-raster`: this one opens the files of requests, a confined child draws them.
struct ConfinedRasterizer: ~Copyable {
    /// The processor time of one request, s. A picture takes milliseconds.
    private static let processorTime: UInt64 = 5

    private let child: ConfinedChild
    private let hasFonts: Bool

    /// - Parameter fonts: true to read the configuration of fonts, which takes longer than all icons.
    init(fonts hasFonts: Bool, output: borrowing FileDescriptor) throws(SystemError) {
        let fonts = hasFonts ? FontConfiguration() : nil
        var places = ReadablePlaces()
        for folder in fonts?.folders ?? [] { places.add(folderOfLinks: folder) }
        let target = output.rawValue
        self.hasFonts = hasFonts
        child = try ConfinedChild(.drawing, readable: places) { channel in
            FontConfiguration.nameWarnings(of: "tabshell-raster")
            fonts?.use()
            return Self.answer(channel, target) ? 0 : 1
        }
    }

    func canAnswer(_ request: RasterRequest) -> Bool { hasFonts || request.iconSource != nil }

    /// Has the child answer a request; false if it ended instead.
    func answer(_ line: ArraySlice<UInt8>, from file: borrowing FileDescriptor?) -> Bool {
        child.limitProcessorTime(toFurther: Self.processorTime)
        guard (try? child.channel.send(Array(line), with: file)) != nil else { return false }
        return (try? child.channel.read(upTo: 1))?.isEmpty == false
    }

    /// Ends the child. Ends this process like it, even by its signal, unless it has done its work.
    consuming func end() { child.endAsItEnds() }

    /// Answers the requests that come with their files, and reports each answer.
    private static func answer(_ channel: borrowing FileDescriptor, _ output: Int32) -> Bool {
        var file: FileDescriptor?
        while let line = try? channel.receive(upTo: RasterRequest.maximumLine, with: &file) {
            guard !line.isEmpty else { return true }
            guard let request = try? RasterRequest(line: line) else { return false }
            let reply = Rasterizer.answer(request, from: file.take())
            guard (try? writeAll(reply.encoded, to: output)) != nil, (try? channel.writeAll([1])) != nil else {
                return false
            }
        }
        return false
    }
}
