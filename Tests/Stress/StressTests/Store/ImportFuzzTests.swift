import FuzzSupport
import FuzzTargets
import StressFuzzTargets
import Testing

/// The fuzz targets of the imports over their corpus, and for a second each under random changes of it. `Tests/Fuzz/run` looks further.
@Suite struct ImportFuzzTests {
    private let checks = FuzzChecks(FuzzTarget.stress)

    @Test(arguments: FuzzTarget.stress.map(\.name)) func corpusHoldsEveryProperty(name: String) throws {
        try checks.checkCorpus(of: name)
    }

    @Test(arguments: FuzzTarget.stress.map(\.name)) func randomChangesHoldEveryProperty(name: String) throws {
        try checks.checkRandomChanges(of: name)
    }

    @Test func eachFolderOfTheCorpusHasATarget() throws { try checks.checkFolders() }
}
