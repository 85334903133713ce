// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import CTestSupport
    import Glibc

    /// The main function of a fuzzer, called as `tabshell-fuzz TARGET …`: with `-DFUZZING` (Tests/Fuzz/run) libFuzzer with its own options and folders, else a run over
    /// files, to examine a failed one.
    public enum Fuzzer {
        nonisolated(unsafe) private static var run: (([UInt8]) throws -> Void)?

        public static func main(_ targets: [FuzzTarget]) {
            let arguments = CommandLine.arguments.dropFirst()
            guard let target = targets.first(where: { $0.name == arguments.first }) else {
                print(targets.map { ([$0.name] + $0.seeds).joined(separator: " ") }.joined(separator: "\n"))
                exit(arguments.isEmpty ? 0 : 2)
            }
            run = target.run
            #if FUZZING
                // libFuzzer takes the options that follow the target's name.
                CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
                var (count, words) = (CommandLine.argc - 1, Optional(CommandLine.unsafeArgv + 1))
                exit(LLVMFuzzerRunDriver(&count, &words) { Fuzzer.test($0, $1) })
            #else
                for path in arguments.dropFirst() {
                    guard let file = fopen(path, "r") else {
                        print("\(path): \(String(cString: strerror(errno)))")
                        exit(1)
                    }
                    var bytes: [UInt8] = []
                    while case let byte = getc(file), byte >= 0 { bytes.append(UInt8(byte)) }
                    fclose(file)
                    test(bytes, bytes.count)
                    print("\(path): ok")
                }
            #endif
        }

        @discardableResult
        private static func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
            do {
                try run?(Array(UnsafeBufferPointer(start: bytes, count: count)))
                return 0
            } catch {
                fatalError("\(error)")
            }
        }
    }
#endif
