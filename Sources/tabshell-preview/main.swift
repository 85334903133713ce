// SPDX-License-Identifier: MIT

import Canvas
import DocumentSource
import DocumentText
import EventLoop
import Geometry
import Glibc
import PageKit
import Pages
import TabModel

let usage = """
    usage: tabshell-preview home|flash|growth|page|document OUT.png [--width W] [--height H] [--scale S] [--text-scale T] [--dark]
                            [--inset-top P] [--inset-leading P] [--inset-bottom P] [--inset-trailing P]
                            [--at SECONDS] [--scroll PIXELS] [--empty]
                            [--title T] [--route WORDS] [--role page|search|compose] [--slide SHARE] [--accent RRGGBB]
                            [--file PATH] [--command LINE]

    Draws one page to a file. --at shows the Flash page that long after an exercise was started, or the generic page that
    long after a recording was; --scroll turns a list, --empty leaves out the made-up measurements. The rest is for the
    generic page: --route says where in it one is, and --slide how far one has come there from the level above.
    """

func quit(_ message: String) -> Never {
    let line = message + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(2)
}

var arguments = CommandLine.arguments.dropFirst()
var names: [String] = []
var numbers = ["--width": 428.0, "--height": 800, "--scale": 1, "--text-scale": 1, "--at": -1, "--scroll": 0]
for edge in ["top", "leading", "bottom", "trailing"] { numbers["--inset-\(edge)"] = 0 }
numbers["--slide"] = 1
var texts = ["--title": "Chat", "--route": "", "--role": "page", "--accent": "", "--file": "", "--command": ""]
var flags: Set<String> = []
while let argument = arguments.popFirst() {
    if numbers[argument] != nil {
        guard let number = arguments.popFirst().flatMap(Double.init) else { quit("\(argument) takes a number") }
        numbers[argument] = number
    } else if texts[argument] != nil {
        texts[argument] = arguments.popFirst()
    } else if ["--dark", "--empty"].contains(argument) {
        flags.insert(argument)
    } else if argument.hasPrefix("-") {
        quit(usage)
    } else {
        names.append(argument)
    }
}
guard names.count == 2 else { quit(usage) }

let appearance = flags.contains("--dark") ? Appearance.dark : .light
var palette = Look().palette(appearance)
if let accent = RGBA(text: "#" + (texts["--accent"] ?? "")) { palette[.accent] = accent }
let others = ["agent": "Agent", "settings": "Settings"].map { id, title in
    Tab(id: TabID(rawValue: id), title: title, icon: "", spokenLabel: "", spokenHint: "")
}
var context = PageContext(
    size: Size(width: numbers["--width"] ?? 0, height: numbers["--height"] ?? 0), scale: numbers["--scale"] ?? 1,
    textScale: numbers["--text-scale"] ?? 1, appearance: appearance, palette: palette,
    insets: PageInsets(
        top: numbers["--inset-top"] ?? 0, leading: numbers["--inset-leading"] ?? 0,
        bottom: numbers["--inset-bottom"] ?? 0, trailing: numbers["--inset-trailing"] ?? 0),
    tab: "preview", title: texts["--title"] ?? "", role: texts["--role"].flatMap(TabRole.init) ?? .page, tabs: others)
let bitmap = Bitmap(
    format: .argb32, width: Int(context.size.width * context.scale), height: Int(context.size.height * context.scale))
let canvas = Canvas(bitmap: bitmap, scale: context.scale)
let data = flags.contains("--empty") ? StressData(week: []) : MockData.make()
let start: UInt64 = 1_000_000_000
var now = start

let page: any Page
switch names[0] {
case "home":
    page = HomePage(data: data)
case "flash":
    let flash = FlashPage()
    if let seconds = numbers["--at"], seconds >= 0 {
        flash.start(0, now: start)
        now = start + UInt64(seconds * 1e9)
    }
    page = flash
case "growth":
    page = GrowthPage(data: data)
    let distance = numbers["--scroll"] ?? 0
    _ = page.pointer(.scroll(dy: distance, source: .finger, isFinal: false), context: context, now: now)
case "page":
    let generic = GenericPage()
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
page.drawWhole(on: canvas, context: context, now: now)
guard bitmap.writePNG(to: names[1]) else { quit("cannot write \(names[1])") }
