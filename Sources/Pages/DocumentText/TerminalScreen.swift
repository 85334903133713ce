internal import Text

/// The lines that a terminal shows of a program's output, with their styles.
///
/// The right edge stops the cursor but not text: a page wraps lines by itself, and programs that write into a pipe take
/// a terminal of 80 columns for granted. Lines that leave it at the top stay, as in a terminal's history. Not
/// libvterm: that is a screen with a size, and cuts what is longer.
public struct TerminalScreen {
    /// The maximum length of a line in columns. A longer one, laid out at once, would hold up the page.
    public static let maximumLineLength = 1000
    /// The maximum number of scalars in a cell, a letter and its marks.
    public static let maximumCellLength = 16
    private static let rows = 50
    private static let columns = 80
    private static let tabWidth = 8

    /// A character in its style. The right half of a wide one is empty.
    private struct Cell {
        var text: String
        var pen = TerminalPen()

        static let blank = Cell(text: " ")
    }

    /// A position, and the style and the character sets that are restored with it.
    private struct Cursor {
        var row = 0
        var column = 0
        var pen = TerminalPen()
        /// True for each character set with line drawing.
        var drawsLines = [false, false]
        var charset = 0
    }

    private struct Grid {
        var history: [Block] = []
        /// The rows of the screen down to the last one that was written.
        var rows: [[Cell]] = []
    }

    private var grid = Grid()
    private var cursor = Cursor()
    private var saved = Cursor()
    /// The screen that a full-screen program has hidden.
    private var hidden: Grid?
    private var parser = TerminalParser()
    /// The last character, which can be repeated and joined.
    private var last: Unicode.Scalar?
    /// True directly after a backspace: the same letter again is bold, as on a typewriter.
    private var isStruckOver = false
    /// True if the program has drawn on the alternate screen, whose content is not shown.
    public private(set) var isFullScreen = false

    /// The screen after a text.
    public init(_ text: String) {
        for scalar in text.unicodeScalars {
            // An escape sequence is rare; most scalars are text.
            if parser.isIdle, scalar.value >= 0x20, !scalar.isTerminalControl {
                put(scalar)
            } else if let function = parser.next(scalar) {
                apply(function)
            }
        }
    }

    /// A block for each line; empty lines at the end are dropped.
    public var blocks: [Block] {
        let shown = hidden ?? grid
        var blocks = shown.history + shown.rows.map(Self.block)
        while let last = blocks.last, last.spans.allSatisfy({ $0.text.allSatisfy(\.isWhitespace) }) {
            blocks.removeLast()
        }
        return blocks
    }

    private static func block(of row: [Cell]) -> Block {
        var (spans, pen) = ([Span](), TerminalPen?.none)
        for cell in row where !cell.text.isEmpty {
            if cell.pen == pen {
                spans[spans.count - 1].text += cell.text
            } else {
                spans.append(cell.pen.span(cell.text))
                pen = cell.pen
            }
        }
        return Block(.line, spans)
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        var scalar = scalar
        if cursor.drawsLines[cursor.charset] { scalar = TerminalParser.lineDrawing(scalar) }
        let width = last == "\u{200D}" ? 0 : scalar.columns
        defer { last = scalar }
        guard width > 0 else { return join(scalar) }
        if cursor.column + width > Self.maximumLineLength { newLine() }
        var cell = Cell(text: String(scalar), pen: cursor.pen)
        extend(to: cursor.column)
        if isStruckOver, grid.rows[cursor.row].indices.contains(cursor.column) {
            let old = grid.rows[cursor.row][cursor.column].text
            if old == cell.text { cell.pen.style.insert(.strong) }
            if old == "_", old != cell.text { cell.pen.style.insert(.underline) }
        }
        isStruckOver = false
        let end = min(cursor.column + width, grid.rows[cursor.row].count)
        if cursor.column < end {
            erase(cursor.column..<end)
            grid.rows[cursor.row].removeSubrange(cursor.column..<end)
        }
        if width == 2 { grid.rows[cursor.row].insert(Cell(text: "", pen: cell.pen), at: cursor.column) }
        grid.rows[cursor.row].insert(cell, at: cursor.column)
        cursor.column += width
    }

