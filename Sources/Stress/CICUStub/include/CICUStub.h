// SPDX-License-Identifier: MIT
// Empty data for the ICU in Foundation, which the database library links. A static executable that defines this symbol
// does not take the 34 MB of locales, calendars and converters from Foundation's library; nothing here uses them. Where
// Foundation's ICU is of another version, the symbol has another name and this one only adds to the size.
#ifndef CICUSTUB_H
#define CICUSTUB_H

#include <stdint.h>

struct cicu_common_data {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t info_size, reserved;
    uint8_t is_big_endian, charset, size_of_uchar, padding;
    uint8_t format[4], format_version[4], data_version[4];
    uint64_t alignment;
    uint32_t item_count, item_padding;
};

extern const struct cicu_common_data icudt76_dat;

#endif
