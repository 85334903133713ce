import Foundation
import StageTestSupport
import TestSupport
import Testing

@testable import StressMonitor

/// The pages with sample data, by the option and by the variable that a user gives to the daemon.
@Suite(.serialized) struct SampleDataTests {
    /// The arguments, the variables, and true if sample data are shown.
    private static let ways: [([String], [String: String], Bool)] = [
        (["--mock"], [:], true), ([], ["TABSHELL_MOCK": "1"], true), ([], ["TABSHELL_MOCK": "0"], false),
    ]
    /// A page, and its text with and without sample data; Flash records beside the user's notes.
    private static let pages: [(StressProgram, String, String)] = [
        (.home, " bpm\"", "No readings yet"), (.growth, "\"listItem\"", "Nothing to show yet"),
        (.flash, "\"Work\"", "\"Work\""),
    ]

    @Test(arguments: pages, ways)
    func pageShowsSampleData(page: (StressProgram, String, String), way: ([String], [String: String], Bool)) throws {
        let staged = try StagedPage(page.0, way.0, way.1)
        try staged.stage.wait(forText: way.2 ? page.1 : page.2)
        if page.0 == .flash {
            try staged.stage.press("page:flash/note/0")
            try staged.stage.wait(forText: "Work noted at")
        }
        try staged.checkDatabase(exists: !way.2)
    }
}

private final class StagedPage {
    let stage: Stage
    private var folder: TemporaryDirectory { stage.compositor.folder }

    init(_ program: StressProgram, _ arguments: [String], _ variables: [String: String]) throws {
        stage = try Stage(daemonWith: nil)
        try stage.socket.request("select", ["tab": program.rawValue])
        try stage.start(
            program.name, arguments, environment: variables.merging(["XDG_DATA_HOME": folder.path]) { $1 })
    }

    /// Checks whether the page has opened the user's measurements, which it does before it has shown all of them.
    func checkDatabase(exists: Bool) throws {
        let path = folder.appending("tabshell/stress.db")
        if exists { try stage.compositor.waitUntil("the database") { access(path, F_OK) == 0 } }
        #expect((access(path, F_OK) == 0) == exists)
    }
}
