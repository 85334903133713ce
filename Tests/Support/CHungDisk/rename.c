// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CHungDisk.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int rename(const char *path, const char *new_path) {
    const char *hold = getenv(HUNG_DISK_VARIABLE);
    while (hold && access(hold, F_OK) == 0) usleep(500);
    return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, new_path, 0);
}
