import DocumentText
import Geometry
import PageKit
import PangoText
import ShellModel
import Text

/// The style of a document's blocks and their position in the column, in logical pixels.
struct DocumentStyle {
    static let monospaced = ["JetBrains Mono", "Fira Mono", "Noto Sans Mono", "DejaVu Sans Mono", "monospace"]
    static let codePadding = 14.0
    /// The corner radius of a code block's card.
    static let codeRadius = 12.0
    /// The advance of a monospaced font in em; the fonts above have 0.6 to 0.602.
    private static let advance = 0.602
    /// The line height of these fonts in em.
    private static let naturalLine = 1.17
    /// The additional space between lines in em.
    private static let lineGap = 0.14
    /// The minimum size of long plain lines, as a factor.
    private static let minimumScale = 0.78

    let theme: Theme
    let textScale: Double
    let width: Double
    let lineSize: Double
    private let isRightToLeft: Bool

    /// - Parameter longestLine: the length of the longest plain line in characters.
    init(_ context: PageContext, width: Double, longestLine: Int) {
        theme = Theme(context)
        textScale = context.limitedTextScale
        isRightToLeft = context.isRightToLeft
        self.width = max(width, 1)
        let defaultSize = 13.5 * textScale
        let fitting = self.width / (Double(max(longestLine, 1)) * Self.advance)
        lineSize = min(defaultSize, max(fitting, defaultSize * Self.minimumScale))
    }

    var listIndent: Double { 26 * textScale }
    var quoteIndent: Double { 18 * textScale }

    func indent(of block: Block) -> Double {
        // At any depth, half of the column is left.
        min(Double(block.depth) * listIndent + Double(block.quotes) * quoteIndent, width / 2)
    }

    /// The part of the indent before a block; the rest is after it.
    func start(of block: Block) -> Double {
        let indent = indent(of: block)
        return isReversed(block) ? min(Double(block.quotes) * quoteIndent, indent) : indent
    }

    /// True for a list's text that is written against the direction of the page: its marker is at the other side.
    func isReversed(_ block: Block) -> Bool {
        guard block.depth > 0, let letter = block.text.unicodeScalars.first(where: \.properties.isAlphabetic) else {
            return false
        }
        return letter.isRightToLeft != isRightToLeft
    }

    func textWidth(of block: Block) -> Double {
        let padding = block.isCard ? 2 * Self.codePadding : 0
        return max(width - indent(of: block) - padding, 40)
    }

    func layout(of block: Block) -> TextLayout {
        var style = style(of: block)
        style.maxWidth = textWidth(of: block)
        if let stops = tabbed(block)?.stops ?? columnStarts(of: block), !stops.isEmpty {
            let column = TextLayout(String(repeating: "0", count: 10), style: style).size.width / 10
            style.tabStops = stops.map { Double($0) * column }
        }
        return TextLayout(block.spans.isEmpty ? [TextSpan(" ")] : textSpans(of: block), style: style)
    }

    /// Returns the range of a link, by its place among the block's, in the laid-out text, bytes of UTF-8.
    func range(ofLink index: Int, in block: Block) -> Range<Int> {
        var (start, end, range) = (0, 0, 0..<0)
        for (run, text) in zip(block.linkRuns, textSpans(of: block)) {
            (start, end) = (end, end + text.text.utf8.count)
            if run == index { range = range.isEmpty ? start..<end : range.lowerBound..<end }
        }
        return range
    }

    private func textSpans(of block: Block) -> [TextSpan] {
        let isRightToLeft = block.spans.contains { $0.text.hasRightToLeftLetters }
        if case .table(let table) = block.kind {
            return zip(block.spans, cells(of: block, table)).map { (original, text) in
                var original = original
                // A label is not a part of the table's text.
                if Table.isSeparator(original) { original.color = .faint }
                original.text = isRightToLeft && !Table.isSeparator(original) ? text.isolated : text
                return span(original, in: block, isIsolated: false)
            }
        }
        guard block.kind == .line else { return block.spans.map { span($0, in: block, isIsolated: isRightToLeft) } }
        return zip(block.spans, tabbed(block)?.texts ?? block.spans.map(\.text)).map { (original, text) in
            var original = original
            original.text = isRightToLeft ? text.isolatingRightToLeftWords : text
            return span(original, in: block, isIsolated: false)
        }
    }

