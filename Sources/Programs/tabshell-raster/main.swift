// SPDX-License-Identifier: MIT

import Glibc
import IconRaster
import Posix

let server = RasterServer(input: FileDescriptor(owning: STDIN_FILENO), output: FileDescriptor(owning: STDOUT_FILENO))
exit(server.run() ? 0 : 1)
