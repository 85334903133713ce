public import Posix
internal import RasterProtocol

extension Rasterizer {
    /// Answers the requests of an input in their order to its end, as `tabshell-raster` does, by a confined child.
    /// False when the other side disconnects or sends a line that is too long or incomplete. If its input kills
    /// the child, this process ends in the same way.
    public static func serve(
        _ input: borrowing FileDescriptor, _ output: borrowing FileDescriptor
    ) throws(SystemError) -> Bool {
        var child: ConfinedRasterizer?
        var pending: [UInt8] = []
        while let bytes = try? input.read(upTo: 4096), !bytes.isEmpty {
            pending += bytes
            while let end = pending.firstIndex(of: 0x0A) {
                guard try answer(pending[..<end], to: output, by: &child) else {
                    child.take()?.end()
                    return false
                }
                pending.removeSubrange(...end)
            }
            guard pending.count < RasterRequest.maximumLine else {
                _ = send(.failure("a request is longer than \(RasterRequest.maximumLine) bytes"), to: output)
                return false
            }
        }
        guard pending.isEmpty else {
            _ = send(.failure("the last request has no line end"), to: output)
            return false
        }
        child.take()?.end()
        return true
    }

    private static func answer(
        _ line: ArraySlice<UInt8>, to output: borrowing FileDescriptor, by child: inout ConfinedRasterizer?
    ) throws(SystemError) -> Bool {
        let request: RasterRequest
        let file: FileDescriptor?
        do throws(RasterError) {
            request = try RasterRequest(line: line)
            file = try openFile(of: request)
        } catch {
            return send(.failure("\(error)"), to: output)
        }
        if child?.canAnswer(request) != true {
            child.take()?.end()
            child = try ConfinedRasterizer(fonts: request.iconSource == nil, output: output)
        }
        return child?.answer(line, from: file) ?? false
    }

    private static func send(_ reply: RasterReply, to output: borrowing FileDescriptor) -> Bool {
        (try? output.writeAll(reply.encoded)) != nil
    }
}
