#if DEBUG || FUZZING
    import FuzzTargets
    import StressFuzzTargets
#endif

@main
enum Main {
    static func main() {
        #if DEBUG || FUZZING
            Fuzzer.main(FuzzTarget.stress)
        #else
            print("stress-fuzz: not in a release build; see Tests/Fuzz/run")
        #endif
    }
}
