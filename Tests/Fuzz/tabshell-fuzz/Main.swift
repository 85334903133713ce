#if DEBUG || FUZZING
    import FuzzTargets
#endif

@main
enum Main {
    static func main() {
        #if DEBUG || FUZZING
            Fuzzer.main(FuzzTarget.all)
        #else
            print("tabshell-fuzz: not in a release build; see Tests/Fuzz/run")
        #endif
    }
}
