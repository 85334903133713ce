// SPDX-License-Identifier: MIT
// The static library, so that no program loads another library at its start; the zlib that it needs is Cairo's, too.
#include <minizip/unzip.h>
