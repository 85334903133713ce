enum SwiftNames {
    /// `zwlr_layer_shell_v1` → `ZwlrLayerShellV1`. A name that Swift reserves gets the suffix `Value`.
    static func type(_ name: String) -> String {
        let type = words(name).map(capitalized).joined()
        return ["Type", "Protocol", "Event", "Self", "Any"].contains(type) ? type + "Value" : type
    }

    /// `damage_buffer` → `damageBuffer`, without escaping.
    static func plainMember(_ name: String) -> String {
        let words = words(name)
        let member = (words.first ?? "") + words.dropFirst().map(capitalized).joined()
        return member.first?.isNumber == true ? "_" + member : member
    }

    /// `default` → `` `default` ``: a member name that can be declared.
    static func member(_ name: String) -> String {
        let member = plainMember(name)
        return reserved.contains(member) ? "`\(member)`" : member
    }

    private static func words(_ name: String) -> [String] {
        name.split(separator: "_").map(String.init)
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static let reserved: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
