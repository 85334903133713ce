// SPDX-License-Identifier: MIT
// Makes the n-th system call of a program fail. A test builds this library and preloads it (LD_PRELOAD) into a real
// program; both map the file that FAULT_FILE names, by which the test chooses the call and learns what happened.
//
// Only the errors are injected that the kernel gives for a call, so each error has its own count: the n-th call that
// can fail with EMFILE is another than the n-th that can fail with EINTR.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The content of FAULT_FILE, which FaultControl.swift reads and writes.
struct control {
    _Atomic int32_t armed;   // calls are counted
    _Atomic int32_t target;  // the call that fails, from 1; 0 for none
    _Atomic int32_t error;   // its errno
    _Atomic int32_t count;   // the calls so far that can fail so
    _Atomic int32_t failed;  // the number of failed calls
    char name[44];           // the call that failed
};

static struct control *control;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("FAULT_FILE"), *wanted = getenv("FAULT_PROGRAM");
    char own[4096];
    long length = syscall(SYS_readlink, "/proc/self/exe", own, sizeof own - 1);
    if (!path || !wanted || length <= 0) return;
    own[length] = 0;
    const char *slash = strrchr(own, '/');
    if (strcmp(slash ? slash + 1 : own, wanted) != 0) return;
    long file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *memory = (void *)syscall(SYS_mmap, NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    if (memory != MAP_FAILED) control = memory;
}

// Counts a call that can fail with the given errors (ended by 0). Returns the error to fail with, or 0.
static int fails(const char *name, const int *errors) {
    if (!control || !control->armed) return 0;
    int wanted = control->error;
    for (; *errors != wanted; errors++) {
        if (*errors == 0) return 0;
    }
    if (atomic_fetch_add(&control->count, 1) + 1 != control->target) return 0;
    strncpy(control->name, name, sizeof control->name - 1);
    control->failed++;
    return wanted;
}

#define ERRORS(...) ((const int[]){__VA_ARGS__, 0})
#define FAIL(value, ...)                                   \
    do {                                                   \
        int error = fails(__func__, ERRORS(__VA_ARGS__)); \
        if (error) {                                       \
            errno = error;                                 \
            return value;                                  \
        }                                                  \
    } while (0)
static void *next_function(void **known, const char *name) {
    if (!*known) *known = dlsym(RTLD_NEXT, name);
    return *known;
}
// The function of the C library.
#define NEXT(name)                                            \
    ({                                                        \
        static void *known;                                   \
        (typeof(&name))next_function(&known, #name);          \
    })

// True if reading or writing may have to wait, and fails instead. A regular file, in which one can seek, never waits.
static int is_non_blocking(int file) {
    return (syscall(SYS_fcntl, file, F_GETFL) & O_NONBLOCK) != 0 && syscall(SYS_lseek, file, 0, SEEK_CUR) < 0;
}

#define OPEN_MODE(mode, flags)                  \
    mode_t mode = 0;                            \
    if ((flags) & (O_CREAT | O_TMPFILE)) {      \
        va_list rest;                           \
        va_start(rest, flags);                  \
        mode = va_arg(rest, mode_t);            \
        va_end(rest);                           \
    }

#define OPEN_FAILS(flags)                                                   \
    do {                                                                    \
        if ((flags) & O_CREAT) FAIL(-1, EMFILE, EINTR, ENOMEM, EACCES, ENOSPC); \
        else FAIL(-1, EMFILE, EINTR, ENOMEM, EACCES);                       \
    } while (0)

int open(const char *path, int flags, ...) {
    OPEN_MODE(mode, flags)
    OPEN_FAILS(flags);
    return NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    OPEN_MODE(mode, flags)
    OPEN_FAILS(flags);
    return NEXT(open64)(path, flags, mode);
}

int openat(int at, const char *path, int flags, ...) {
    OPEN_MODE(mode, flags)
    OPEN_FAILS(flags);
    return NEXT(openat)(at, path, flags, mode);
}

DIR *opendir(const char *path) {
    FAIL(NULL, EMFILE, ENOMEM, EACCES);
    return NEXT(opendir)(path);
}

ssize_t read(int file, void *bytes, size_t count) {
    if (is_non_blocking(file)) FAIL(-1, EINTR, EAGAIN);
    else FAIL(-1, EINTR);
    return NEXT(read)(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
    // What is written on standard error is the sentence that the test waits for.
    if (file != STDERR_FILENO) {
        if (is_non_blocking(file)) FAIL(-1, EINTR, EAGAIN, ENOSPC);
        else FAIL(-1, EINTR, ENOSPC);
    }
    return NEXT(write)(file, bytes, count);
}

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
    FAIL(-1, EINTR, EAGAIN, ENOMEM);
    return NEXT(send)(socket, bytes, count, flags);
}

ssize_t sendto(int socket, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t length) {
    FAIL(-1, EINTR, EAGAIN, ENOMEM);
    return NEXT(sendto)(socket, bytes, count, flags, to, length);
}

ssize_t recv(int socket, void *bytes, size_t count, int flags) {
    FAIL(-1, EINTR, EAGAIN, ENOMEM);
    return NEXT(recv)(socket, bytes, count, flags);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    FAIL(-1, EINTR, EAGAIN);
    return NEXT(sendmsg)(socket, message, flags);
}

ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
    FAIL(-1, EINTR, EAGAIN);
    return NEXT(recvmsg)(socket, message, flags);
}

int fsync(int file) {
    FAIL(-1, EINTR, ENOSPC);
    return NEXT(fsync)(file);
}

