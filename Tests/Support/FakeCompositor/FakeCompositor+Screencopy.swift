/// The answer of a ``FakeCompositor`` to a client that captures an output.
public enum FakeCapture: Sendable {
    /// The words of a buffer of the output's pixels, in a format of wl_shm, with rows of a number of bytes.
    case picture([UInt32], format: UInt32 = 1, stride: Int? = nil, isInverted: Bool = false)
    /// `failed` at once.
    case refusal
    /// No event at all.
    case silence
}

extension FakeCompositor {
    func handleScreencopy(_ request: FakeRequest) {
        switch request.name {
        case "capture_output":
            if request.int(1) != 0 { violations.append("the pointer is in the picture") }
            guard let frame = request.created, let output: FakeOutput = request.content(2) else { return }
            frame.content = output
            captured.append(output.name)
            switch capture {
            case .picture(_, let format, let stride, _):
                let (width, height) = output.mode
                frame.send(
                    "buffer", .uint(format), .uint(UInt32(width)), .uint(UInt32(height)),
                    .uint(UInt32(stride ?? width * 4)))
            case .refusal: frame.send("failed")
            case .silence: break
            }
        case "copy":
            guard case .picture(let words, _, let stride, let isInverted) = capture,
                let output = request.object.content as? FakeOutput, let buffer: FakeBuffer = request.content(0)
            else { return }
            let (width, height) = output.mode
            guard (buffer.width, buffer.height, buffer.stride) == (width, height, stride ?? width * 4) else {
                return violations.append("a buffer of \(buffer.width) × \(buffer.height) for a picture")
            }
            buffer.write(words)
            request.object.send("flags", .uint(isInverted ? 1 : 0))
            request.object.send("ready", 0, 0, 0)
        default: break
        }
    }
}
