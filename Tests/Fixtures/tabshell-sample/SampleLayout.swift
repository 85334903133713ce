import Geometry
import PageKit

/// The parts of a level, in logical pixels, with the list scrolled to its top.
struct SampleLayout {
    /// The user's text size as a factor.
    let scale: Double
    let rowHeight: Double

    /// The line at the top with the buttons "back" and "close".
    let bar: Rect
    let close: Rect
    let header: Rect
    /// The rows of the two actions, if any.
    var actions: (link: Rect, recording: Rect)?
    let field: Rect?
    let list: Rect
    let contentHeight: Double

    init(_ context: PageContext, isRoot: Bool, hasField: Bool, rows: Int) {
        scale = context.textScale
        rowHeight = (64 * max(scale, 1)).rounded()
        let free = context.safeArea
        let width = min(max(free.width - 40, 0), 720)
        let x = (free.x + (free.width - width) / 2).rounded()
        bar = Rect(x: x, y: free.y, width: width, height: 44)
        close = Rect(x: bar.maxX - 30, y: bar.y + 7, width: 30, height: 30)
        header = Rect(x: x, y: isRoot ? free.y : bar.maxY, width: width, height: 84)
        var y = header.maxY
        if isRoot, hasField {
            field = Rect(x: x, y: y, width: width, height: 44)
            y += 60
        } else {
            field = nil
            if isRoot, !context.isSheet {
                let link = Rect(x: x, y: y, width: width, height: rowHeight)
                actions = (link, link.offset(y: rowHeight))
                y += 2 * rowHeight + 16
            }
        }
        list = Rect(x: x, y: y, width: width, height: Double(rows) * rowHeight)
        contentHeight = list.maxY + 20 + context.insets.bottom
    }

    func row(_ index: Int) -> Rect {
        Rect(x: list.x, y: list.y + Double(index) * rowHeight, width: list.width, height: rowHeight)
    }

    /// The rows in a part of the content.
    func rows(from top: Double, to bottom: Double) -> Range<Int> {
        func index(_ y: Double) -> Int {
            Int(min(max((y - list.y) / rowHeight, 0), list.height / rowHeight))
        }
        let last = min(index(bottom) + 1, Int(list.height / rowHeight))
        return index(top)..<max(index(top), last)
    }
}
