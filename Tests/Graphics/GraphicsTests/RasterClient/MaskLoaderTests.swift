import RasterClient
import EventLoop
import Foundation
import Glibc
import RasterProtocol
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct MaskLoaderTests {
    /// Time limits longer than any test, except for the delay after a failure.
    private static let long = limits(frame: 600_000_000_000, mask: 600_000_000_000)

    private static func limits(frame: UInt64?, mask: UInt64, delay: UInt64 = 1_000_000) -> MaskLoader.Limits {
        var limits = MaskLoader.Limits()
        (limits.frame, limits.mask, limits.delay, limits.watch) = (frame, mask, delay, 600_000_000_000)
        return limits
    }

    private let loop: EventLoop
    private let folder: TemporaryDirectory

    init() throws {
        // As in every program, so that a helper that exits early causes an error of write(2) instead of a signal.
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        folder = try TemporaryDirectory()
    }

    private func store() throws -> MaskLoader {
        MaskLoader(loop: loop, helper: try BuiltProducts.url("tabshell-raster").path, limits: Self.long)
    }

    /// A loader with a helper given as a shell script.
    private func store(_ script: String, limits: MaskLoader.Limits = Self.long) throws -> MaskLoader {
        let path = try folder.write("#!/bin/sh\n\(script)\n", to: "helper", mode: 0o755)
        return MaskLoader(loop: loop, helper: path, limits: limits)
    }

    /// A square third-party icon.
    private func foreignIcon(_ name: String = "foreign.svg") throws -> String {
        try folder.write(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'><rect width='2' height='2'/></svg>", to: name)
    }

    private func text(_ string: String) -> RasterRequest {
        .text(TextMaskKey(string, families: "", weight: 400, size: 9))
    }

    /// Runs the loop until a condition holds; the test's time limit is the only timeout.
    private func wait(until isSo: () throws -> Bool) throws {
        while try !isSo() { try loop.runOnce() }
    }

    private func runs() throws -> Int {
        let log = try? String(contentsOfFile: folder.appending("log"), encoding: .utf8)
        return log?.split(separator: "\n").count ?? 0
    }

    @Test func builtInIconsNeedNoHelper() throws {
        let store = try store("echo run >>\(folder.appending("log"))")
        for side in [24, 36, 24] {
            #expect(store.prepare(["home", "flash", "growth", "house.fill"].map { .icon($0, side: side) }))
            for name in ["home", "flash", "growth", "house.fill"] {
                let mask = try #require(store.picture(.icon(name, side: side)))
                #expect(mask.width == side && mask.height == side && mask.format == .a8)
                #expect(mask.packedRows.reduce(0) { $0 + Int($1) } > 255 * side * side / 10)
            }
        }
        #expect(store.picture(.icon("home", side: 25)) == nil)
        // A helper started for built-in icons would precede this one.
        #expect(!store.prepare([text("a")]))
        try wait { store.prepare([text("a")]) }
        #expect(try runs() == 1)
    }

    @Test func oneHelperLoadsIconsAndTexts() throws {
        let store = try store()
        let foreign = try foreignIcon()
        let title = TextMaskKey("Home", families: "DejaVu Sans", weight: 700, size: 14)
        let wanted: [RasterRequest] = [
            .icon(foreign, side: 24), .icon("home", side: 24), .text(title), .icon("flash", side: 36),
            .icon(foreign, side: 36),
        ]
        let before = children
        #expect(!store.prepare(wanted))
        // A process takes longer to start than a frame may take to draw.
        #expect(children == before)
        #expect(store.picture(.icon("home", side: 24))?.width == 24)
        #expect(store.picture(.icon(foreign, side: 24)) == nil && store.text(title) == nil)
        try wait { store.prepare(wanted) }
        #expect(store.picture(.icon(foreign, side: 24))?.width == 24)
        #expect(store.picture(.icon(foreign, side: 36))?.width == 36)
        let mask = try #require(store.text(title))
        #expect(mask.advance > 30 && mask.advance < Double(mask.bitmap.width))
        #expect(mask.baseline > 8 && mask.baseline < mask.bitmap.height)
        #expect(mask.originX > 0)
    }

    /// Requests and replies each exceed a pipe's capacity many times.
    @Test func batchMayExceedThePipes() throws {
        let store = try store()
        let wanted = (0..<80).map { number in
            RasterRequest.text(
                TextMaskKey(
                    "\(number) " + String(repeating: "long text ", count: 300), families: "DejaVu Sans", weight: 400,
                    size: 20))
        }
        #expect(wanted.reduce(0) { $0 + $1.line.utf8.count } > 2 * 65536)
        try wait { store.prepare(wanted) }
        for case .text(let key) in wanted { #expect(store.text(key) != nil) }
    }

    /// It is drawn again when its file is replaced, and when that is written; until then, the earlier picture is shown.
    @Test func changedIconIsDrawnAgain() throws {
        let store = try store()
        let request = RasterRequest.icon(try foreignIcon(), side: 4)
        store.onChange = { [unowned store] in _ = store.prepare([request]) }
        try wait { store.prepare([request]) }
        for shape in ["<circle r='1'/>", "<rect width='1' height='1'/>"] {
            let before = try #require(store.picture(request)).packedRows
            try folder.write("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'>\(shape)</svg>", to: "new.svg")
            if shape.contains("circle") {
                rename(folder.appending("new.svg"), folder.appending("foreign.svg"))
            } else {
                try String(contentsOfFile: folder.appending("new.svg"), encoding: .utf8)
                    .write(toFile: folder.appending("foreign.svg"), atomically: false, encoding: .utf8)
            }
            try wait { try #require(store.picture(request)).packedRows != before }
        }
    }

    @Test func failedRequestsAreNotRepeated() throws {
        let store = try store()
        let foreign = try foreignIcon()
        let wanted: [RasterRequest] = [
            .icon("nothing", side: 24), .icon("a\nicon 1 1 home", side: 24), .icon("", side: 24),
            .icon("home", side: 0), .icon("home", side: 4096), .icon(foreign, side: 0), .icon(foreign, side: 4096),
            .text(TextMaskKey("a", families: "", weight: 400, size: .nan)), .icon(foreign, side: 24),
        ]
        try wait { store.prepare(wanted) }
        // Each reply belongs to its own request.
        #expect(store.picture(.icon(foreign, side: 24))?.width == 24)
        #expect(store.picture(.icon("home", side: 0)) == nil && store.picture(.icon("home", side: 4096)) == nil)
        #expect(store.picture(.icon("nothing", side: 24)) == nil)
        #expect(store.picture(.icon("a\nicon 1 1 home", side: 24)) == nil)
        #expect(store.prepare(wanted))
    }

    @Test(
        arguments: [
            "exit 1", "echo nonsense", "exec </dev/null; echo 'icon 24 24'", "echo 'text 1 1 0 0 1'; printf x",
            "kill -9 $$",
            "cat >/dev/null", "printf 'icon 2 2\\nabcd'; exit 0",
        ])
    func brokenHelperIsReplaced(script: String) throws {
        let store = try store(script)
        // More than a pipe holds: part of it is still unwritten when the helper exits.
        let wanted = (0..<50).map { text("\($0) \(String(repeating: "x", count: 2000))") }
        try wait { store.prepare([.icon("foreign", side: 2), .icon("home", side: 2)] + wanted) }
        #expect(store.picture(.icon("home", side: 2)) != nil)
        #expect(store.picture(.icon("foreign", side: 2)) == nil)
        // A helper that answers one request and exits is started again for the next.
        for case .text(let key) in wanted { #expect(store.text(key) == nil || script.contains("text 1 1")) }
    }

    @Test(arguments: [nil, "/nowhere/helper"])
    func missingHelperIsNotWaitedFor(helper: String?) throws {
        let store = MaskLoader(loop: loop, helper: helper, limits: Self.long)
        try wait { store.prepare([.icon("foreign", side: 24), .icon("home", side: 24)]) }
        #expect(store.picture(.icon("foreign", side: 24)) == nil)
        #expect(store.picture(.icon("home", side: 24)) != nil)
    }

    /// The running and defunct children of this process.
    private var children: Set<pid_t> { Set(ProcessFacts(pid: getpid()).children.map(\.pid)) }

    /// A loader whose helper has started once a file exists, and answers once the test has written another one.
    private func gatedStore(frame: UInt64?) throws -> MaskLoader {
        try store(
            """
            while IFS= read -r line; do
                touch \(folder.appending("started"))
                while [ ! -e \(folder.appending("gate")) ]; do sleep 0.01; done
                printf 'icon 1 1\\nx'
            done
            """, limits: Self.limits(frame: frame, mask: 600_000_000_000))
    }

    @Test func frameDoesNotWaitForASlowMaskWhichIsUsedLater() throws {
        let store = try gatedStore(frame: 10_000_000)
        var changes = 0
        store.onChange = { changes += 1 }
        #expect(!store.prepare([.icon("slow", side: 1)]))
        try wait { store.prepare([.icon("slow", side: 1)]) }
        #expect(store.picture(.icon("slow", side: 1)) == nil)
        // Once discarded and needed again, it is neither waited for nor requested twice.
        store.retain(only: [])
        #expect(store.prepare([.icon("slow", side: 1)]))
        // Late replies are still used.
        try folder.write("", to: "gate")
        let before = changes
        try wait { store.picture(.icon("slow", side: 1)) != nil }
        #expect(changes > before)
    }

    /// As for a picture written to a file: on a slow machine it lacked texts.
    @Test func frameMayWaitForAllMasks() throws {
        let store = try gatedStore(frame: nil)
        #expect(!store.prepare([.icon("slow", side: 1)]))
        let timer = loop.timer {}
        try wait {
            timer.arm(after: 1_000_000)
            return FileManager.default.fileExists(atPath: folder.appending("started"))
        }
        #expect(!store.prepare([.icon("slow", side: 1)]))
        try folder.write("", to: "gate")
        try wait { store.prepare([.icon("slow", side: 1)]) }
        #expect(store.picture(.icon("slow", side: 1)) != nil)
    }

    /// A helper that hangs in one icon, as a hostile picture or a font on a dead mount can make it.
    @Test func hangingHelperIsKilledAndItsIconNotTriedAgain() throws {
        let log = folder.appending("log")
        let store = try store(
            """
            echo run >>\(log)
            while read -r line; do
                case "$line" in
                *hang*) while :; do :; done ;;
                *) printf 'recolorable 1 1\\n0123y' ;;
                esac
            done
            """, limits: Self.limits(frame: 5_000_000, mask: 300_000_000))
        let before = children
        let wanted: [RasterRequest] = [.icon("one", side: 1), .icon("hang", side: 1), .icon("two", side: 1)]
        var most = 0
        try wait {
            // Each frame needs the masks.
            _ = store.prepare(wanted)
            most = max(most, children.subtracting(before).count)
            return store.picture(.icon("two", side: 1)) != nil
        }
        #expect(store.picture(.icon("one", side: 1))?.textParts?.packedRows == [UInt8(ascii: "y")])
        #expect(store.picture(.icon("hang", side: 1)) == nil)
        #expect(most == 1)
        // Another size of it is not tried either.
        #expect(store.prepare(wanted + [.icon("hang", side: 2)]))
        #expect(!store.prepare([.icon("three", side: 1)]))
        try wait { store.picture(.icon("three", side: 1)) != nil }
        try wait { children.subtracting(before).isEmpty }
        #expect(try runs() <= 3)
    }

    @Test func textsDoNotWaitForAnIconThatHangs() throws {
        let store = try store(
            """
            while read -r line; do
                case "$line" in
                icon*) while :; do :; done ;;
                *) printf 'text 1 1 0 0 1\\ny' ;;
                esac
            done
            """)
        let key = TextMaskKey("title", families: "", weight: 400, size: 9)
        #expect(!store.prepare([.icon("hang", side: 1), .text(key)]))
        try wait { store.text(key) != nil }
    }

    @Test func brokenHelperIsNotStartedAtEachFrame() throws {
        let before = children
        let store = try store("echo run >>\(folder.appending("log")); exit 1")
        let wanted = (0..<20).map { text("\($0)") }
        try wait { store.prepare(wanted) }
        let wakeUp = loop.timer {}
        for _ in 0..<50 {
            #expect(store.prepare(wanted))
            wakeUp.arm(after: 0)
            try loop.runOnce()
        }
        #expect(try runs() == 3)
        #expect(children == before)
    }

    /// With some numbers of descriptors the pipes can be made, and the helper started, but not watched.
    @Test(arguments: 0..<7)
    func noHelperIsLeftWithoutDescriptors(free: Int) throws {
        let before = children
        let store = try store()
        var held: [Int32] = []
        #expect(!store.prepare([text("a")]))
        while case let descriptor = dup(STDERR_FILENO), descriptor >= 0 { held.append(descriptor) }
        for _ in 0..<free { close(held.removeLast()) }
        try wait { store.prepare([text("a")]) }
        for descriptor in held { close(descriptor) }
        let wakeUp = loop.timer {}
        try wait {
            wakeUp.arm(after: 1_000_000)
            return children.subtracting(before).isEmpty
        }
    }

    @Test func masksAreForgottenByUse() throws {
        let store = try store("while read -r line; do printf 'text 1 1 0 0 1\\nx'; done")
        var most = 0
        for number in 0..<1000 {
            let wanted = [text("title"), text("\(number)")]
            // As the panel does after each change of the state.
            if store.isFull { store.retain(only: Set(wanted)) }
            if number % 10 == 0 { try wait { store.prepare(wanted) } } else { _ = store.prepare(wanted) }
            most = max(most, store.count)
        }
        #expect(most <= 200)
    }

    @Test func discardedMasksAreLoadedAgain() throws {
        let helper = try BuiltProducts.url("tabshell-raster").path
        let store = try store("echo run >>\(folder.appending("log")); exec \(helper)")
        let foreign = try foreignIcon()
        let key = TextMaskKey("Home", families: "", weight: 400, size: 14)
        let first: [RasterRequest] = [.icon(foreign, side: 24), .icon("nothing", side: 24), .text(key)]
        try wait { store.prepare(first) }
        store.retain(only: [.icon(foreign, side: 24)])
        #expect(store.picture(.icon(foreign, side: 24)) != nil)
        #expect(store.text(key) == nil)
        #expect(try runs() == 1)
        #expect(!store.prepare(first))
        try wait { store.prepare(first) }
        #expect(store.text(key) != nil)
        #expect(try runs() == 2)
        store.retain(only: Set(first))
        #expect(store.prepare(first))

        // A mask in flight, needed again, is not lost.
        store.retain(only: [])
        #expect(!store.prepare(first))
        store.retain(only: [])
        #expect(!store.prepare(first))
        try wait { store.prepare(first) }
        #expect(store.picture(.icon(foreign, side: 24)) != nil)
        #expect(try runs() == 3)
    }

    @Test func masksOfEarlierLooksAreDiscarded() throws {
        let store = try store()
        let (one, other) = (try foreignIcon("one.svg"), try foreignIcon("other.svg"))
        var wanted: [RasterRequest] = []
        store.onChange = { store.retain(only: Set(wanted)) }
        for look in 1...50 {
            wanted = [.icon(one, side: 10 + look), .icon(other, side: 10 + look)]
            // Some looks are replaced before their masks have arrived.
            if look % 3 == 0 { _ = store.prepare(wanted) } else { try wait { store.prepare(wanted) } }
        }
        try wait { store.prepare(wanted) }
        for name in [one, other] {
            #expect((11...59).allSatisfy { store.picture(.icon(name, side: $0)) == nil })
        }
        #expect(store.picture(.icon(one, side: 60)) != nil && store.picture(.icon(other, side: 60)) != nil)
    }
}
