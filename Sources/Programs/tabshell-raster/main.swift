// SPDX-License-Identifier: MIT

import Glibc
import IconRaster
import Posix

if CommandLine.arguments.count > 1 {
    let isHelp = ["-h", "--help"].contains(CommandLine.arguments[1])
    let text = """
        Usage: tabshell-raster < requests > masks

        Rasterizes icons and texts for tabshell-panel, which starts this program. It takes no options: a request is a line on
        standard input, "icon WIDTH HEIGHT PATH" or "text SIZE WEIGHT MAXIMUM-WIDTH FAMILIES", a tab and the string.

        """
    try? writeAll(Array(text.utf8), to: isHelp ? STDOUT_FILENO : STDERR_FILENO)
    exit(isHelp ? 0 : 2)
}
exit(
    RasterServer(input: FileDescriptor(owning: STDIN_FILENO), output: FileDescriptor(owning: STDOUT_FILENO)).run()
        ? 0 : 1)
