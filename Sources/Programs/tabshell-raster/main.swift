// SPDX-License-Identifier: MIT

import Glibc
import IconRaster

exit(RasterServer(input: STDIN_FILENO, output: STDOUT_FILENO).run() ? 0 : 1)
