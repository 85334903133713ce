// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Starts programs.
public enum ChildProcess {
    /// Starts a program with this process's environment and some changes to it, with no signal blocked and none ignored.
    /// All descriptors of tabshell are close-on-exec; the child gets standard input, output and error only.
    ///
    /// - Parameters:
    ///   - path: the executable.
    ///   - arguments: without the program's own name.
    ///   - environment: what is added or replaced; nil removes a variable.
    ///   - standardInput: given to the child instead of ours.
    ///   - standardOutput: given to the child instead of ours.
    ///   - standardError: given to the child instead of ours.
    ///   - leadsGroup: whether it leads a process group of its own, so that a signal can reach all that it starts.
    /// - Returns: the child's pid. The caller waits for it.
    /// - Throws: ``SystemError``, for example when there is no such file.
    public static func start(
        _ path: String, arguments: [String], environment changes: [String: String?] = [:],
        standardInput: Int32? = nil, standardOutput: Int32? = nil, standardError: Int32? = nil, leadsGroup: Bool = false
    ) throws(SystemError) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let group = leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let standardInput { posix_spawn_file_actions_adddup2(&actions, standardInput, STDIN_FILENO) }
        if let standardOutput { posix_spawn_file_actions_adddup2(&actions, standardOutput, STDOUT_FILENO) }
        if let standardError { posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO) }

        let argumentStrings = ([path] + arguments).map { strdup($0) }
        let environmentStrings = merged(changes).map { strdup($0) }
        defer { for string in argumentStrings + environmentStrings { free(string) } }
        var pid: pid_t = 0
        let error = posix_spawn(
            &pid, path, &actions, &attributes, argumentStrings + [nil], environmentStrings + [nil])
        guard error == 0 else { throw SystemError(code: error, call: "starting \(path)") }
        return pid
    }

    /// The environment as `NAME=VALUE`, with the changes made.
    private static func merged(_ changes: [String: String?]) -> [String] {
        var result: [String] = []
        var entry = clinux_environment()
        while let variable = entry?.pointee {
            let text = String(cString: variable)
            let name = String(text.prefix { $0 != "=" })
            if changes[name] == nil { result.append(text) }
            entry = entry?.advanced(by: 1)
        }
        return result + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }
    }

    /// The executable that a program's name stands for: a path as it is, else a file beside this process's own
    /// executable, else one on `PATH`.
    public static func find(_ name: String) -> String? {
        if name.utf8.contains(UInt8(ascii: "/")) { return access(name, X_OK) == 0 ? name : nil }
        var folders: [String] = []
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        if length > 0 {
            let own = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            folders.append(String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]))
        }
        if let path = getenv("PATH") {
            folders += String(cString: path).split(separator: ":").map(String.init)
        }
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
