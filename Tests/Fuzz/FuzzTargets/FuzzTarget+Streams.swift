// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import Feedback
    import RasterProtocol
    import ShellModel
    import TabshellIPC

    @testable import Sway
    @testable import WindowTabs

    extension FuzzTarget {
        /// The speech server's replies, and the session that answers them.
        static let speech = FuzzTarget("speech") { bytes in
            var (whole, split) = (SpeechReplyReader(), SpeechReplyReader())
            let replies = whole.append(bytes)
            var others: [SpeechReply]? = []
            for piece in bytes.pieces where others != nil {
                let more = split.append(piece)
                others = more.map { (others ?? []) + $0 }
            }
            try require(replies == others, "the replies depend on the boundaries of reads")
            var session = SSIPSession()
            for reply in replies ?? [] {
                let answer = session.handle(reply)
                try require(answer.isEmpty || answer.suffix(2).elementsEqual("\r\n".utf8), "an answer is not a line")
                _ = session.next()
            }
        }

        /// The messages of sway's socket: the boundaries of reads make no difference.
        static let sway = FuzzTarget("sway") { bytes in
            var rest = bytes
            let whole = SwayIPCMessage.packets(&rest)?.map(\.json)
            try require(whole == nil || rest.count <= SwayIPCMessage.maximumLength + 14, "the rest has no bound")
            var pending: [UInt8] = []
            var split: [JSON]? = []
            for piece in bytes.pieces where split != nil {
                pending += piece
                let more = SwayIPCMessage.packets(&pending)?.map(\.json)
                split = more.map { (split ?? []) + $0 }
            }
            try require(whole == split, "the messages depend on the boundaries of reads")
            for json in whole ?? [] { _ = json["container"].flatMap(SwayTree.Window.init) }
            try arrange(bytes)
        }

        /// The commands for the windows of a tree contain nothing that sway could take for another command.
        private static func arrange(_ bytes: [UInt8]) throws {
            var rest = bytes
            for (kind, json) in SwayIPCMessage.packets(&rest) ?? []
            where kind == SwayIPCMessage.tree {
                let tree = SwayTree(json)
                var sway = SwayArrangement()
                for patterns in [["*"], []] as [[AppIDPattern]] {
                    sway.pages = patterns.isEmpty ? [] : [WindowPage(id: "a", window: WindowBinding(appIDs: patterns))]
                    for window in tree.windows + tree.hidden {
                        sway.owners[window.id] = sway.pages.owner(of: window.appID)?.id
                    }
                    for command in sway.commands(for: tree, on: SwayArrangement.Trigger(isAll: true)) {
                        let quotes = command.filter { $0 == "\"" }.count
                        try require(
                            command.hasPrefix("[con_id=") && quotes.isMultiple(of: 2) && !command.contains(";")
                                && !command.contains("$") && !command.contains("\n"), "an unsafe command: \(command)")
                    }
                }
            }
        }

        /// Both ends of the rasterizer's pipe.
        static let raster = FuzzTarget("raster") { bytes in
            for line in bytes.split(separator: 0x0A) {
                guard let request = try? RasterRequest(line: line) else { continue }
                guard let again = try? RasterRequest(line: Array(request.line.utf8.dropLast())) else {
                    throw FuzzFailure("the request cannot be decoded again: \(request.line)")
                }
                try require(again == request, "the request differs after writing and decoding: \(request.line)")
            }
            let whole = replies(to: [bytes])
            let split = replies(to: bytes.pieces)
            try require(whole.isBroken == split.isBroken, "an error depends on the boundaries of reads")
            try require(
                whole.isBroken || whole.replies == split.replies, "the replies depend on the boundaries of reads")
        }

        private static func replies(to pieces: [[UInt8]]) -> (replies: [RasterReply], isBroken: Bool) {
            var (reader, replies) = (RasterReplyReader(), [RasterReply]())
            for piece in pieces {
                guard let more = try? reader.feed(piece) else { return (replies, true) }
                replies += more
            }
            return (replies, false)
        }
    }
#endif
