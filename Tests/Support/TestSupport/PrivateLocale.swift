import Foundation

/// The German locale and the German catalogue in folders of a test: the machine need not have them.
public struct PrivateLocale {
    /// The variables by which programs speak German.
    public let environment: [String: String]

    /// - Parameter home: the folder below which the files are.
    public init(in home: TemporaryDirectory) throws {
        let name = "de_DE.UTF-8"
        let locales = try home.makeDirectory("locales", mode: 0o755)
        // A special status reports characters missing from the locales' sources.
        _ = try ChildProcess(
            "localedef", ["--no-archive", "--inputfile=de_DE", "--charmap=UTF-8", "\(locales)/\(name)"]
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
