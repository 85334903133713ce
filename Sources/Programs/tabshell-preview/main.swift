// SPDX-License-Identifier: MIT

import Canvas
import DocumentSource
import DocumentText
import EventLoop
import Geometry
import Glibc
import PageKit
import Pages
import Posix
import StressModel
import StressPages
import StressPrograms
import ShellModel

let usage = """
    usage: tabshell-preview home|flash|growth|page|document OUT.png [--width W] [--height H] [--scale S] [--text-scale T] [--dark]
                            [--inset-top P] [--inset-leading P] [--inset-bottom P] [--inset-trailing P]
                            [--at SECONDS] [--scroll PIXELS] [--days N | --empty | --stale | --data FILE] [--period P]
                            [--pointer X,Y] [--focus N] [--type TEXT] [--exercise TEXT] [--reduced-motion]
                            [--title T] [--route WORDS] [--role page|search|compose] [--slide SHARE] [--accent RRGGBB]
                            [--file PATH] [--command LINE]

    Draws one page to a file. Home, Flash and Growth show a year of made-up measurements: --days makes it fewer days,
    --empty none, --stale old ones; --data takes the measurements from a database. --at shows the Flash page that long
    after an exercise was started, or the generic page that long after a recording was. --scroll turns a list. --period
    is Growth's day, week, month or year; --route leads to a day, 2026-11-18. --pointer puts a pointer somewhere, --focus
    presses Tab that often, --type writes in the field that has the focus then. --title, --role, --slide and --accent are for the generic page: --route says where in it
    one is, and --slide how far one has come there from the level above.
    """

func quit(_ message: String) -> Never {
    Log.write(message)
    exit(2)
}

var arguments = CommandLine.arguments.dropFirst()
var names: [String] = []
var numbers = [
    "--width": 428.0, "--height": 800, "--scale": 1, "--text-scale": 1, "--at": -1, "--scroll": 0, "--days": 365,
    "--focus": 0,
]
for edge in ["top", "leading", "bottom", "trailing"] { numbers["--inset-\(edge)"] = 0 }
numbers["--slide"] = 1
var texts = [
    "--title": "Chat", "--route": "", "--role": "page", "--accent": "", "--data": "", "--period": "week",
    "--pointer": "",
    "--type": "", "--exercise": "", "--file": "", "--command": "",
]
var flags: Set<String> = []
while let argument = arguments.popFirst() {
    if numbers[argument] != nil {
        guard let number = arguments.popFirst().flatMap(Double.init) else { quit("\(argument) takes a number") }
        numbers[argument] = number
    } else if texts[argument] != nil {
        texts[argument] = arguments.popFirst()
    } else if ["--dark", "--empty", "--stale", "--reduced-motion"].contains(argument) {
        flags.insert(argument)
    } else if argument.hasPrefix("-") {
        quit(usage)
    } else {
        names.append(argument)
    }
}
guard names.count == 2 else { quit(usage) }

let appearance = flags.contains("--dark") ? Appearance.dark : .light
var palette = Look()[palette: appearance]
if let accent = RGBA(text: "#" + (texts["--accent"] ?? "")) { palette[.accent] = accent }
let others = ["agent": "Agent", "settings": "Settings"].map { id, title in
    Tab(id: TabID(rawValue: id), title: title, icon: "", accessibilityLabel: "", accessibilityHint: "")
}
var context = PageContext(
    size: Size(width: numbers["--width"] ?? 0, height: numbers["--height"] ?? 0), scale: numbers["--scale"] ?? 1,
    textScale: numbers["--text-scale"] ?? 1, appearance: appearance, palette: palette,
    reducedMotion: flags.contains("--reduced-motion"),
    insets: PageInsets(
        top: numbers["--inset-top"] ?? 0, leading: numbers["--inset-leading"] ?? 0,
        bottom: numbers["--inset-bottom"] ?? 0, trailing: numbers["--inset-trailing"] ?? 0),
    tab: "preview", title: texts["--title"] ?? "", role: texts["--role"].flatMap(TabRole.init) ?? .page, tabs: others)
let bitmap = Bitmap(
    format: .argb32, width: Int(context.size.width * context.scale), height: Int(context.size.height * context.scale))
let canvas = Canvas(bitmap: bitmap, scale: context.scale)
let start: UInt64 = 1_000_000_000
var now = start

