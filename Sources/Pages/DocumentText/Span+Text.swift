extension [Span] {
    /// Appends a text, to the last span if it is otherwise equal.
    mutating func join(_ span: Span) {
        guard !span.text.isEmpty else { return }
        if let last, last.style == span.style, last.link == span.link {
            self[count - 1].text += span.text
        } else {
            append(span)
        }
    }

    /// The spans without certain characters at their ends; inline code keeps its own.
    func trimmed(of characters: String, atStart: Bool = true) -> [Span] {
        var spans = self
        while let last = spans.last, !last.style.contains(.code) {
            let text = last.text.trimmedEnd(of: characters)
            spans[spans.count - 1].text = text
            if !text.isEmpty { break }
            spans.removeLast()
        }
        while atStart, let first = spans.first, !first.style.contains(.code) {
            let text = first.text.drop { characters.contains($0) }
            spans[0].text = String(text)
            if !text.isEmpty { break }
            spans.removeFirst()
        }
        return spans
    }

    /// The text in pieces hardly longer than a limit in bytes of UTF-8, which if possible end at one of certain characters.
    func pieces(of limit: Int, endingAt separators: String) -> [[Span]] {
        guard reduce(0, { $0 + $1.text.utf8.count }) > limit else { return [self] }
        var pieces: [[Span]] = []
        var piece: [Span] = []
        var length = 0
        for span in self {
            for word in span.text.words(endingAt: separators, limit: limit / 4) {
                if length + word.utf8.count > limit {
                    pieces.append(piece.trimmed(of: separators, atStart: false))
                    (piece, length) = ([], 0)
                }
                piece.join(Span(String(word), span.style, link: span.link))
                length += word.utf8.count
            }
        }
        return pieces + [piece.trimmed(of: separators, atStart: false)]
    }
}

extension String {
    fileprivate func trimmedEnd(of characters: String) -> String {
        var end = endIndex
        while end > startIndex, characters.contains(self[index(before: end)]) { end = index(before: end) }
        return String(self[..<end])
    }

    /// The text in parts that end at a separator, or at a limit in bytes of UTF-8.
    fileprivate func words(endingAt separators: String, limit: Int) -> [Substring] {
        var words: [Substring] = []
        var start = startIndex
        var length = 0
        for index in indices {
            length += self[index].utf8.count
            guard separators.contains(self[index]) || length >= limit else { continue }
            let end = self.index(after: index)
            words.append(self[start..<end])
            (start, length) = (end, 0)
        }
        return start < endIndex ? words + [self[start...]] : words
    }
}
