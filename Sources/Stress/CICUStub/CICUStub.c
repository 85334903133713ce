// SPDX-License-Identifier: MIT
#include "CICUStub.h"

// The layout of ICU's common data (struct DataHeader, then a table of contents), with an empty table.
const struct cicu_common_data icudt76_dat = {
    .header_size = 32,
    .magic = {0xDA, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .size_of_uchar = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
};
