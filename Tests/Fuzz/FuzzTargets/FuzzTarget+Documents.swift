// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import DocumentText
    import Localization

    extension FuzzTarget {
        /// The reader of catalogues of messages. A catalogue may be damaged in any way.
        static let catalogue = FuzzTarget("catalogue") { bytes in
            guard let catalogue = MessageCatalogue(bytes) else { return }
            for key in ["", "Home", "there is an error", "x"] {
                let text = catalogue.message(key)
                try require(text?.utf8.count ?? 0 <= 3 * bytes.count, "a text is longer than the file")
                for count in [0, 1, 2, 3, 11, 100, .max] as [UInt] { _ = catalogue.plural(key, count: count) }
            }
        }

        /// The reader of Markdown.
        static let markdown = FuzzTarget("markdown", seeds: ["CONTRIBUTING.md"]) { bytes in
            try requireVisible(MarkdownParser.blocks(of: String(decoding: bytes, as: UTF8.self)) ?? [])
        }

        /// The reader of a command's output with its escape sequences.
        static let terminal = FuzzTarget("terminal") { bytes in
            let blocks = TerminalScreen(String(decoding: bytes, as: UTF8.self)).blocks
            try requireVisible(blocks)
            let limit = TerminalScreen.maximumLineLength * TerminalScreen.maximumCellLength
            for block in blocks {
                try require(block.text.unicodeScalars.count <= limit, "a line is longer than the maximum")
            }
        }

        private static func requireVisible(_ blocks: [Block]) throws {
            for block in blocks {
                try require(
                    (0...8).contains(block.depth) && (0...8).contains(block.quotes), "a block is nested too deeply")
                for scalar in block.text.unicodeScalars
                where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
                    try require(scalar == "\n" || scalar == "\t", "a control character is shown: \(scalar.value)")
                }
                for case .address(let address)? in block.spans.map({ $0.link.flatMap(LinkTarget.init) }) {
                    try require(
                        ["http:", "https:", "mailto:"].contains { address.lowercased().hasPrefix($0) }
                            && address.unicodeScalars.allSatisfy { $0.value > 0x20 },
                        "an address that must not be opened: \(address)")
                }
            }
        }
    }
#endif
