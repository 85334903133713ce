/// The state of a window before it filled the area. sway keeps it in a mark of the window, so it outlives the panel.
struct SwayOriginal: Equatable {
    /// Marks that begin with an underscore are not shown in title bars.
    private static let prefix = "_tabshell"
    /// The maximum number of siblings whose order is kept.
    fileprivate static let maximumChildren = 32

    var isFloating: Bool
    var border: String
    /// Logical px.
    var borderWidth: Int64
    /// Logical px in the layout.
    var frame: SwayTree.Frame
    var levels: [SwayTree.Level] = []
    /// The workspace; empty if it has a name that cannot be written in a command.
    var workspace: String
    /// False for a dialog, which floats above its window.
    var fills: Bool

    init(_ window: SwayTree.Window, fills: Bool) {
        isFloating = window.isFloating
        border = SwayCommand.borders.contains(window.border) ? window.border : "none"
        borderWidth = window.borderWidth
        frame = window.frame
        workspace =
            SwayCommand.isPlain(window.workspace) && !SwayArrangement.isOwn(window.workspace) ? window.workspace : ""
        self.fills = fills
        levels = fills ? window.levels.filter { $0.children.count <= Self.maximumChildren } : []
    }

    /// The state in the mark of a window; nil without such a mark.
    init?(markOf window: SwayTree.Window) {
        guard let mark = Self.mark(of: window) else { return nil }
        let parts = mark.split(separator: ":", maxSplits: 6, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7, ["fill", "dialog"].contains(parts[2]), ["float", "tile"].contains(parts[3]),
            SwayCommand.borders.contains(parts[4])
        else { return nil }
        let places = parts[5].split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let numbers = places[0].split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 5, numbers.allSatisfy({ (-1_000_000...1_000_000).contains($0) }) else { return nil }
        fills = parts[2] == "fill"
        isFloating = parts[3] == "float"
        border = parts[4]
        borderWidth = numbers[0]
        frame = SwayTree.Frame(x: numbers[1], y: numbers[2], width: numbers[3], height: numbers[4])
        workspace = SwayCommand.isPlain(parts[6]) ? parts[6] : ""
        levels = places.dropFirst().compactMap(SwayTree.Level.init(text:))
    }

    func mark(of window: Int64) -> String {
        let numbers = [borderWidth, frame.x, frame.y, frame.width, frame.height].map(String.init)
        let places = [numbers.joined(separator: " ")] + levels.map(\.text)
        return [
            Self.prefix, "\(window)", fills ? "fill" : "dialog", isFloating ? "float" : "tile", border,
            places.joined(separator: ";"), workspace,
        ].joined(separator: ":")
    }

    static func mark(of window: SwayTree.Window) -> String? {
        window.marks.first { $0.hasPrefix("\(prefix):\(window.id):") }
    }
}

extension SwayTree.Level {
    private static let layouts = ["splith": "h", "splitv": "v", "tabbed": "t", "stacked": "s"]

    /// The level as text, such as `h 7=640 *8=640` for the second of two.
    fileprivate var text: String {
        ([Self.layouts[layout] ?? "h"] + children.map { "\($0.id == own ? "*" : "")\($0.id)=\($0.length)" })
            .joined(separator: " ")
    }

    /// - Returns: nil if the text is not a level.
    fileprivate init?(text: String) {
        let parts = text.split(separator: " ")
        guard let layout = Self.layouts.first(where: { $0.value == parts.first ?? "" })?.key else { return nil }
        var (own, children): (Int64?, [Child]) = (nil, [])
        for part in parts.dropFirst() {
            let numbers = part.drop { $0 == "*" }.split(separator: "=").compactMap { Int64($0) }
            guard numbers.count == 2, (0...1_000_000).contains(numbers[1]) else { return nil }
            children.append(Child(id: numbers[0], length: numbers[1]))
            if part.first == "*" { own = numbers[0] }
        }
        guard let own, children.count <= SwayOriginal.maximumChildren else { return nil }
        self.init(layout: layout, children: children, own: own)
    }

    /// True if its children are beside each other, false if they are below each other.
    var isHorizontal: Bool { layout == "splith" || layout == "tabbed" }
}