    /// Adds a mark to the character before the cursor.
    private mutating func join(_ scalar: Unicode.Scalar) {
        guard scalar != "\u{FEFF}", grid.rows.indices.contains(cursor.row) else { return }
        let row = grid.rows[cursor.row]
        guard let index = row.indices.prefix(cursor.column).last(where: { !row[$0].text.isEmpty }),
            row[index].text.unicodeScalars.count < Self.maximumCellLength
        else { return }
        grid.rows[cursor.row][index].text.unicodeScalars.append(scalar)
    }

    /// Makes the cursor's row at least as long as a number of columns.
    private mutating func extend(to column: Int) {
        while grid.rows.count <= cursor.row { grid.rows.append([]) }
        let missing = column - grid.rows[cursor.row].count
        if missing > 0 { grid.rows[cursor.row] += [Cell](repeating: .blank, count: missing) }
    }

    /// Replaces cells of the cursor's row by blanks, also the other halves of wide characters at the ends.
    private mutating func erase(_ columns: Range<Int>) {
        guard grid.rows.indices.contains(cursor.row) else { return }
        let row = grid.rows[cursor.row]
        var part = columns.clamped(to: 0..<row.count)
        guard !part.isEmpty else { return }
        if part.lowerBound > 0, row[part.lowerBound].text.isEmpty { part = part.lowerBound - 1..<part.upperBound }
        if part.upperBound < row.count, row[part.upperBound].text.isEmpty {
            part = part.lowerBound..<part.upperBound + 1
        }
        for column in part { grid.rows[cursor.row][column] = .blank }
    }

    private mutating func apply(_ function: TerminalParser.Function) {
        let wasStruckOver = isStruckOver
        isStruckOver = false
        if case .control = function { last = nil }
        switch function {
        case .text(let scalar): put(scalar)
        case .control(0x08):
            cursor.column = max(cursor.column - 1, 0)
            isStruckOver = true
        case .control(0x09): move(toColumn: (cursor.column / Self.tabWidth + 1) * Self.tabWidth, isLimited: false)
        case .control(0x0A): newLine()
        case .control(0x0B), .control(0x0C): moveDown()
        case .control(0x0D): cursor.column = 0
        case .control(0x0E): cursor.charset = 1
        case .control(0x0F): cursor.charset = 0
        case .control: break
        case .charset(let index, let drawsLines): cursor.drawsLines[index] = drawsLines
        case .link(let target): cursor.pen.link = target
        case .escape("7"): saved = cursor
        case .escape("8"): cursor = saved
        case .escape("D"): moveDown()
        case .escape("E"): newLine()
        case .escape("M"): if cursor.row > 0 { cursor.row -= 1 } else { insertRows(1, at: 0) }
        case .escape("c"):
            (grid, cursor, saved, hidden) = (Grid(), Cursor(), Cursor(), nil)
        case .escape: break
        case .alternateScreen(let isOn): setAlternateScreen(isOn)
        // A colour changes between the letters of a bold one.
        case .sequence("m", let parameters):
            cursor.pen.apply(parameters)
            isStruckOver = wasStruckOver
        case .sequence(let name, let parameters): apply(name, parameters.map { $0.first ?? 0 })
        }
    }

