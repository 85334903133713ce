import TestSupport

struct SwayVersion: Comparable, CustomStringConvertible {
    let major: Int
    let minor: Int

    init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

    /// Asks a running sway.
    init(of sway: HeadlessSway) throws {
        let reply = try sway.query("get_version") as? [String: Any]
        self.init(reply?["major"] as? Int ?? 0, reply?["minor"] as? Int ?? 0)
    }

    var description: String { "sway \(major).\(minor)" }

    static func < (first: SwayVersion, second: SwayVersion) -> Bool {
        (first.major, first.minor) < (second.major, second.minor)
    }
}
