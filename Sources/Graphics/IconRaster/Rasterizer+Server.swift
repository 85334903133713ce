// SPDX-License-Identifier: MIT

public import Posix
internal import RasterProtocol

extension Rasterizer {
    /// Answers the requests of an input in their order to its end, as `tabshell-raster` does.
    ///
    /// - Parameter prepare: called before each request.
    /// - Returns: false when the other side disconnects or sends a line that is too long or incomplete.
    public static func serve(
        _ input: borrowing FileDescriptor, _ output: borrowing FileDescriptor, prepare: () -> Void = {}
    ) -> Bool {
        var pending: [UInt8] = []
        while let bytes = try? input.read(upTo: 4096), !bytes.isEmpty {
            pending += bytes
            while let end = pending.firstIndex(of: 0x0A) {
                prepare()
                guard send(answer(to: pending[..<end]), to: output) else { return false }
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
        return true
    }

    private static func answer(to line: ArraySlice<UInt8>) -> RasterReply {
        do throws(RasterError) {
            return answer(try RasterRequest(line: line))
        } catch {
            return .failure("\(error)")
        }
    }

    private static func send(_ reply: RasterReply, to output: borrowing FileDescriptor) -> Bool {
        (try? output.writeAll(reply.encoded)) != nil
    }
}
