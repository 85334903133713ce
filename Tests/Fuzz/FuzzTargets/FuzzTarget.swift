// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING

    /// A function that must survive any bytes, and the properties that it must keep.
    public struct FuzzTarget: Sendable {
        /// The name of the target, and of its folder in the corpus.
        public let name: String
        /// The folder with the corpora and the dictionaries, below the package's root.
        public let folder: String
        /// Folders and files of the package, below its root, as further seeds.
        public let seeds: [String]
        /// Runs the target once. Throws a violated property; a trap is also a fault.
        public let run: @Sendable ([UInt8]) throws -> Void

        package init(
            _ name: String, in folder: String = "Tests/Fuzz", seeds: [String] = [],
            _ run: @escaping @Sendable ([UInt8]) throws -> Void
        ) {
            self.name = name
            self.folder = folder
            self.seeds = seeds
            self.run = run
        }

        public static let all: [FuzzTarget] = [
            .framer, .json, .request, .message, .reducer, .stateFile, .configuration, .scanner, .wayland, .markdown,
            .terminal, .speech, .sway, .raster, .iconTheme, .desktopEntry, .catalogue,
        ]
    }

    /// A property that does not hold for an input.
    public struct FuzzFailure: Error, CustomStringConvertible {
        public let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// Throws unless a property holds.
    package func require(_ condition: Bool, _ property: @autoclosure () -> String) throws {
        if !condition { throw FuzzFailure(property()) }
    }
#endif
