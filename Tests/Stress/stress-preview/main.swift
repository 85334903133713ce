// SPDX-License-Identifier: MIT
// Not in a release build, whose modules are not compiled for tests.
#if DEBUG
    import Canvas
    import Geometry
    import Glibc
    import Localization
    import PageKit
    import Posix
    import ShellModel

    @testable import StressMonitor

    let usage = """
        Usage: stress-preview home|flash|growth OUT.png [--width W] [--height H] [--text-scale T] [--dark] [--contrast] [--rtl]
                                [--at SECONDS] [--days N | --empty | --stale] [--period P] [--route DAY]

        Draws one page to a file, with a year of sample data; --days sets the number of days, --empty shows none, --stale old
        data. --at is the time since the start of an exercise on Flash. --period is Growth's day, week, month or year;
        --route opens a day, such as 2026-11-18. --contrast is more contrast, --rtl from right to left.
        """

    func quit(_ message: String) -> Never {
        Log.write(message)
        exit(2)
    }

    Localization.activate()
    var arguments = CommandLine.arguments.dropFirst()
    var names: [String] = []
    var numbers = ["--width": 428.0, "--height": 800, "--text-scale": 1, "--at": -1, "--days": 365]
    var texts = ["--route": "", "--period": "week"]
    var flags: Set<String> = []
    while let argument = arguments.popFirst() {
        if numbers[argument] != nil {
            guard let number = arguments.popFirst().flatMap(Double.init) else { quit("\(argument) takes a number") }
            numbers[argument] = number
        } else if texts[argument] != nil {
            texts[argument] = arguments.popFirst()
        } else if ["--contrast", "--dark", "--empty", "--rtl", "--stale"].contains(argument) {
            flags.insert(argument)
        } else if argument.hasPrefix("-") {
            quit(usage)
        } else {
            names.append(argument)
        }
    }
    guard names.count == 2 else { quit(usage) }
    var context = PageContext(
        size: Size(width: numbers["--width"] ?? 0, height: numbers["--height"] ?? 0),
        textScale: numbers["--text-scale"] ?? 1, appearance: flags.contains("--dark") ? .dark : .light, tab: "preview",
        title: "Chat")
    if flags.contains("--contrast") {
        context.contrast = .more
        context.palette = Look().applying(Preferences(contrast: .more))[palette: context.appearance]
    }
    context.isRightToLeft = flags.contains("--rtl")
    let bitmap = Bitmap(
        format: .argb32, width: Int(context.size.width * context.scale),
        height: Int(context.size.height * context.scale))
    let canvas = Canvas(bitmap: bitmap, scale: context.scale)
    let start: UInt64 = 1_000_000_000
    var now = start

    /// Returns the measurements that the arguments request.
    @MainActor func makeSource() -> any StressSource {
        let days = flags.contains("--empty") ? 0 : min(max(numbers["--days"] ?? 0, 0), 3650)
        let now = MockData.now.advanced(by: flags.contains("--stale") ? 3 * 86_400_000 : 0)
        return StoreSource(showing: { MockData.batch(days: Int(days)) }, now: now)
    }

    /// Shows a page, and lets it read everything that it requests.
    @MainActor func settle(_ page: any StressPage) {
        page.appeared(now: now)
        var steps = 0
        while steps < 10_000, page.nextTask(after: now) != nil, numbers["--at"] ?? -1 < 0 {
            _ = page.performTask(context: context, now: now)
            steps += 1
        }
    }

    let page: any StressPage
    switch names[0] {
    case "home": page = HomePage(makeSource())
    case "flash":
        let flash = FlashPage(makeSource(), menu: FlashMenu())
        if let seconds = numbers["--at"], (0...1e6).contains(seconds) {
            flash.start(0, now: start)
            now = start + UInt64(seconds * 1e9)
        }
        page = flash
    case "growth":
        let growth = GrowthPage(makeSource())
        if let period = Period.allCases.first(where: { $0.word.lowercased() == texts["--period"] }) {
            growth.show(period)
        }
        if let route = texts["--route"], !route.isEmpty {
            context.route = route.split(separator: "/").map(String.init)
            growth.routeChanged(context: context, now: now)
        }
        page = growth
    default:
        quit("no page is called \(names[0])")
    }
    settle(page)
    if context.isRightToLeft { canvas.mirror(width: context.size.width) }
    page.drawFull(on: canvas, context: context, now: now)
    guard bitmap.writePNG(to: names[1]) else { quit("cannot write \(names[1])") }
#endif
