// SPDX-License-Identifier: MIT

import DocumentText
import Geometry
import PageKit
import PangoText
import ShellModel

/// The style of a document's blocks and their position in the column, in logical pixels.
struct DocumentStyle {
    static let monospaced = ["JetBrains Mono", "Fira Mono", "Noto Sans Mono", "DejaVu Sans Mono", "monospace"]
    /// The padding of a code block's card.
    static let codePadding = 14.0
    /// The corner radius of a code block's card.
    static let codeRadius = 12.0
    /// The advance of a monospaced font in em; those above have 0.6 to 0.602.
    private static let advance = 0.602
    /// The line height of these fonts in em.
    private static let naturalLine = 1.17
    /// The additional space between lines in em.
    private static let lineGap = 0.14
    /// The minimum size of plain lines that are too long, as a factor.
    private static let minimumScale = 0.78

    let theme: Theme
    let textScale: Double
    /// The width of the column.
    let width: Double
    /// The size of plain lines.
    let lineSize: Double

    /// - Parameter longestLine: the length of the longest plain line in characters.
    init(_ context: PageContext, width: Double, longestLine: Int) {
        theme = Theme(context)
        textScale = context.limitedTextScale
        self.width = max(width, 1)
        let defaultSize = 13.5 * textScale
        let fitting = self.width / (Double(max(longestLine, 1)) * Self.advance)
        lineSize = min(defaultSize, max(fitting, defaultSize * Self.minimumScale))
    }

    /// The indentation of a level of lists.
    var listIndent: Double { 26 * textScale }
    /// The indentation of a level of block quotes.
    var quoteIndent: Double { 18 * textScale }

    /// Returns the indentation of a block's text.
    func indent(of block: Block) -> Double {
        // At any depth, half of the column is left.
        min(Double(block.depth) * listIndent + Double(block.quotes) * quoteIndent, width / 2)
    }

    /// Returns the width of a block's text.
    func textWidth(of block: Block) -> Double {
        let padding = block.kind == .code ? 2 * Self.codePadding : 0
        return max(width - indent(of: block) - padding, 40)
    }

    /// Returns the layout of a block's text.
    func layout(of block: Block) -> TextLayout {
        var style = style(of: block)
        style.maxWidth = textWidth(of: block)
        return TextLayout(block.spans.isEmpty ? [TextSpan(" ")] : textSpans(of: block), style: style)
    }

    /// Returns the position of a link in a block's text as it is laid out, in bytes of UTF-8.
    ///
    /// - Parameter index: the place of the link among those of the block.
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
        return block.spans.map { span($0, in: block, isIsolated: isRightToLeft) }
    }

    /// Returns the height of a block by that of its text.
    func height(of block: Block, text: Double) -> Double {
        switch block.kind {
        case .rule: 1
        case .code: text + 2 * Self.codePadding
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

    /// Returns the space between two blocks.
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
            case (.code, _), (_, .code): 14
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
        case .code, .line:
            style.families = Self.monospaced
            style.lineSpacing = 1 + Self.lineGap / Self.naturalLine
        case .item(.task(true)): style.color = theme.secondary
        default: break
        }
        return style
    }

    private func span(_ span: Span, in block: Block, isIsolated: Bool) -> TextSpan {
        let isMonospaced = block.kind == .code || block.kind == .line
        let isCode = span.style.contains(.code) && !isMonospaced
        var result = TextSpan(isCode && isIsolated ? span.text.isolated : span.text)
        if span.style.contains(.strong) { result.weight = .bold }
        result.isItalic = span.style.contains(.emphasis)
        result.isStruck = span.style.contains(.strikethrough)
        if span.link != nil {
            result.color = theme.accentText
            result.isUnderlined = true
        }
        if span.style.contains(.code), !isMonospaced {
            result.families = Self.monospaced
            result.sizeFactor = 0.88
            result.background = theme.track
        }
        if let color = span.color { result.color = value(of: color) }
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
