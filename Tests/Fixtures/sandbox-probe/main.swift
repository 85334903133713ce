// SPDX-License-Identifier: MIT

// Enters the sandbox of the helpers and tries its limits, for the tests.
import Glibc
import Posix
import Sandbox

let mode = CommandLine.arguments.dropFirst().first
let pipe = try Pipe()
try Sandbox.enter(mode == "spin" ? .reading(processorTime: 1) : .drawing)

func say(_ line: String) { try? writeAll(Array("\(line)\n".utf8), to: STDOUT_FILENO) }

switch mode {
case "memory":
    let memory = mmap(nil, 1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    say("memory \(memory == MAP_FAILED ? errno : 0)")
    var thread = pthread_t()
    // Not the main actor's, as other closures here are.
    let idle: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in nil }
    say("thread \(pthread_create(&thread, nil, idle, nil))")
    pthread_join(thread, nil)
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
    while true { _ = try pipe.readEnd.read(upTo: 1) }
default: exit(2)
}
