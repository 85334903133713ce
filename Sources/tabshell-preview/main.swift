// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import Glibc
import PageKit
import Pages

let usage = """
    usage: tabshell-preview home|flash|growth OUT.png [--width W] [--height H] [--scale S] [--text-scale T] [--dark]
                            [--at SECONDS] [--scroll PIXELS] [--empty]

    Draws one page to a file. --at shows the Flash page that long after an exercise was started, --scroll turns the
    Growth page's list, --empty leaves out the made-up measurements.
    """

func quit(_ message: String) -> Never {
    let line = message + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(2)
}

var arguments = CommandLine.arguments.dropFirst()
var names: [String] = []
var numbers = ["--width": 428.0, "--height": 800, "--scale": 1, "--text-scale": 1, "--at": -1, "--scroll": 0]
var flags: Set<String> = []
while let argument = arguments.popFirst() {
    if numbers[argument] != nil {
        guard let number = arguments.popFirst().flatMap(Double.init) else { quit("\(argument) takes a number") }
        numbers[argument] = number
    } else if ["--dark", "--empty"].contains(argument) {
        flags.insert(argument)
    } else if argument.hasPrefix("-") {
        quit(usage)
    } else {
        names.append(argument)
    }
}
guard names.count == 2 else { quit(usage) }

let context = PageContext(
    size: Size(width: numbers["--width"] ?? 0, height: numbers["--height"] ?? 0), scale: numbers["--scale"] ?? 1,
    textScale: numbers["--text-scale"] ?? 1, appearance: flags.contains("--dark") ? .dark : .light)
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
default:
    quit("no page is called \(names[0])")
}
page.drawWhole(on: canvas, context: context, now: now)
guard bitmap.writePNG(to: names[1]) else { quit("cannot write \(names[1])") }
