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
            "font", value: "families",
            "Draw a text and an icon, print the first installed family of a comma-separated list, and exit; for tabctl doctor."
        )
    ]
).documented(seeAlso: ["tabshell-panel(1)"]).main { values in
    // One thread of librsvg: its threads reserve more address space than they use.
    setEnvironmentVariable("RAYON_NUM_THREADS", "1")
    reduceMemoryRetention()
    // Libraries print when a variable asks for it (FC_DEBUG, RSVG_LOG): not between the replies.
    let output = FileDescriptor(
        owning: try systemCall("fcntl") { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) })
    dup2(STDERR_FILENO, STDOUT_FILENO)
    // A confined child reads the files, as these may be anybody's.
    endWithParent()
    let isComplete =
        if let families = values.value("font") {
            try Rasterizer.rehearse(families, output)
        } else {
            try Rasterizer.serve(FileDescriptor(owning: STDIN_FILENO), output)
        }
    exit(isComplete ? 0 : 1)
}
