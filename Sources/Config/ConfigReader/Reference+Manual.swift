// SPDX-License-Identifier: MIT

extension Reference {
    /// The reference as the manual page tabshell(5).
    public static var manual: String {
        var lines = [
            ".TH TABSHELL 5 \"\" tabshell \"File formats\"", ".nh", ".ad l", ".SH NAME",
            "tabshell \\- configuration file of the tab shell", ".SH SYNOPSIS",
            ".I $XDG_CONFIG_HOME/tabshell/config.toml",
        ]
        for section in sections {
            // Keys keep their case.
            let isPlain = !section.title.contains("`")
            lines.append(".SH \(roff(isPlain ? section.title.uppercased() : section.title.filter { $0 != "`" }))")
            for (index, paragraph) in section.paragraphs.enumerated() {
                if index > 0 { lines.append(".PP") }
                lines.append(roff(paragraph))
            }
            if !section.code.isEmpty {
                let code = section.code.split(separator: "\n", omittingEmptySubsequences: false)
                lines += [".PP", ".RS 4", ".nf"] + code.map { roff(String($0), isCode: true) } + [".fi", ".RE"]
            }
            for entry in section.entries {
                lines += [
                    ".TP", ".B \(roff(entry.name, isCode: true))", roff(entry.summary), ".br",
                    roff(
                        "\(entry.kind.prefix(1).uppercased() + entry.kind.dropFirst()). Default: \(entry.defaultValue). Example: `\(entry.example)`"
                    ),
                ]
            }
        }
        lines += [
            ".SH SEE ALSO",
            "The files of the five looks, in Sources/Config/ConfigReader/Looks, are complete examples.",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Markdown as roff: code and strong text are bold.
    private static func roff(_ text: String, isCode: Bool = false) -> String {
        var result = ""
        var isBold = false
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "`" where !isCode:
                isBold.toggle()
                result += isBold ? "\\fB" : "\\fR"
            case "*" where !isCode && rest.first == "*":
                rest = rest.dropFirst()
                isBold.toggle()
                result += isBold ? "\\fB" : "\\fR"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
