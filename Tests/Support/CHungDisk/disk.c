#define _GNU_SOURCE
#include "CHungDisk.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_for_disk(void) {
    const char *hold = getenv(HUNG_DISK_VARIABLE);
    while (hold && access(hold, F_OK) == 0) usleep(500);
}

// SQLite's way to read.
ssize_t pread64(int descriptor, void *buffer, size_t size, off64_t offset) {
    wait_for_disk();
    return (ssize_t)syscall(SYS_pread64, descriptor, buffer, size, offset);
}

int rename(const char *path, const char *new_path) {
    wait_for_disk();
    return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, new_path, 0);
}

long syscall(long number, ...) {
    static long (*real)(long, ...);
    if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_pidfd_send_signal && getenv(UNKILLABLE_VARIABLE)) return 0;
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

// The signals to process groups.
int kill(pid_t pid, int signal) {
    static int (*real)(pid_t, int);
    if (!real) real = (int (*)(pid_t, int))dlsym(RTLD_NEXT, "kill");
    if (pid < 0 && getenv(UNKILLABLE_VARIABLE)) return 0;
    return real(pid, signal);
}
