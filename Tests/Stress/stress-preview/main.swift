// Not in a release build, whose modules are not compiled for tests.
#if DEBUG
    import Canvas
    import CommandLineKit
    import Geometry
    import PageKit
    import Posix
    import ShellModel

    @testable import StressMonitor

    let spec = CommandSpec(
        "stress-preview", "Draws one page of the stress monitor to a file, with a year of sample data.",
        arguments: [
            .init("page", "The page.", kind: .choice(StressProgram.allCases.map(\.rawValue))),
            .init("file", "The file, in PNG."),
        ],
        options: [
            .init("width", value: "px", "The width, 428 by default.", kind: .number(1...10_000)),
            .init("height", value: "px", "The height, 800 by default.", kind: .number(1...10_000)),
            .init("text-scale", value: "factor", "The text scale, 1 by default.", kind: .number(0.1...100)),
            .init("dark", "Dark colours."), .init("contrast", "More contrast."), .init("rtl", "From right to left."),
            .init("days", value: "count", "The number of days, 365 by default.", kind: .integer(0...3650)),
            .init("empty", "No data."), .init("stale", "Old data."),
            .init("at", value: "seconds", "The time since the start of an exercise on Flash.", kind: .number(0...1e6)),
            .init("period", value: "period", "The period on Growth.", kind: .choice(Period.allCases.map(\.rawValue))),
            .init("route", value: "day", "Opens a day on Growth, such as 2026-11-18."),
        ])

    spec.main { options in
        var context = PageContext(
            size: Size(width: options.number("width") ?? 428, height: options.number("height") ?? 800),
            textScale: options.number("text-scale") ?? 1, appearance: options.flag("dark") ? .dark : .light,
            tab: "preview", title: "Chat")
        if options.flag("contrast") {
            context.contrast = .more
            context.palette = Look().applying(Preferences(contrast: .more))[palette: context.appearance]
        }
        context.isRightToLeft = options.flag("rtl")
        let days = options.flag("empty") ? 0 : options.integer("days") ?? 365
        let source = StoreSource(
            showing: { MockData.batch(days: days) },
            now: MockData.now.advanced(by: options.flag("stale") ? 3 * 86_400_000 : 0))
        let start: UInt64 = 1_000_000_000
        let now = start + UInt64((options.number("at") ?? 0) * 1e9)
        let page: any StressPage
        switch options.value("page") {
        case "home": page = HomePage(source)
        case "flash":
            let flash = FlashPage(source, menu: FlashMenu())
            if options.flag("at") { flash.start(0, now: start) }
            page = flash
        default:
            let growth = GrowthPage(source)
            growth.show(options.value("period").flatMap(Period.init(rawValue:)) ?? .week)
            if let route = options.value("route") {
                context.route = [route]
                growth.routeChanged(context: context, now: now)
            }
            page = growth
        }
        // The page reads everything that it requests.
        page.appeared(now: now)
        var steps = 0
        while steps < 10_000, page.nextTask(after: now) != nil, !options.flag("at") {
            _ = page.performTask(context: context, now: now)
            steps += 1
        }
        let bitmap = Bitmap(
            format: .argb32, width: Int(context.size.width * context.scale),
            height: Int(context.size.height * context.scale))
        let canvas = Canvas(bitmap: bitmap, scale: context.scale)
        if context.isRightToLeft { canvas.mirror(width: context.size.width) }
        page.drawFull(on: canvas, context: context, now: now)
        let file = try options.required("file")
        guard bitmap.writePNG(to: file) else { throw ExitError(status: .refused, reason: "cannot write \(file)") }
    }
#endif
