// SPDX-License-Identifier: MIT

public import Posix
internal import RasterProtocol

/// The request loop of `tabshell-raster`.
public struct RasterServer: ~Copyable {
    private let input: FileDescriptor
    private let output: FileDescriptor

    /// A server between two descriptors.
    public init(input: consuming FileDescriptor, output: consuming FileDescriptor) {
        self.input = input
        self.output = output
    }

    /// Answers requests in their order to the end of the input.
    ///
    /// - Parameter prepare: called before each request.
    /// - Returns: false when the other side disconnects or sends a line that is too long or incomplete.
    public func run(prepare: () -> Void = {}) -> Bool {
        var pending: [UInt8] = []
        while let bytes = try? input.read(upTo: 4096), !bytes.isEmpty {
            pending += bytes
            while let end = pending.firstIndex(of: 0x0A) {
                prepare()
                guard send(answer(to: pending[..<end])) else { return false }
                pending.removeSubrange(...end)
            }
            guard pending.count < RasterRequest.maximumLine else {
                _ = send(.failure("a request is longer than \(RasterRequest.maximumLine) bytes"))
                return false
            }
        }
        guard pending.isEmpty else {
            _ = send(.failure("the last request has no line end"))
            return false
        }
        return true
    }

    private func answer(to line: ArraySlice<UInt8>) -> RasterReply {
        do throws(RasterError) {
            return Rasterizer.answer(try RasterRequest(line: line))
        } catch {
            return .failure("\(error)")
        }
    }

    private func send(_ reply: RasterReply) -> Bool {
        do throws(SystemError) {
            try output.writeAll(reply.encoded)
            return true
        } catch {
            return false
        }
    }
}
