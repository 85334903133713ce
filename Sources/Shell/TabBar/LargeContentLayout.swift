import Geometry

/// The layout of the large-content viewer: a card in its middle with an icon and the lines of a title below it.
struct LargeContentLayout {
    static let cornerRadius = 28.0
    static let shadow = Scene.ShadowShape(sigma: 8, offsetY: 4)
    private static let iconSide = 96.0
    private static let padding = 24.0
    private static let gap = 12.0
    private static let minimumWidth = 176.0
    /// The font's size per text scale, and its limits.
    private static let fontSize = (base: 20.0, range: 24.0...34.0)
    /// The factor to which a title is made smaller before it is cut off.
    private static let minimumFactor = 0.7
    private static let maximumLines = 3
    private static let lineHeight = 1.25
    /// The space around the card: the extent of its shadow.
    private static let margin = 28.0
    static let surface = Size(width: 400, height: 352)

    let card: Rect
    let icon: Rect
    let lines: [(run: TextRun, box: Rect)]

    /// - Parameter scale: buffer pixels per logical pixel, to which the icon is aligned.
    init(
        title: String, families: [String], in size: Size, textScale: Double, scale: Double, measure: TextMeasure
    ) {
        let width = max(size.width - 2 * (Self.margin + Self.padding), 1)
        let font = min(
            max(Self.fontSize.base * textScale, Self.fontSize.range.lowerBound), Self.fontSize.range.upperBound)
        let runs = Self.runs(title, TextRun(string: title, families: families, weight: 600, size: font), width, measure)
        let widest = runs.map { min($0.width(measure), width) }.max() ?? 0
        let line = Self.lineHeight * (runs.first?.size ?? 0)
        let text = runs.isEmpty ? 0 : Self.gap + line * Double(runs.count)
        let available = max(size.height - 2 * (Self.margin + Self.padding) - text, 1)
        let side = Double(BarPainter.side(min(Self.iconSide, available), scale)) / scale
        let card = Rect(
            center: Point(x: size.width / 2, y: size.height / 2),
            width: min(max(widest + 2 * Self.padding, Self.minimumWidth), max(size.width - 2 * Self.margin, 1)).rounded(
                .up),
            height: (side + text + 2 * Self.padding).rounded(.up))
        func aligned(_ length: Double) -> Double { (length * scale).rounded() / scale }
        let top = card.y + Self.padding
        icon = Rect(x: aligned(card.center.x - side / 2), y: aligned(top), width: side, height: side)
        let first = Rect(x: card.center.x - width / 2, y: top + side + Self.gap, width: width, height: line)
        lines = runs.enumerated().map { index, run in (run, first.offset(y: line * Double(index))) }
        self.card = card
    }

    /// The place of a badge at the icon's top trailing corner.
    func badge(height: Double) -> BadgeLayout {
        BadgeLayout(
            height: height, corner: Point(x: icon.maxX + height / 2, y: icon.y - height / 4), icon: icon,
            bounds: card.inset(by: 6))
    }

    /// A title in one line, or else in several of about the same length; smaller, if a word does not fit.
    static func runs(_ title: String, _ run: TextRun, _ width: Double, _ measure: TextMeasure) -> [TextRun] {
        guard !title.isEmpty else { return [] }
        let length = run.width(measure)
        guard length > width else { return [run] }
        let count = min(Int((length / width * 1.1).rounded(.up)), maximumLines)
        var lines = balanced(title.split(separator: " ").map(String.init), count: count).map { string in
            var line = run
            line.string = string
            return line
        }
        let longest = lines.map { $0.width(measure) }.max() ?? 0
        let factor = max(min(width / max(longest, 1), 1), minimumFactor)
        for index in lines.indices {
            if factor < 1 { lines[index].size = (run.size * factor * 4).rounded(.down) / 4 }
            if lines[index].width(measure) > width { lines[index].maximumWidth = width }
        }
        return lines
    }

    /// Words in lines of about the same number of letters.
    private static func balanced(_ words: [String], count: Int) -> [String] {
        let goal = Double(words.map(\.count).reduce(0, +) + words.count - 1) / Double(max(count, 1))
        var lines: [String] = []
        for word in words {
            let isFull = lines.last.map { Double($0.count) + Double(word.count) / 2 >= goal } ?? true
            if isFull, lines.count < count { lines.append(word) } else { lines[lines.count - 1] += " " + word }
        }
        return lines
    }
}
