// SPDX-License-Identifier: MIT

private import Glibc
internal import RasterProtocol

/// The whole life of `tabshell-raster`: reads requests until the end, answers each in its turn.
public struct RasterServer {
    private let input: Int32
    private let output: Int32

    /// A loop between two descriptors, which stay the caller's.
    public init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// Runs to the end of the input. False when the other side broke off or sent a line without end.
    public func run() -> Bool {
        var pending: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            pending.append(contentsOf: chunk[..<count])
            while let end = pending.firstIndex(of: 0x0A) {
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
        do {
            return Rasterizer.answer(try RasterRequest(line: line))
        } catch {
            return .failure("\(error)")
        }
    }

    private func send(_ reply: RasterReply) -> Bool {
        let bytes = reply.encoded
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { write(output, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
