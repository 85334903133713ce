// SPDX-License-Identifier: MIT

internal import DocumentText
internal import PangoText

/// Where the blocks of a document stand one below the other; logical pixels from the first one's top.
///
/// A block is measured when it comes near to what is seen, from the first one down: so what is above never moves, and a
/// document of a million letters is there at once. What lies farther down is guessed.
final class LazyBlockLayout {
    /// How many texts are kept set beside those that are seen.
    private static let spare = 64

    let blocks: [Block]
    let style: DocumentStyle
    /// Where each measured block begins, and where it ends.
    private var tops: [Double] = []
    private var bottoms: [Double] = []
    /// The guessed height of all blocks from one on, with the gaps before them.
    private let rest: [Double]
    private var layouts: [Int: TextLayout] = [:]
    /// What is known from the document before: most of the blocks are usually the same.
    private var known: [Block: Double] = [:]

    /// - Parameter previous: the flow before, which may know something already.
    init(_ blocks: [Block], style: DocumentStyle, previous: LazyBlockLayout? = nil) {
        self.blocks = blocks
        self.style = style
        var rest = [Double](repeating: 0, count: blocks.count + 1)
        for index in blocks.indices.reversed() {
            let gap = index > 0 ? style.gap(between: blocks[index - 1], and: blocks[index]) : 0
            rest[index] = rest[index + 1] + gap + style.estimatedHeight(of: blocks[index])
        }
        self.rest = rest
        guard let previous, previous.style.width == style.width, previous.style.textScale == style.textScale,
            previous.style.lineSize == style.lineSize
        else { return }
        known = previous.known
        for index in previous.tops.indices { known[previous.blocks[index]] = previous.height(of: index) }
    }

    /// Of everything, as far as it is known.
    var height: Double { (bottoms.last ?? 0) + rest[bottoms.count] }

    /// Measures at least all that begins above a line.
    func measure(to y: Double) {
        while tops.count < blocks.count, (bottoms.last ?? 0) < y {
            let index = tops.count
            let block = blocks[index]
            let gap = index > 0 ? style.gap(between: blocks[index - 1], and: block) : 0
            let top = (bottoms.last ?? 0) + gap
            let height = known[block] ?? style.height(of: block, text: layout(index).size.height)
            tops.append(top)
            bottoms.append(top + height)
        }
        if bottoms.count == blocks.count { known = [:] }
    }

    /// The measured blocks of which something stands between two lines.
    func blocks(from first: Double, to last: Double) -> Range<Int> {
        let start = partition(bottoms) { $0 > first }
        let end = partition(tops) { $0 >= last }
        return start..<max(start, end)
    }

    func top(of index: Int) -> Double { tops[index] }
    func height(of index: Int) -> Double { bottoms[index] - tops[index] }

    /// The text of a block.
    func layout(_ index: Int) -> TextLayout {
        if let layout = layouts[index] { return layout }
        let layout = style.layout(of: blocks[index])
        layouts[index] = layout
        return layout
    }

    /// Lets go of the texts that are far from those that are seen.
    func forget(but seen: Range<Int>) {
        guard layouts.count > seen.count + Self.spare else { return }
        layouts = layouts.filter { seen.contains($0.key) }
    }

    /// The first index of a rising list for which something holds, as it does for all after it.
    private func partition(_ values: [Double], _ holds: (Double) -> Bool) -> Int {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(values[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
