// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import ShellModel
    import TabshellIPC

    extension FuzzTarget {
        /// The line framer: the boundaries of reads make no difference, and no received byte is lost.
        static let framer = FuzzTarget("framer", seeds: ["protocol/ipc/frames/malformed"]) { bytes in
            let limit = 16
            var (whole, split) = (LineFramer(limit: limit), LineFramer(limit: limit))
            var (frames, others): ([LineFramer.Frame], [LineFramer.Frame]) = ([], [])
            whole.append(bytes.span, to: &frames)
            for piece in bytes.pieces { split.append(piece.span, to: &others) }
            try require(frames == others, "frames depend on the boundaries of reads")
            try require(
                whole.hasPartialLine == split.hasPartialLine, "a partial line depends on the boundaries of reads")
            for case .line(let line) in frames {
                try require(line.count <= limit && !line.contains(0x0A), "a line exceeds the limit or has a line feed")
            }
            // A line that ends in a carriage return loses it, so the lengths of the others count.
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            try require(
                frames.count == lines.count - 1 + (lines.last.map { $0.count > limit } == true ? 1 : 0),
                "\(frames.count) frames of \(lines.count) lines")
        }

        /// The JSON parser and writer: a parsed value is written so that it parses to the same value.
        static let json = FuzzTarget("json", seeds: ["protocol/ipc/frames/malformed", "protocol/ipc/frames/replies"]) {
            guard let value = try? JSONParser.parse($0) else { return }
            let text = value.encodedBytes
            try require(!text.contains { $0 < 0x20 }, "the text has a control character")
            guard let again = try? JSONParser.parse(text) else { throw FuzzFailure("the text cannot be parsed") }
            try require(again == value && again.encodedBytes == text, "the value differs after writing and parsing")
        }

        /// The decoder of requests: an accepted request is written so that it is decoded again as the same request.
        static let request = FuzzTarget(
            "request", seeds: ["protocol/ipc/frames/requests", "protocol/ipc/frames/malformed"]
        ) { bytes in
            let message: RequestMessage
            do throws(RequestError) {
                message = try RequestMessage(line: bytes[...])
            } catch {
                let reply = Array(ServerMessage.reply(id: error.id, .failure(error.error)).line.dropLast())
                return try require((try? ServerMessage(line: reply[...])) != nil, "the error cannot be decoded")
            }
            guard let again = try? RequestMessage(line: message.json.encodedBytes[...]) else {
                throw FuzzFailure("the request cannot be decoded again")
            }
            try require(again == message, "the request differs after writing and decoding")
        }

        /// The client's decoder of the server's lines, and its replica.
        static let message = FuzzTarget(
            "message", seeds: ["protocol/ipc/frames/events", "protocol/ipc/frames/replies"]
        ) { bytes in
            guard let message = try? ServerMessage(line: bytes[...]) else { return }
            guard let again = try? ServerMessage(line: Array(message.line.dropLast())[...]) else {
                throw FuzzFailure("the message cannot be decoded again")
            }
            try require(again == message, "the message differs after writing and decoding")
            guard case .event(let event) = message else { return }
            var replica = ShellState()
            try? replica.apply(event)
            try require(
                replica.replicate().allSatisfy { $0.revision == event.revision }, "the replica has other revisions")
            _ = replica.persistentState
        }
    }
#endif
