#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <sched.h>

int cts_pin(pid_t pid, int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    // The kernel leaves out missing cores.
    for (int each = 0; each < CPU_SETSIZE; each++) {
        if (core < 0 || each == core) CPU_SET(each, &cores);
    }
    return sched_setaffinity(pid, sizeof cores, &cores) == 0 ? 0 : -errno;
}

int cts_core(int index) {
    cpu_set_t cores;
    int last = 0;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 0;
    for (int each = 0; each < CPU_SETSIZE && index >= 0; each++) {
        if (!CPU_ISSET(each, &cores)) continue;
        last = each;
        index--;
    }
    return last;
}