    /// True for a table that fits on the page; the rows of others are shown as lists of labels and values.
    private func isAligned(_ block: Block) -> Bool {
        guard case .table(let table) = block.kind else { return false }
        let width = table.columns.reduce(-2) { $0 + $1.width + 2 }
        return Double(width) * Self.advance * 13.5 * textScale <= textWidth(of: block)
    }

    /// The columns of text at which the columns of an aligned table begin, without the first.
    private func columnStarts(of block: Block) -> [Int]? {
        guard case .table(let table) = block.kind, isAligned(block) else { return nil }
        return table.columns.dropLast().reduce(into: []) { $0.append(($0.last ?? 0) + $1.width + 2) }
    }

    /// The shown texts of a table's spans.
    private func cells(of block: Block, _ table: Table) -> [String] {
        let isAligned = isAligned(block)
        let parts = block.spans.split(omittingEmptySubsequences: false, whereSeparator: Table.isSeparator).dropFirst()
        let lengths = parts.map { $0.reduce(0) { $0 + $1.text.columns } }
        var (cell, row, column) = (-1, -1, 0)
        return block.spans.map { span in
            guard Table.isSeparator(span) else { return !isAligned && row == 0 && table.hasHeader ? "" : span.text }
            cell += 1
            if span.text == "\t" { column += 1 } else { (row, column) = (row + 1, 0) }
            let (label, free) = (table.columns[column].label, table.columns[column].width - lengths[cell])
            guard isAligned else {
                if row == 0, table.hasHeader { return "" }
                let isFirst = row == (table.hasHeader ? 1 : 0)
                let start = column > 0 ? "\n" : isFirst ? "" : "\n\n"
                if lengths[cell] == 0 { return column > 0 ? "" : start }
                return label.isEmpty ? start : "\(start)\(label): "
            }
            switch table.columns[column].alignment {
            case .leading: return span.text
            case .center: return span.text + String(repeating: " ", count: free / 2)
            case .trailing: return span.text + String(repeating: " ", count: free)
            }
        }
    }

    /// Returns the texts of a line's spans with gaps of two spaces and more as tabs, and the columns at which these end;
    /// nil for a line in one font, whose letters are a column wide, and for one that is longer than the page.
    private func tabbed(_ block: Block) -> (texts: [String], stops: [Int])? {
        // The fonts for code have these letters; the scripts of others need another font.
        func isOfMonospacedFont(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value < 0x590 || (0x2000..<0x2C00).contains(scalar.value) && scalar.columns < 2
        }
        guard block.kind == .line, !block.text.unicodeScalars.allSatisfy(isOfMonospacedFont) else { return nil }
        var (column, stops) = (0, [Int]())
        let texts = block.spans.map { span in
            var (text, gap) = (String.UnicodeScalarView(), 0)
            func endGap() {
                if gap > 1 { stops.append(column) }
                if gap > 0 { text.append(gap > 1 ? "\t" : " ") }
                gap = 0
            }
            for scalar in span.text.unicodeScalars {
                if scalar == " " { gap += 1 } else { endGap() }
                column += scalar.columns
                if scalar != " " { text.append(scalar) }
            }
            endGap()
            return String(text)
        }
        return Double(column) * Self.advance * lineSize > width ? nil : (texts, stops)
    }

    func height(of block: Block, text: Double) -> Double {
        switch block.kind {
        case .rule: 1
        case .code, .table: text + 2 * Self.codePadding
        default: text
        }
    }

