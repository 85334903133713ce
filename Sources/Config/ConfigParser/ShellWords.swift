/// The words of a line as a shell would split it, for a suggestion: quotation marks and backslashes count, nothing is expanded.
enum ShellWords {
    static func split(_ line: String) -> [String] {
        var (words, word): ([String], String?) = ([], nil)
        var (quote, isEscaped): (Character?, Bool) = (nil, false)
        for character in line {
            if isEscaped || (quote != nil && character != quote && !(quote == "\"" && character == "\\")) {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == quote {
                quote = nil
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" || character == "'" {
                (quote, word) = (character, word ?? "")
            } else if character == " " {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap(\.self)
    }
}