/// The measurements that the arguments ask for.
@MainActor func makeSource() -> any StressSource {
    if let path = texts["--data"], !path.isEmpty {
        return StoreSource(path: path, loop: nil) { _ in nil }
    }
    let days = flags.contains("--empty") ? 0 : min(max(numbers["--days"] ?? 0, 0), 3650)
    let source = MockData.source(days: Int(days))
    if flags.contains("--stale") { source.now = source.now.advanced(by: 3 * 86_400_000) }
    return source
}

/// Writes what the arguments say, if the page has a field for it.
@MainActor func type(on page: any Page) {
    guard let text = texts["--type"], !text.isEmpty, page.textFocus(in: context, now: now) != nil else { return }
    _ = page.text(.insert(text), context: context, now: now)
}

/// Has a page read all that it wants to read, and do what the arguments ask for.
@MainActor func settle(_ page: any StressPage) {
    page.appeared(now: now)
    var steps = 0
    while steps < 10_000, page.nextTask(after: now) != nil, numbers["--at"] ?? -1 < 0 {
        _ = page.performTask(context: context, now: now)
        steps += 1
    }
    for _ in 0..<Int(min(max(numbers["--focus"] ?? 0, 0), 1000)) { _ = page.key(.tab, context: context, now: now) }
    type(on: page)
    let point = (texts["--pointer"] ?? "").split(separator: ",").compactMap { Double($0) }
    if point.count == 2 {
        _ = page.pointer(.move(Point(x: point[0], y: point[1])), context: context, now: now)
    }
    let distance = numbers["--scroll"] ?? 0
    if distance != 0 {
        _ = page.pointer(.scroll(dy: distance, source: .finger, isFinal: false), context: context, now: now)
    }
}

let page: any Page
switch names[0] {
case "home":
    let home = HomePage(makeSource())
    settle(home)
    page = home
case "flash":
    var menu = FlashMenu()
    if let text = texts["--exercise"], !text.isEmpty {
        do {
            menu.exercises.append(try Exercise(text: text))
        } catch {
            quit("\(error)")
        }
    }
    let flash = FlashPage(makeSource(), menu: menu)
    if let seconds = numbers["--at"], (0...1e6).contains(seconds) {
        flash.start(0, now: start)
        now = start + UInt64(seconds * 1e9)
    }
    settle(flash)
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
    settle(growth)
    page = growth
case "page":
    let generic = DemoListPage()
    generic.appeared(now: now)
    let layout = ListLayout(context, depth: 0, head: context.role == .page ? .actions : .nothing, rowCount: 240)
    func press(_ point: Point) {
        _ = generic.pointer(.press(point), context: context, now: now)
        _ = generic.pointer(.release(point), context: context, now: now)
    }
    for row in [1, 2, 4] { press(layout.row(row).center) }
    if let seconds = numbers["--at"], seconds >= 0, let row = layout.action(1) {
        press(row.center)
        now = start + UInt64(seconds * 1e9)
    }
    func scroll() {
        let distance = numbers["--scroll"] ?? 0
        _ = generic.pointer(.scroll(dy: distance, source: .finger, isFinal: false), context: context, now: now)
    }
    if let route = texts["--route"], !route.isEmpty {
        context.route = route.split(separator: "/").map(String.init)
        context.transition = Transition(duration: 1_000_000_000, curve: .linear)
        generic.routeChanged(context: context, now: now)
        now += UInt64((numbers["--slide"] ?? 1) * 1e9)
    }
    scroll()
    type(on: generic)
    page = generic
case "document":
    let loop = try EventLoop()
    let source: any DocumentSource
    if let line = texts["--command"], !line.isEmpty {
        source = CommandSource(command: line, loop: loop)
    } else {
        source = FileSource(path: texts["--file"] ?? "", loop: loop)
    }
    let document = DocumentPage(source: source)
    document.appeared(now: now)
    while source.content == nil { try loop.runOnce() }
    document.documentChanged()
    let distance = numbers["--scroll"] ?? 0
    _ = document.pointer(.scroll(dy: distance, source: .finger, isFinal: false), context: context, now: now)
    page = document
default:
    quit("no page is called \(names[0])")
}
page.drawFull(on: canvas, context: context, now: now)
guard bitmap.writePNG(to: names[1]) else { quit("cannot write \(names[1])") }
