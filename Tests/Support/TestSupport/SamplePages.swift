import Foundation

/// The fixture `tabshell-sample` as the page of tabs, in place of the installed programs.
public enum SamplePages {
    /// The tabs of the default look.
    public static let tabs = ["home", "flash", "growth"]

    /// The tables of a configuration in which the fixture serves some tabs, with further options and lines.
    public static func tables(_ tabs: [String] = tabs, options: [String] = [], lines: String = "") -> String {
        tabs.map { tab in
            let words = (["tabshell-sample", "--tab", tab] + options).map { "\"\($0)\"" }
            return "[[tabs]]\nid = \"\(tab)\"\nexec = [\(words.joined(separator: ", "))]\n\(lines)"
        }.joined()
    }

    /// A configuration with such a table for each tab of a built-in look with a page, and no table yet.
    public static func completing(
        _ configuration: String, look: String, options: [String] = [], lines: String = ""
    ) throws -> String {
        let file = Repository.file("Sources/Config/ConfigParser/Looks/\(look).toml")
        let tables = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "[[tabs]]").dropFirst()
        let names = tables.compactMap { table -> String? in
            let table = table.components(separatedBy: "\n[")[0]
            guard !table.contains("role = \"action\""), let match = table.firstMatch(of: /id = "([a-z-]+)"/) else {
                return nil
            }
            return String(match.1)
        }
        let order = configuration.firstMatch(of: /order = \[.*\]/)?.output
        return configuration + "\n"
            + Self.tables(
                names.filter {
                    !configuration.contains("id = \"\($0)\"") && order?.contains("\"\($0)\"") != false
                }, options: options, lines: lines)
    }
}