int fdatasync(int file) {
    FAIL(-1, EINTR, ENOSPC);
    return NEXT(fdatasync)(file);
}

int rename(const char *from, const char *to) {
    FAIL(-1, EACCES, ENOSPC, ENOMEM);
    return NEXT(rename)(from, to);
}

int unlink(const char *path) {
    FAIL(-1, EACCES, ENOMEM);
    return NEXT(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
    FAIL(-1, EACCES, ENOSPC, ENOMEM);
    return NEXT(mkdir)(path, mode);
}

int stat(const char *restrict path, struct stat *restrict status) {
    FAIL(-1, EACCES, ENOMEM);
    return NEXT(stat)(path, status);
}

int lstat(const char *restrict path, struct stat *restrict status) {
    FAIL(-1, EACCES, ENOMEM);
    return NEXT(lstat)(path, status);
}

int access(const char *path, int mode) {
    FAIL(-1, EACCES, ENOMEM);
    return NEXT(access)(path, mode);
}

int flock(int file, int operation) {
    FAIL(-1, EINTR, ENOMEM);
    return NEXT(flock)(file, operation);
}

int socket(int domain, int type, int protocol) {
    FAIL(-1, EMFILE, ENOMEM, EACCES);
    return NEXT(socket)(domain, type, protocol);
}

int connect(int socket, const struct sockaddr *to, socklen_t length) {
    FAIL(-1, EAGAIN, EINTR, EACCES);
    return NEXT(connect)(socket, to, length);
}

int bind(int socket, const struct sockaddr *to, socklen_t length) {
    FAIL(-1, EACCES, ENOMEM, ENOSPC);
    return NEXT(bind)(socket, to, length);
}

int accept4(int socket, struct sockaddr *restrict from, socklen_t *restrict length, int flags) {
    FAIL(-1, EMFILE, EINTR, EAGAIN, ENOMEM);
    return NEXT(accept4)(socket, from, length, flags);
}

int epoll_create1(int flags) {
    FAIL(-1, EMFILE, ENOMEM);
    return NEXT(epoll_create1)(flags);
}

int epoll_ctl(int epoll, int operation, int file, struct epoll_event *event) {
    if (operation == EPOLL_CTL_ADD) FAIL(-1, ENOSPC, ENOMEM);
    return NEXT(epoll_ctl)(epoll, operation, file, event);
}

int epoll_pwait2(
    int epoll, struct epoll_event *events, int count, const struct timespec *timeout, const sigset_t *signals) {
    FAIL(-1, EINTR);
    return NEXT(epoll_pwait2)(epoll, events, count, timeout, signals);
}

int poll(struct pollfd *files, nfds_t count, int timeout) {
    FAIL(-1, EINTR, ENOMEM);
    return NEXT(poll)(files, count, timeout);
}

int signalfd(int file, const sigset_t *signals, int flags) {
    FAIL(-1, EMFILE, ENOMEM);
    return NEXT(signalfd)(file, signals, flags);
}

int inotify_init1(int flags) {
    FAIL(-1, EMFILE, ENOMEM);
    return NEXT(inotify_init1)(flags);
}

int inotify_add_watch(int file, const char *path, uint32_t mask) {
    FAIL(-1, EACCES, ENOMEM, ENOSPC);
    return NEXT(inotify_add_watch)(file, path, mask);
}

int memfd_create(const char *name, unsigned int flags) {
    FAIL(-1, EMFILE, ENOMEM);
    return NEXT(memfd_create)(name, flags);
}

int ftruncate(int file, off_t size) {
    FAIL(-1, EINTR, ENOSPC);
    return NEXT(ftruncate)(file, size);
}

int ftruncate64(int file, off64_t size) {
    FAIL(-1, EINTR, ENOSPC);
    return NEXT(ftruncate64)(file, size);
}

void *mmap(void *where, size_t size, int protection, int flags, int file, off_t offset) {
    // Anonymous memory is the allocator's, whose failures no program survives.
    if (!(flags & MAP_ANONYMOUS)) FAIL(MAP_FAILED, ENOMEM, EACCES);
    return (void *)syscall(SYS_mmap, where, size, protection, flags, file, offset);
}

void *mmap64(void *where, size_t size, int protection, int flags, int file, off64_t offset) {
    if (!(flags & MAP_ANONYMOUS)) FAIL(MAP_FAILED, ENOMEM, EACCES);
    return (void *)syscall(SYS_mmap, where, size, protection, flags, file, offset);
}

int pipe2(int ends[2], int flags) {
    FAIL(-1, EMFILE);
    return NEXT(pipe2)(ends, flags);
}

int posix_spawn(
    pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict]) {
    int error = fails(__func__, ERRORS(EAGAIN, ENOMEM, EACCES));
    return error ? error : NEXT(posix_spawn)(pid, path, actions, attributes, arguments, environment);
}

int fcntl(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) FAIL(-1, EMFILE);
    return NEXT(fcntl)(file, command, argument);
}

int fcntl64(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) FAIL(-1, EMFILE);
    return NEXT(fcntl64)(file, command, argument);
}

long syscall(long number, ...) {
    static void *known;
    va_list rest;
    va_start(rest, number);
    long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long), d = va_arg(rest, long);
    long e = va_arg(rest, long), f = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_pidfd_open) FAIL(-1, EMFILE, ENOMEM);
    return ((long (*)(long, ...))next_function(&known, "syscall"))(number, a, b, c, d, e, f);
}
