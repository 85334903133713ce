/// The likeness of two app-ids of one program. Some compositors give a window the name of a desktop file in place of its
/// app-id: Mir makes `foot-server` of `foot2`.
enum RenamedAppID {
    private static let minimumLength = 3

    /// Returns true if an app-id may stand for the expected one: both have the same name, which
    /// is the letters at the start of the last part between dots, in lower case.
    static func matches(_ appID: String, expected: String) -> Bool {
        let name = name(in: appID)
        return name.count >= minimumLength && name == self.name(in: expected)
    }

    private static func name(in appID: String) -> String {
        let last = appID.split(separator: ".").last ?? ""
        return last.prefix { $0.isLetter }.lowercased()
    }
}
