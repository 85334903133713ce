// SPDX-License-Identifier: MIT
#include <zlib.h>

/// Starts to inflate a stream without a header, as a zip file holds it (`inflateInit2` is a macro).
static inline int czlib_inflate_raw(z_stream *stream) { return inflateInit2(stream, -15); }