    private mutating func apply(_ name: Unicode.Scalar, _ parameters: [Int]) {
        func parameter(_ index: Int = 0) -> Int { parameters.indices.contains(index) ? parameters[index] : 0 }
        let count = max(parameter(), 1)
        let rows = min(count, Self.rows)
        switch name {
        case "A": cursor.row = max(cursor.row - count, 0)
        case "B", "e": move(toRow: cursor.row + rows)
        case "C", "a": move(toColumn: cursor.column + min(count, Self.maximumLineLength))
        case "D": cursor.column = max(cursor.column - count, 0)
        case "E": (cursor.row, cursor.column) = (min(cursor.row + rows, Self.rows - 1), 0)
        case "F": (cursor.row, cursor.column) = (max(cursor.row - count, 0), 0)
        case "G", "`": move(toColumn: count - 1)
        case "H", "f":
            move(toRow: count - 1)
            move(toColumn: max(parameter(1), 1) - 1)
        case "I":
            move(toColumn: (cursor.column / Self.tabWidth + min(count, Self.columns)) * Self.tabWidth)
        case "Z": cursor.column = max((cursor.column - 1) / Self.tabWidth - count + 1, 0) * Self.tabWidth
        case "d": move(toRow: count - 1)
        case "J": eraseScreen(parameter())
        case "K": eraseLine(parameter())
        case "L":
            cursor.column = 0
            insertRows(rows, at: cursor.row)
        case "M":
            cursor.column = 0
            grid.rows.removeSubrange(min(cursor.row, grid.rows.count)..<min(cursor.row + rows, grid.rows.count))
        case "S": for _ in 0..<rows { scroll() }
        case "T": insertRows(rows, at: 0)
        case "X": erase(cursor.column..<cursor.column + min(count, Self.maximumLineLength))
        case "@", "P": shift(by: min(count, Self.maximumLineLength) * (name == "P" ? -1 : 1))
        case "b": for _ in 0..<min(count, Self.columns) { if let last, last.columns > 0 { put(last) } }
        case "s": saved = cursor
        case "u": cursor = saved
        default: break
        }
    }

    private mutating func move(toRow row: Int) { cursor.row = min(max(row, 0), Self.rows - 1) }

    /// - Parameter isLimited: false for a tab, which is text.
    private mutating func move(toColumn column: Int, isLimited: Bool = true) {
        let length = grid.rows.indices.contains(cursor.row) ? grid.rows[cursor.row].count : 0
        let limit = isLimited ? max(Self.columns - 1, length - 1, cursor.column) : Self.maximumLineLength
        cursor.column = min(column, limit)
    }

    private mutating func newLine() {
        cursor.column = 0
        moveDown()
    }

    private mutating func moveDown() {
        if cursor.row + 1 < Self.rows { cursor.row += 1 } else { scroll() }
    }

    /// Moves the first row into the history.
    private mutating func scroll() {
        grid.history.append(Self.block(of: grid.rows.isEmpty ? [] : grid.rows.removeFirst()))
    }

    private mutating func insertRows(_ count: Int, at row: Int) {
        guard row < grid.rows.count else { return }
        grid.rows.insert(contentsOf: [[Cell]](repeating: [], count: count), at: row)
        grid.rows.removeLast(max(grid.rows.count - Self.rows, 0))
    }

    /// Moves the rest of the line to the right, or to the left over what it deletes.
    private mutating func shift(by count: Int) {
        guard grid.rows.indices.contains(cursor.row), cursor.column < grid.rows[cursor.row].count else { return }
        let length = grid.rows[cursor.row].count
        if count > 0 {
            grid.rows[cursor.row].insert(
                contentsOf: [Cell](repeating: .blank, count: count), at: cursor.column)
            grid.rows[cursor.row].removeLast(max(grid.rows[cursor.row].count - Self.maximumLineLength, 0))
        } else {
            let end = min(cursor.column - count, length)
            erase(cursor.column..<end)
            grid.rows[cursor.row].removeSubrange(cursor.column..<end)
        }
    }

    private mutating func eraseScreen(_ part: Int) {
        switch part {
        case 0:
            eraseLine(0)
            grid.rows.removeLast(max(grid.rows.count - cursor.row - 1, 0))
        case 1:
            for row in grid.rows.indices.prefix(cursor.row) { grid.rows[row] = [] }
            eraseLine(1)
        case 2: grid.rows = []
        case 3: grid.history = []
        default: break
        }
    }

    private mutating func eraseLine(_ part: Int) {
        guard grid.rows.indices.contains(cursor.row) else { return }
        let length = grid.rows[cursor.row].count
        switch part {
        case 0:
            erase(min(cursor.column, length)..<length)
            grid.rows[cursor.row].removeLast(max(length - cursor.column, 0))
        case 1: erase(0..<cursor.column + 1)
        case 2: grid.rows[cursor.row] = []
        default: break
        }
    }

    private mutating func setAlternateScreen(_ isOn: Bool) {
        guard isOn != (hidden != nil) else { return }
        isFullScreen = true
        if isOn {
            (hidden, saved) = (grid, cursor)
            grid = Grid()
        } else {
            (grid, hidden) = (hidden ?? Grid(), nil)
            cursor = saved
        }
    }
}
