#include "CScriptedClock.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic uint64_t *scripted;

__attribute__((constructor)) static void attach(void) {
    const char *path = getenv(SCRIPTED_CLOCK_VARIABLE);
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *scripted, PROT_READ, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) scripted = memory;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    uint64_t now = scripted && clock == CLOCK_MONOTONIC ? atomic_load(scripted) : 0;
    if (now == 0) return (int)syscall(SYS_clock_gettime, clock, time);
    time->tv_sec = (time_t)(now / 1000000000);
    time->tv_nsec = (long)(now % 1000000000);
    return 0;
}