    /// Returns an estimate of a block's height, without a layout of its text.
    func estimatedHeight(of block: Block) -> Double {
        let size = size(of: block)
        let letters = block.spans.reduce(0) { $0 + $1.text.utf8.count }
        let perLine = max(textWidth(of: block) / (size * 0.55), 1)
        return height(of: block, text: (Double(letters) / perLine).rounded(.up) * size * 1.45)
    }

    func gap(between first: Block, and second: Block) -> Double {
        if first.kind == .line, second.kind == .line { return Self.lineGap * lineSize }
        let gap: Double =
            switch (first.kind, second.kind) {
            case (_, .heading(1)): 32
            case (_, .heading(2)): 28
            case (_, .heading): 22
            case (.heading, _): 9
            case (.rule, _), (_, .rule): 22
            case (.item, .item): 7
            case (.code, _), (_, .code), (.table, _), (_, .table): 14
            default: 12
            }
        return (gap * min(textScale, 1.5)).rounded()
    }

    private func size(of block: Block) -> Double {
        switch block.kind {
        case .heading(1): 30 * textScale
        case .heading(2): 22 * textScale
        case .heading(3): 18.5 * textScale
        case .heading: 16 * textScale
        case .code: 13.5 * textScale
        case .table: (isAligned(block) ? 13.5 : 15) * textScale
        case .line: lineSize
        default: 16 * textScale
        }
    }

    private func style(of block: Block) -> TextStyle {
        let size = size(of: block)
        var style = TextStyle(size: size, color: block.quotes > 0 ? theme.secondary : theme.ink)
        style.alignment = .natural
        style.lineSpacing = 1.2
        switch block.kind {
        case .heading(let level):
            style.weight = level == 1 ? .bold : .semibold
            style.lineSpacing = 1.02
            style.tracking = level < 3 ? -0.018 * size : -0.008 * size
            if level > 4 { style.color = theme.secondary }
        case .table where !isAligned(block): break
        case .code, .line, .table:
            style.isLeftToRight = true
            style.families = Self.monospaced
            style.lineSpacing = 1 + Self.lineGap / Self.naturalLine
        case .item(.task(true)): style.color = theme.secondary
        default: break
        }
        return style
    }

    private func span(_ span: Span, in block: Block, isIsolated: Bool) -> TextSpan {
        let isMonospaced = block.kind == .code || block.kind == .line || isAligned(block)
        let isCode = span.style.contains(.code) && !isMonospaced
        var result = TextSpan(isCode && isIsolated ? span.text.isolated : span.text)
        if span.style.contains(.strong) { result.weight = .bold }
        result.isItalic = span.style.contains(.emphasis)
        result.isStruck = span.style.contains(.strikethrough)
        result.isUnderlined = span.link != nil || span.style.contains(.underline)
        if span.link != nil { result.color = theme.accentText }
        if span.style.contains(.code), !isMonospaced {
            result.families = Self.monospaced
            result.sizeFactor = 0.88
            result.background = theme.track
        }
        if let color = span.color { result.color = value(of: color) }
        if let background = span.background { result.background = value(of: background).opacity(0.22) }
        return result
    }

    private func value(of name: Span.TerminalColor) -> Color {
        let isDark = theme.ink == .white
        return switch name {
        case .red: Color(rgb: isDark ? 0xFF8A80 : 0xC0392F)
        case .green: Color(rgb: isDark ? 0x7BD88F : 0x2B7A3D)
        case .yellow: Color(rgb: isDark ? 0xF0C674 : 0x8A5A00)
        case .blue: Color(rgb: isDark ? 0x86B6FF : 0x2A5DB0)
        case .magenta: Color(rgb: isDark ? 0xD9A0F3 : 0x8E3FA8)
        case .cyan: Color(rgb: isDark ? 0x7AD7E0 : 0x107785)
        case .faint: theme.secondary
        }
    }
}

extension Block {
    /// True for a block on a card of its own.
    var isCard: Bool {
        if case .table = kind { return true }
        return kind == .code
    }
}
