// SPDX-License-Identifier: MIT

import Glibc
import IconRaster
import Posix

exit(
    RasterServer(input: FileDescriptor(owning: STDIN_FILENO), output: FileDescriptor(owning: STDOUT_FILENO)).run()
        ? 0 : 1)
