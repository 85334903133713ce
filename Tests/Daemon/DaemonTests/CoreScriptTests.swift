import TestSupport
import Testing

/// The scripts of `Golden/core.txt`: events of the daemon, and below each line, indented, all their effects in order, with the new
/// values of the state. `TABSHELL_GOLDEN=write` records the indented lines again. ``CorePlayer`` has the words of a script.
@Suite struct CoreScriptTests {
    @Test func eventsDoAsReviewed() throws {
        var player: CorePlayer?
        let (reviewed, played) = try playScript("core") { line in
            if line.hasPrefix("given") {
                player = try CorePlayer(line)
                return []
            }
            return line.isEmpty || line.hasPrefix("#") ? [] : try #require(player).play(line)
        }
        #expect(played == reviewed && played.utf8.count > 20_000)
    }
}
