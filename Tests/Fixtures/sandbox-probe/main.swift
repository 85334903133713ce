// SPDX-License-Identifier: MIT

// Enters the sandbox of the helpers and tries what it refuses, for the tests: prints a line of the attempt and its errno.
import Glibc
import Posix
import Sandbox

let mode = CommandLine.arguments.dropFirst().first
Sandbox.enter(processorTime: mode == "requests" ? nil : 1)

func say(_ line: String) { try? writeAll(Array("\(line)\n".utf8), to: STDOUT_FILENO) }

func report(_ attempt: String, _ result: Int) {
    say("\(attempt) \(result < 0 ? Int(errno) : 0)")
}

switch mode {
case "calls":
    report("socket-inet", Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)))
    report("socket-unix", Int(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)))
    var pid: pid_t = 0
    say("spawn \(posix_spawn(&pid, "/bin/true", nil, nil, [nil], [nil]))")
    report("exec", Int(execv("/bin/true", [nil])))
    report("kill", Int(kill(getppid(), 0)))
    report("write", Int(open("/dev/null", O_WRONLY)))
    report("create", Int(creat("/tmp/sandbox-probe", 0o600)))
    report("remove", Int(unlink("/tmp/sandbox-probe")))
    report("read", Int(open("/dev/null", O_RDONLY)))
    var thread = pthread_t()
    // Not the main actor's, as other closures here are.
    let idle: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in nil }
    say("thread \(pthread_create(&thread, nil, idle, nil))")
    pthread_join(thread, nil)
    let memory = mmap(nil, 1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    say("memory \(memory == MAP_FAILED ? errno : 0)")
case "spin": while true {}
case "requests":
    // More than a limit in all, and less than half of one each: the kernel measures the limit by ticks.
    for request in 1...5 {
        limitProcessorTime(toFurther: 1)
        let end = clock() + 500_000
        while clock() < end {}
        say("\(request)")
    }
    while true {}
case "sleep":
    say("\(getpid())")
    while true { pause() }
default: exit(2)
}
