import DocumentText

/// A document that a client shows in a tab. Links at its end that send events are buttons.
final class ShownSource: DocumentSource {
    struct Event: Equatable, Sendable {
        var title: String
        var name: String
    }

    let name = ""
    private(set) var content: DocumentContent?
    /// The events of the links in the last paragraphs that only contain such links.
    private(set) var events: [Event] = []
    var onChange: () -> Void = {}

    func set(_ text: String, as format: DocumentFormat) {
        var content = DocumentContent(text, as: format)
        events = []
        while let events = content.blocks.last?.events {
            self.events = events + self.events
            content.blocks.removeLast()
        }
        self.content = content
        onChange()
    }

    func show() {}
    func hide() {}
    func refresh() {}
    func stop() {}
}

extension Block {
    /// The events of a paragraph that only has links with events; nil for any other block.
    fileprivate var events: [ShownSource.Event]? {
        guard kind == .paragraph, depth == 0, quotes == 0 else { return nil }
        var (events, previous) = ([ShownSource.Event](), String?.none)
        for span in spans {
            defer { previous = span.link }
            guard let link = span.link else {
                guard span.text.allSatisfy(\.isWhitespace) else { return nil }
                continue
            }
            guard case .event(let name)? = LinkTarget(link) else { return nil }
            if link == previous, !events.isEmpty {
                events[events.count - 1].title += span.text
            } else {
                events.append(ShownSource.Event(title: span.text, name: name))
            }
        }
        return events.isEmpty ? nil : events
    }
}
