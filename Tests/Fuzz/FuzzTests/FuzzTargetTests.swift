import FuzzSupport
import FuzzTargets
import Testing

/// The fuzz targets over their corpus, and under some random changes of it. `Tests/Fuzz/run` looks further.
@Suite struct FuzzTargetTests {
    private let checks = FuzzChecks(FuzzTarget.all)

    @Test(arguments: FuzzTarget.all.map(\.name)) func corpusHoldsEveryProperty(name: String) throws {
        try checks.checkCorpus(of: name)
    }

    @Test(arguments: FuzzTarget.all.map(\.name)) func randomChangesHoldEveryProperty(name: String) throws {
        try checks.checkRandomChanges(of: name)
    }

    @Test func eachFolderOfTheCorpusHasATarget() throws { try checks.checkFolders() }
}
