#include "CTestSupport.h"

#include <stdlib.h>
#include <string.h>

void cts_copy_rows(uint32_t *target, const void *source, size_t width, size_t height, size_t stride) {
    for (size_t y = 0; y < height; y++) memcpy(target + y * width, (const char *)source + y * stride, 4 * width);
}

bool cts_equal_rows(const uint32_t *packed, const void *rows, size_t width, size_t height, size_t stride) {
    for (size_t y = 0; y < height; y++)
        if (memcmp(packed + y * width, (const char *)rows + y * stride, 4 * width) != 0) return false;
    return true;
}

void cts_pack(uint8_t *target, const uint8_t *source, size_t width, size_t height, size_t stride) {
    for (size_t y = 0; y < height; y++)
        for (const uint8_t *pixel = source + y * stride; pixel < source + y * stride + 4 * width; pixel += 4) {
            *target++ = pixel[2];
            *target++ = pixel[1];
            *target++ = pixel[0];
        }
}

size_t cts_differing(const uint8_t *one, const uint8_t *other, size_t pixels, int tolerance) {
    size_t count = 0;
    for (size_t at = 0; at < 3 * pixels; at += 3)
        count += abs(one[at] - other[at]) > tolerance || abs(one[at + 1] - other[at + 1]) > tolerance
            || abs(one[at + 2] - other[at + 2]) > tolerance;
    return count;
}

ptrdiff_t cts_first_difference(const uint8_t *one, const uint8_t *other, size_t count, int tolerance) {
    for (size_t at = 0; at < count; at++)
        if (abs(one[at] - other[at]) > tolerance) return (ptrdiff_t)at;
    return -1;
}

bool cts_inked_rows(
    const uint8_t *pixels, size_t width, size_t height, size_t from, size_t to, long *first, long *last) {
    *first = -1;
    for (size_t y = 0; y < height; y++)
        for (size_t x = from; x < to; x++) {
            if (memcmp(pixels + 4 * (y * width + x), pixels, 3) == 0) continue;
            if (*first < 0) *first = (long)y;
            *last = (long)y;
            break;
        }
    return *first >= 0;
}

bool cts_opaque(const uint32_t *pixels, size_t count) {
    for (size_t at = 0; at < count; at++)
        if (pixels[at] >> 24 < 0xFF) return false;
    return true;
}
