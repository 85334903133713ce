#include "CTestSupport.h"

#include <stdlib.h>

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

bool cts_opaque(const uint32_t *pixels, size_t count) {
    for (size_t at = 0; at < count; at++)
        if (pixels[at] >> 24 < 0xFF) return false;
    return true;
}
