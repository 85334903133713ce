import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The checks of a list of fuzz targets over their corpora.
package struct FuzzChecks {
    private let targets: [FuzzTarget]

    package init(_ targets: [FuzzTarget]) { self.targets = targets }

    /// Checks that a target's corpus holds every property.
    package func checkCorpus(of name: String) throws {
        let target = try target(name)
        let files = try corpus(of: target)
        #expect(!files.isEmpty, "there is no corpus")
        for (file, bytes) in files {
            #expect(throws: Never.self, "\(file)") { try target.run(bytes) }
        }
    }

    /// Checks the same of random changes of the corpus.
    ///
    /// The seed is printed; with `FUZZ_SEED` it is repeated. With `FUZZ_INPUT` each input is written to that file before its
    /// run, so that the trapping one is there.
    package func checkRandomChanges(of name: String) throws {
        let target = try target(name)
        let environment = ProcessInfo.processInfo.environment
        // The same in each `make test`, so that unrelated changes stay green, and others at night.
        let seed =
            environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? (Rounds.areMore ? UInt64.random(in: 0..<1 << 32) : 1)
        print("fuzzing \(name): FUZZ_SEED=\(seed)")
        var mutator = Mutator(seeds: try corpus(of: target).map(\.bytes), seed: seed)
        for count in 1...Rounds.count(200) {
            let bytes = mutator.next()
            if let path = environment["FUZZ_INPUT"] { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
            do {
                try target.run(bytes)
            } catch {
                Issue.record("\(error); FUZZ_SEED=\(seed), input \(count): \(Data(bytes).base64EncodedString())")
                return
            }
        }
    }

    /// Checks that no folder of a corpus is without a target, which would be forgotten.
    package func checkFolders() throws {
        for folder in Set(targets.map(\.folder)) {
            let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.file("\(folder)/Corpus").path)
            #expect(Set(folders).isSubset(of: targets.map(\.name)))
        }
    }

    private func target(_ name: String) throws -> FuzzTarget {
        try #require(targets.first { $0.name == name })
    }

    private func corpus(of target: FuzzTarget) throws -> [(file: String, bytes: [UInt8])] {
        try (["\(target.folder)/Corpus/\(target.name)"] + target.seeds).flatMap { path in
            let place = Repository.file(path)
            let names = try? FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
            let files = names.map { $0.map { place.appendingPathComponent($0) } } ?? [place]
            return try files.map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
        }
    }
}
