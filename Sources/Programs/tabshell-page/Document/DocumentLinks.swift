import DocumentText

struct DocumentLinks {
    /// A link, perhaps of several spans.
    struct Link: Hashable {
        var block: Int
        /// The place among the links of the block.
        var index: Int
        var text: String
        var target: LinkTarget

        var id: String { "block/\(block)/link/\(index)" }
    }

    /// The blocks of the document, with other links as plain text.
    private(set) var blocks: [Block] = []
    /// The links in the order of the text.
    private(set) var all: [Link] = []
    /// The indices of the headings by their anchors.
    private(set) var anchors: [String: Int] = [:]

    init() {}

    /// - Parameter sendsEvents: true if the sender of the document gets its events.
    init(_ blocks: [Block], opensAddresses: Bool, opensDocuments: Bool, sendsEvents: Bool = false) {
        self.blocks = blocks
        guard blocks.contains(where: { $0.spans.contains { $0.link != nil } }) else { return }
        anchors = Block.anchors(in: blocks)
        func target(_ span: Span) -> LinkTarget? {
            guard let target = span.link.flatMap(LinkTarget.init) else { return nil }
            let leads =
                switch target {
                case .anchor(let anchor): anchors[anchor] != nil
                case .address: opensAddresses
                case .document: opensDocuments
                case .event: sendsEvents
                }
            return leads ? target : nil
        }
        for (index, block) in blocks.enumerated() {
            let targets = block.spans.map(target)
            for span in targets.indices where targets[span] == nil && block.spans[span].link != nil {
                self.blocks[index].spans[span].link = nil
            }
            for (run, (span, target)) in zip(self.blocks[index].linkRuns, zip(block.spans, targets)) {
                guard let run, let target else { continue }
                if let last = all.last, last.block == index, last.index == run {
                    all[all.count - 1].text += span.text
                } else {
                    all.append(Link(block: index, index: run, text: span.text, target: target))
                }
            }
        }
    }
}

extension Block {
    /// The place of each span's link among the links of the block; nil for a span outside of links.
    var linkRuns: [Int?] {
        var (count, previous) = (0, String?.none)
        return spans.map { span in
            defer { previous = span.link }
            guard let link = span.link else { return nil }
            if link != previous { count += 1 }
            return count - 1
        }
    }
}
