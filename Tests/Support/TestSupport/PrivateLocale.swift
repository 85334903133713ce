import Foundation

/// The German locale and the German catalogue in folders of a test: the machine need not have them.
public struct PrivateLocale {
    /// The variables by which programs speak German.
    public let environment: [String: String]

    /// German without its order of words and its replacements of characters, which take most of the time.
    private static let source = [
        "CTYPE": "i18n", "COLLATE": "POSIX", "IDENTIFICATION": "de_DE", "MONETARY": "de_DE", "NUMERIC": "de_DE",
        "TIME": "de_DE", "MESSAGES": "de_DE", "PAPER": "de_DE", "NAME": "de_DE", "ADDRESS": "de_DE",
        "TELEPHONE": "de_DE", "MEASUREMENT": "de_DE",
    ].map { "LC_\($0.key)\ncopy \"\($0.value)\"\nEND LC_\($0.key)\n" }.joined()

    /// - Parameter home: the folder below which the files are.
    public init(in home: TemporaryDirectory) throws {
        let name = "de_DE.UTF-8"
        let locales = try home.makeDirectory("locales", mode: 0o755)
        // A special status reports characters missing from the locales' sources.
        let source = try home.write(Self.source, to: "de_DE", mode: 0o644)
        _ = try ChildProcess(
            "localedef", ["--no-archive", "--inputfile=\(source)", "--charmap=UTF-8", "\(locales)/\(name)"]
        ).waitForExit()
        guard FileManager.default.fileExists(atPath: "\(locales)/\(name)/LC_TIME") else {
            throw SystemError("localedef has made no \(name); Debian's package locales has its sources")
        }
        for folder in ["catalogues", "catalogues/de", "catalogues/de/LC_MESSAGES"] {
            _ = try home.makeDirectory(folder, mode: 0o755)
        }
        let catalogue = home.appending("catalogues/de/LC_MESSAGES/tabshell.mo")
        // The user that the programs run as need not see the repository.
        let messages = try home.write(String(contentsOf: Repository.file("po/de.po"), encoding: .utf8), to: "de.po")
        _ = try ChildProcess.run("msgfmt", ["--output-file=\(catalogue)", messages])
        environment = ["LANG": name, "LOCPATH": locales, "TABSHELL_LOCALE_DIR": home.appending("catalogues")]
    }
}
