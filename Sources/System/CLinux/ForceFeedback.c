#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// The number of EVIOCSFF contains this size.
_Static_assert(sizeof(struct ff_effect) == (sizeof(void *) == 8 ? 48 : 44), "ff_effect is not the kernel's");
_Static_assert(FF_RUMBLE <= FF_MAX && EV_FF <= EV_MAX, "the bit sets below are too small");

// The kernel fills whole words of the size of a long.
enum { word_bits = 8 * sizeof(unsigned long) };
#define WORDS(bits) (((bits) + word_bits - 1) / word_bits)

static int has_bit(const unsigned long *set, int bit) { return set[bit / word_bits] >> (bit % word_bits) & 1; }

int clinux_is_motor(int device) {
    unsigned long types[WORDS(EV_CNT)] = {0};
    unsigned long effects[WORDS(FF_CNT)] = {0};
    if (ioctl(device, EVIOCGBIT(0, sizeof types), types) < 0) return -1;
    if (!has_bit(types, EV_FF) || has_bit(types, EV_KEY)) return 0;
    if (ioctl(device, EVIOCGBIT(EV_FF, sizeof effects), effects) < 0) return -1;
    return has_bit(effects, FF_RUMBLE);
}

int clinux_upload_rumble(int device, uint16_t magnitude, uint16_t length) {
    struct ff_effect effect;
    memset(&effect, 0, sizeof effect);
    effect.type = FF_RUMBLE;
    effect.id = -1;
    effect.replay.length = length;
    // A driver with one motor uses the strong magnitude, one with only a light motor the weak one.
    effect.u.rumble.strong_magnitude = magnitude;
    effect.u.rumble.weak_magnitude = magnitude;
    return ioctl(device, EVIOCSFF, &effect) < 0 ? -1 : effect.id;
}

int clinux_play_effect(int device, int effect) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = EV_FF;
    event.code = (uint16_t)effect;
    event.value = 1;
    ssize_t count = write(device, &event, sizeof event);
    if (count >= 0 && (size_t)count != sizeof event) errno = EIO;
    return count == (ssize_t)sizeof event ? 0 : -1;
}

int clinux_remove_effect(int device, int effect) { return ioctl(device, EVIOCRMFF, (long)effect); }
