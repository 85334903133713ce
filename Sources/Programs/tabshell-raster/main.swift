// SPDX-License-Identifier: MIT
import CommandLineKit
import Glibc
import IconRaster
import Posix

CommandSpec(
    "tabshell-raster", "Rasterizes icons and texts for tabshell-panel, which starts this program.",
    discussion: """
        A request is a line on standard input, "icon WIDTH HEIGHT PATH" or "text SIZE WEIGHT MAXIMUM-WIDTH FAMILIES", a \
        tab and the string.
        """,
    options: [
        .init(
            "font", value: "families", "Print the installed one of some font families, separated by commas, and exit.")
    ]
).documented(seeAlso: ["tabshell-panel(1)"]).main { values in
    // One thread of librsvg: its threads reserve more address space than they use.
    setEnvironmentVariable("RAYON_NUM_THREADS", "1")
    reduceMemoryRetention()
    var input = STDIN_FILENO
    if let families = values.value("font") {
        let pipe = try Pipe().take()
        try writeAll(Array("font \(families)\n".utf8), to: pipe.writeEnd)
        close(pipe.writeEnd)
        input = pipe.readEnd
    }
    // A confined child reads the files, as these may be anybody's.
    endWithParent()
    let isComplete = try Rasterizer.serve(FileDescriptor(owning: input), FileDescriptor(owning: STDOUT_FILENO))
    exit(isComplete ? 0 : 1)
}
