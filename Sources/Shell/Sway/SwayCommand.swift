/// Commands for one window of sway (sway(5)), carried out together.
struct SwayCommand {
    static let borders: Set<String> = ["normal", "pixel", "none", "csd"]
    private static let names: Set<String> = [
        "next", "prev", "next_on_output", "prev_on_output", "current", "back_and_forth", "number",
    ]

    private var parts: [String] = []
    private let window: Int64

    init(_ window: Int64) {
        self.window = window
    }

    var text: String? { parts.isEmpty ? nil : "[con_id=\(window)] " + parts.joined(separator: ", ") }

    mutating func add(_ part: String) { parts.append(part) }

    mutating func move(to workspace: String) {
        parts.append("move --no-auto-back-and-forth container to workspace \"\(workspace)\"")
    }

    static func show(_ workspace: String) -> String { "workspace --no-auto-back-and-forth \"\(workspace)\"" }

    static func move(to output: String) -> String { "move workspace to output \"\(output)\"" }

    static func focus(output: String) -> String { "focus output \"\(output)\"" }

    /// Returns true if the name of a workspace can stand in a command: it has neither quotes, variables nor a meaning.
    static func isPlain(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count) && name.first != "-"
            && !names.contains(where: { name.lowercased().hasPrefix($0) })
            && name.allSatisfy { $0.isLetter || $0.isNumber || " -_.:+#/()".contains($0) }
    }
}
