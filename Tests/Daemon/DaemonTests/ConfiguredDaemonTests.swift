import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Changes of the configuration while the daemon runs.
@Suite struct ConfiguredDaemonTests {
    private let home: TemporaryDirectory
    private let daemon: TestDaemon

    init() throws {
        home = try .home("bin")
        daemon = try TestDaemon(in: home)
    }

    private var client: SocketClient { get throws { try daemon.client() } }

    /// The directory of looks does not exist when the daemon starts.
    @Test func lookCreatedLaterIsWatched() throws {
        try home.configure("look = \"mine\"\n")
        try waitUntil("the log to miss the look") { daemon.process.errorOutput.contains("unknown look \"mine\"") }
        #expect(try client.state().look?.name == "stress-monitor")
        _ = try home.makeDirectory(".config/tabshell/looks")
        try home.write("look = \"stress-monitor\"\n[bar]\nheight = 100\n", to: ".config/tabshell/looks/mine.toml")
        try waitUntil("the look") { try client.state().look?.bar.height == 100 }
        #expect(try client.state().look?.name == "mine")
        try home.write("look = \"stress-monitor\"\n[bar]\nheight = 90\n", to: ".config/tabshell/looks/mine.toml")
        try waitUntil("its change") { try client.state().look?.bar.height == 90 }
        // An unselected look changes nothing, but is available.
        try home.write("look = \"stress-monitor\"\n[bar]\nheight = 80\n", to: ".config/tabshell/looks/other.toml")
        try client.request("look", ["look": "other"])
        #expect(try client.state().look?.bar.height == 80)
    }

    /// The directory is unreadable at first, as if another user had created it.
    @Test func lookDirectoryMadeReadableLaterIsWatched() throws {
        try home.configure("look = \"mine\"\n")
        try waitUntil("the log to miss the look") { daemon.process.errorOutput.contains("unknown look \"mine\"") }
        let (closed, looks) = (try home.makeDirectory("closed"), home.appending(".config/tabshell/looks"))
        try home.write("look = \"stress-monitor\"\n[bar]\nheight = 100\n", to: "closed/mine.toml")
        chmod(closed, 0o300)
        #expect(rename(closed, looks) == 0)
        // Once the second is answered, the daemon has handled everything that came with the first.
        for _ in 0..<2 { try client.request("ping") }
        chmod(looks, 0o700)
        try waitUntil("the look") { try client.state().look?.bar.height == 100 }
        try home.write("look = \"stress-monitor\"\n[bar]\nheight = 90\n", to: ".config/tabshell/looks/mine.toml")
        try waitUntil("its change") { try client.state().look?.bar.height == 90 }
    }

    /// The zone is replaced as timedatectl does, and its file rewritten within a second.
    @Test func scheduleFollowsTheZone() throws {
        let home = try TemporaryDirectory.home()
        let zones = try ["+6", "-6"].map { try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Etc/GMT\($0)")) }
        func use(_ zone: Int, in name: String) throws {
            try home.write("", to: name)
            try zones[zone].write(to: URL(filePath: home.appending(name)))
        }
        // Three hours before and after now in the first zone.
        func hour(in hours: Int) -> String {
            let hour = String((Int(time(nil)) / 3600 + 18 + hours) % 24)
            return hour.count == 2 ? hour : "0\(hour)"
        }
        try home.configure(
            """
            appearance = "light"
            [[schedule]]
            from = "\(hour(in: 21)):00"
            to = "\(hour(in: 3)):00"
            appearance = "dark"

            """)
        try use(1, in: "one")
        symlink("one", home.appending("zone"))
        let daemon = try TestDaemon(environment: ["TZ": ":\(home.appending("zone"))"], in: home)
        func appears(_ appearance: Appearance) throws {
            try waitUntil("\(appearance)") { try daemon.client().state().appearance.value == appearance }
        }
        try appears(.light)
        try use(0, in: "two")
        symlink("two", home.appending("new"))
        #expect(rename(home.appending("new"), home.appending("zone")) == 0)
        try appears(.dark)
        try use(1, in: "two")
        try appears(.light)
        try use(0, in: "two")
        try appears(.dark)
    }

    @Test func reloadsLeakNothing() throws {
        try home.configure("look = \"swift-kit\"\n")
        try daemon.restart()
        func descriptors() throws -> Int { try ProcessFacts(pid: daemon.process.pid).openDescriptors }
        let client = try daemon.client()
        try client.request("reload")
        let before = try descriptors()
        for round in 0..<10 {
            try client.request("look", ["look": round % 2 == 0 ? "lucidpal" : "swift-kit"])
            try client.request("appearance", ["appearance": round % 2 == 0 ? "dark" : "light"])
        }
        // The state may still be on its way to the disk, also before.
        try waitUntil("the daemon to close what it had opened") { try descriptors() <= before }
    }

    @Test func nothingIsKeptOfAClientThatLeavesDuringItsReload() throws {
        try home.configure("look = \"swift-kit\"\n")
        try daemon.restart()
        func sockets() throws -> Int {
            try ProcessFacts(pid: daemon.process.pid).descriptorTargets.values.count { $0.hasPrefix("socket:") }
        }
        let other = try daemon.client()
        try other.request("ping")
        let before = try sockets()
        var client: SocketClient? = try daemon.client()
        try client?.request("ping")
        #expect(try sockets() == before + 1)
        try client?.send(line: #"{"verb":"reload"}"#)
        client = nil
        try waitUntil("the connection to be closed") { try sockets() == before }
        try other.request("ping")
    }
}
