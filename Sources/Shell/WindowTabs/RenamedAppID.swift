/// The likeness of app-ids of one program: Mir gives a window the name of a desktop file, `foot-server` of `foot2`.
enum RenamedAppID {
    private static let minimumLength = 3

    /// True if an app-id may stand for the expected one: the same letters, in lower case, start the last part between dots.
    static func matches(_ appID: String, expected: String) -> Bool {
        let name = name(in: appID)
        return name.count >= minimumLength && name == self.name(in: expected)
    }

    private static func name(in appID: String) -> String {
        (appID.split(separator: ".").last ?? "").prefix { $0.isLetter }.lowercased()
    }
}
