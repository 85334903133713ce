// Enters the sandbox of the helpers and tries its limits, for the tests.
import Glibc
import Posix
import Sandbox

let mode = CommandLine.arguments.dropFirst().first
let pipe = try Pipe()
// A confined child has none.
let output = dup(STDOUT_FILENO)

@Sendable func say(_ line: String) { try? writeAll(Array("\(line)\n".utf8), to: output) }

/// Requests to a confined child, which need more than a limit in all, and less than half of one each: the kernel measures the limit
/// by ticks. The last one does not end.
func sendRequests() throws {
    let child = try ConfinedChild(.drawing, readable: ReadablePlaces()) { channel in
        for request in 1...6 {
            guard (try? channel.read(upTo: 1)) != nil else { return 1 }
            let end = clock() + 500_000
            while request == 6 || clock() < end {}
            say("\(request)")
            try? channel.writeAll([1])
        }
        return 0
    }
    for _ in 1...6 {
        child.limitProcessorTime(toFurther: 1)
        try child.channel.writeAll([1])
        _ = try child.channel.read(upTo: 1)
    }
    child.endAsItEnds()
}

if mode == "requests" { try sendRequests() }
try Sandbox.enter(mode == "spin" ? .reading(processorTime: 1) : .drawing, readable: ReadablePlaces())
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
case "chatter":
    for _ in 1...10_000 { try? writeAll(Array("\u{1b}]0;title\u{7}\n".utf8), to: STDERR_FILENO) }
case "sleep":
    say("\(getpid())")
    while true { _ = try pipe.readEnd.read(upTo: 1) }
default: exit(2)
}
