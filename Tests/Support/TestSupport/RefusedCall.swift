/// A filter (seccomp), set before a program starts, that makes a system call fail in it.
public enum RefusedCall {
    /// `SCRIPT NUMBER ERRNO PROGRAM...`
    private static let script = Repository.text("Tests/Fixtures/files/refused_call.py")

    public static let python = "/usr/bin/python3"

    /// Returns the arguments of ``python`` that run a program without a call.
    public static func arguments(_ number: Int, error: Int32, _ program: [String]) -> [String] {
        ["-c", script, "\(number)", "\(error)"] + program
    }
}
