import DocumentText
import PangoText

/// The vertical positions of a document's blocks, in logical pixels from the top of the first one.
///
/// Blocks are measured from the first one down when they come near the visible part: blocks above never move, and a
/// document of a million letters is shown at once. The height of the rest is an estimate.
final class LazyBlockLayout {
    /// The number of text layouts kept besides the visible ones.
    private static let cacheSize = 64

    let blocks: [Block]
    let style: DocumentStyle
    /// The upper and lower edges of the measured blocks.
    private var tops: [Double] = []
    private var bottoms: [Double] = []
    /// The estimated height of the blocks from each index on, with the gaps before them.
    private let estimatedRest: [Double]
    private var layouts: [Int: TextLayout] = [:]
    /// The heights of the previous document's blocks; usually most are the same.
    private var knownHeights: [Block: Double] = [:]

    /// - Parameter previous: the layout of the previous document.
    init(_ blocks: [Block], style: DocumentStyle, previous: LazyBlockLayout? = nil) {
        self.blocks = blocks
        self.style = style
        var rest = [Double](repeating: 0, count: blocks.count + 1)
        for index in blocks.indices.reversed() {
            let gap = index > 0 ? style.gap(between: blocks[index - 1], and: blocks[index]) : 0
            rest[index] = rest[index + 1] + gap + style.estimatedHeight(of: blocks[index])
        }
        estimatedRest = rest
        guard let previous, previous.style.width == style.width, previous.style.textScale == style.textScale,
            previous.style.lineSize == style.lineSize
        else { return }
        knownHeights = previous.knownHeights
        for index in previous.tops.indices { knownHeights[previous.blocks[index]] = previous.height(of: index) }
    }

    /// The height of the document, estimated from the first unmeasured block.
    var height: Double { (bottoms.last ?? 0) + estimatedRest[bottoms.count] }

    /// Measures at least the blocks that begin above a position, and blocks up to an index.
    func measure(to y: Double, through last: Int = -1) {
        while tops.count < blocks.count, tops.count <= last || (bottoms.last ?? 0) < y {
            let index = tops.count
            let block = blocks[index]
            let gap = index > 0 ? style.gap(between: blocks[index - 1], and: block) : 0
            let top = (bottoms.last ?? 0) + gap
            let height = knownHeights[block] ?? style.height(of: block, text: layout(index).size.height)
            tops.append(top)
            bottoms.append(top + height)
        }
        if bottoms.count == blocks.count { knownHeights = [:] }
    }

    /// Returns the measured blocks between two positions.
    func blocks(from first: Double, to last: Double) -> Range<Int> {
        let start = partition(bottoms) { $0 > first }
        let end = partition(tops) { $0 >= last }
        return start..<max(start, end)
    }

    func isMeasured(_ index: Int) -> Bool { index < tops.count }
    func top(of index: Int) -> Double { tops[index] }
    func height(of index: Int) -> Double { bottoms[index] - tops[index] }

    func layout(_ index: Int) -> TextLayout {
        if let layout = layouts[index] { return layout }
        let layout = style.layout(of: blocks[index])
        layouts[index] = layout
        return layout
    }

    func discardLayouts(outside visible: Range<Int>) {
        guard layouts.count > visible.count + Self.cacheSize else { return }
        layouts = layouts.filter { visible.contains($0.key) }
    }

    /// Returns the first index of a sorted list at which a predicate holds.
    private func partition(_ values: [Double], _ holds: (Double) -> Bool) -> Int {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(values[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
