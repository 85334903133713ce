#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

// The report of the child before execve; writes of this size are atomic.
struct report {
    uint64_t time;
    int failure;
};

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static bool adopt(int from, int to) {
    // dup2 onto itself would leave close-on-exec set.
    return from == to ? fcntl(from, F_SETFD, 0) == 0 : dup2(from, to) == to;
}

// Runs in the child, where other threads' locks may be held for ever: system calls only.
static void become(const struct cts_spawn *how, int report, bool tied) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (syscall(SYS_close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) return;
    if (how->pass >= 0 && fcntl(how->pass, F_SETFD, 0) != 0) return;
    if (!adopt(how->input, 0) || !adopt(how->output, 1) || !adopt(how->error, 2)) return;
    if (how->drop) {
        gid_t group = (gid_t)how->uid;
        if (syscall(SYS_setgroups, 0, NULL) != 0) return;
        if (syscall(SYS_setresgid, group, group, group) != 0) return;
        if (syscall(SYS_setresuid, how->uid, how->uid, how->uid) != 0) return;
    }
    // After the change of user, which would undo it.
    if (tied && prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) return;
    if (how->directory && chdir(how->directory) != 0) return;
    struct report started = {.time = now()};
    if (write(report, &started, sizeof started) != sizeof started) return;
    execve(how->path, how->arguments, how->environment);
}

pid_t cts_spawn(const struct cts_spawn *how, uint64_t *started) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) return -errno;
    // Linux sends that signal when the thread ends that forked; only the main thread ends with the process.
    bool tied = getpid() == syscall(SYS_gettid);
    pid_t pid = fork();
    if (pid == 0) {
        become(how, report[1], tied);
        struct report failed = {.failure = errno};
        ssize_t written = write(report[1], &failed, sizeof failed);
        _exit(written == sizeof failed ? 127 : 126);
    }
    int failure = pid < 0 ? errno : 0;
    close(report[1]);
    // The pipe ends by close-on-exec, after one report of the start, or with one of a failure.
    struct report said = {0}, each;
    while (pid > 0 && !said.failure) {
        ssize_t count = read(report[0], &each, sizeof each);
        if (count < 0 && errno == EINTR) continue;
        if (count != sizeof each) break;
        said = each;
    }
    close(report[0]);
    if (pid < 0) return -failure;
    if (said.failure) {
        waitpid(pid, NULL, 0);
        return -said.failure;
    }
    if (started) *started = said.time;
    return pid;
}

int cts_wait(pid_t pid, int timeout, int *status, struct rusage *usage) {
    int handle = (int)syscall(SYS_pidfd_open, pid, 0);
    uint64_t start = now();
    // Another test may have taken all descriptors of this process.
    while (handle < 0 && errno == EMFILE) {
        poll(NULL, 0, 5);
        handle = (int)syscall(SYS_pidfd_open, pid, 0);
    }
    if (handle < 0) return -errno;
    struct pollfd watched = {.fd = handle, .events = POLLIN};
    int ready;
    for (;;) {
        int64_t passed = (int64_t)((now() - start) / 1000000);
        int left = timeout < 0 ? -1 : passed >= timeout ? 0 : (int)(timeout - passed);
        ready = poll(&watched, 1, left);
        if (ready >= 0 || errno != EINTR) break;
    }
    int failure = ready < 0 ? errno : 0;
    close(handle);
    if (ready < 0) return -failure;
    if (ready == 0) return 0;
    return wait4(pid, status, 0, usage) == pid ? 1 : -errno;
}
