// SPDX-License-Identifier: MIT
import CommandLineKit
import Glibc
import IconRaster
import Posix
import Sandbox

CommandSpec(
    "tabshell-raster", "Rasterizes icons and texts for tabshell-panel, which starts this program.",
    discussion: """
        A request is a line on standard input, "icon WIDTH HEIGHT PATH" or "text SIZE WEIGHT MAXIMUM-WIDTH FAMILIES", a \
        tab and the string.
        """
).documented(seeAlso: ["tabshell-panel(1)"]).main { _ in
    // One thread of librsvg: its threads reserve more address space than they use.
    setEnvironmentVariable("RAYON_NUM_THREADS", "1")
    reduceMemoryRetention()
    // Icons and fonts may be anybody's. A picture takes milliseconds, and a few megabytes beside the libraries.
    Sandbox.enter(Sandbox.Limits(processorTime: 5, memory: 512 << 20))
    exit(
        RasterServer(input: FileDescriptor(owning: STDIN_FILENO), output: FileDescriptor(owning: STDOUT_FILENO)).run()
            ? 0 : 1)
}
