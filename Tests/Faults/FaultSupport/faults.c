// Makes the n-th system call of a program fail. A test builds this library and preloads it (LD_PRELOAD) into a real
// program; both map the file that FAULT_FILE names, through which the test chooses the call and reads the result.
//
// Only the errors are injected that the kernel gives for a call, so each error has its own count: the n-th call that
// can fail with EMFILE is another than the n-th that can fail with EINTR.
//
// A call that does not fail goes to the kernel at once, by an instruction of this file: looking up the C library's
// function would take the loader's lock and allocate memory, in a place where the caller may hold either.
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
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
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
// The time of day, s, which stands still: pictures that show it are compared. 0 for the real one.
static long wall_clock;

// A system call. Returns its result, or -errno.
static long raw(long number, long a, long b, long c, long d, long e, long f) {
#if defined __x86_64__
    long result;
    register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
#elif defined __aarch64__
    register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
#else
#error "add the instruction of this processor"
#endif
}

#define SELECT(_1, _2, _3, _4, _5, _6, _7, name, ...) name
#define RAW(...) SELECT(__VA_ARGS__, RAW6, RAW5, RAW4, RAW3, RAW2, RAW1)(__VA_ARGS__)
#define RAW1(number, a) raw(number, (long)(a), 0, 0, 0, 0, 0)
#define RAW2(number, a, b) raw(number, (long)(a), (long)(b), 0, 0, 0, 0)
#define RAW3(number, a, b, c) raw(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define RAW4(number, a, b, c, d) raw(number, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define RAW5(number, a, b, c, d, e) raw(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
#define RAW6(number, a, b, c, d, e, f) raw(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

// The result of a system call as the C library gives it.
static long finished(long result) {
    if (result >= 0 || result < -4095) return result;
    errno = (int)-result;
    return -1;
}
#define CALL(...) finished(RAW(__VA_ARGS__))

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("FAULT_FILE"), *wanted = getenv("FAULT_PROGRAM");
    char own[4096];
    long length = RAW(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", own, sizeof own - 1);
    if (!path || !wanted || length <= 0) return;
    own[length] = 0;
    const char *slash = strrchr(own, '/');
    if (strcmp(slash ? slash + 1 : own, wanted) != 0) return;
    long file = RAW(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    if (file < 0) return;
    long memory = RAW(SYS_mmap, NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    RAW(SYS_close, file);
    const char *seconds = getenv("FAULT_TIME");
    wall_clock = seconds ? atol(seconds) : 0;
    if (memory > 0 || memory < -4095) control = (struct control *)memory;
    // Its children are left alone.
    unsetenv("LD_PRELOAD");
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

// True if reading or writing may have to wait, and fails instead. A regular file, in which one can seek, never waits.
static int is_non_blocking(int file) {
    if (!control || !control->armed) return 0;
    return (RAW(SYS_fcntl, file, F_GETFL) & O_NONBLOCK) != 0 && RAW(SYS_lseek, file, 0, SEEK_CUR) < 0;
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
    return (int)CALL(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    OPEN_MODE(mode, flags)
    OPEN_FAILS(flags);
    return (int)CALL(SYS_openat, AT_FDCWD, path, flags, mode);
}

int openat(int at, const char *path, int flags, ...) {
    OPEN_MODE(mode, flags)
    OPEN_FAILS(flags);
    return (int)CALL(SYS_openat, at, path, flags, mode);
}

DIR *opendir(const char *path) {
    FAIL(NULL, EMFILE, ENOMEM, EACCES);
    int file = (int)CALL(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    return file < 0 ? NULL : fdopendir(file);
}

ssize_t read(int file, void *bytes, size_t count) {
    if (is_non_blocking(file)) FAIL(-1, EINTR, EAGAIN);
    else FAIL(-1, EINTR);
    return CALL(SYS_read, file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
    // The text on standard error is the sentence that the test waits for.
    if (file != STDERR_FILENO) {
        if (is_non_blocking(file)) FAIL(-1, EINTR, EAGAIN, ENOSPC);
        else FAIL(-1, EINTR, ENOSPC);
    }
    return CALL(SYS_write, file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    FAIL(-1, EINTR);
    return CALL(SYS_pread64, file, bytes, count, offset);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
    FAIL(-1, EINTR);
    return CALL(SYS_pread64, file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    FAIL(-1, EINTR, ENOSPC);
    return CALL(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    FAIL(-1, EINTR, ENOSPC);
    return CALL(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
    FAIL(-1, EINTR, EAGAIN, ENOMEM);
    return CALL(SYS_sendto, socket, bytes, count, flags, NULL, 0);
}

ssize_t sendto(int socket, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t length) {
    FAIL(-1, EINTR, EAGAIN, ENOMEM);
    return CALL(SYS_sendto, socket, bytes, count, flags, to, length);
}

ssize_t recv(int socket, void *bytes, size_t count, int flags) {
    FAIL(-1, EINTR, EAGAIN, ENOMEM);
    return CALL(SYS_recvfrom, socket, bytes, count, flags, NULL, NULL);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    FAIL(-1, EINTR, EAGAIN);
    return CALL(SYS_sendmsg, socket, message, flags);
}

ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
    FAIL(-1, EINTR, EAGAIN);
    return CALL(SYS_recvmsg, socket, message, flags);
}

int fsync(int file) {
    FAIL(-1, EINTR, ENOSPC);
    return (int)CALL(SYS_fsync, file);
}

int fdatasync(int file) {
    FAIL(-1, EINTR, ENOSPC);
    return (int)CALL(SYS_fdatasync, file);
}

int rename(const char *from, const char *to) {
    FAIL(-1, EACCES, ENOSPC, ENOMEM);
    return (int)CALL(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
    FAIL(-1, EACCES, ENOMEM);
    return (int)CALL(SYS_unlinkat, AT_FDCWD, path, 0);
}

int mkdir(const char *path, mode_t mode) {
    FAIL(-1, EACCES, ENOSPC, ENOMEM);
    return (int)CALL(SYS_mkdirat, AT_FDCWD, path, mode);
}

int stat(const char *restrict path, struct stat *restrict status) {
    FAIL(-1, EACCES, ENOMEM);
    return (int)CALL(SYS_newfstatat, AT_FDCWD, path, status, 0);
}

int lstat(const char *restrict path, struct stat *restrict status) {
    FAIL(-1, EACCES, ENOMEM);
    return (int)CALL(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

int access(const char *path, int mode) {
    FAIL(-1, EACCES, ENOMEM);
    return (int)CALL(SYS_faccessat, AT_FDCWD, path, mode);
}

int flock(int file, int operation) {
    FAIL(-1, EINTR, ENOMEM);
    return (int)CALL(SYS_flock, file, operation);
}

int socket(int domain, int type, int protocol) {
    FAIL(-1, EMFILE, ENOMEM, EACCES);
    return (int)CALL(SYS_socket, domain, type, protocol);
}

int connect(int socket, const struct sockaddr *to, socklen_t length) {
    FAIL(-1, EAGAIN, EINTR, EACCES);
    return (int)CALL(SYS_connect, socket, to, length);
}

int bind(int socket, const struct sockaddr *to, socklen_t length) {
    FAIL(-1, EACCES, ENOMEM, ENOSPC);
    return (int)CALL(SYS_bind, socket, to, length);
}

int accept4(int socket, struct sockaddr *restrict from, socklen_t *restrict length, int flags) {
    FAIL(-1, EMFILE, EINTR, EAGAIN, ENOMEM);
    return (int)CALL(SYS_accept4, socket, from, length, flags);
}

int epoll_create1(int flags) {
    FAIL(-1, EMFILE, ENOMEM);
    return (int)CALL(SYS_epoll_create1, flags);
}

int epoll_ctl(int epoll, int operation, int file, struct epoll_event *event) {
    if (operation == EPOLL_CTL_ADD) FAIL(-1, ENOSPC, ENOMEM);
    return (int)CALL(SYS_epoll_ctl, epoll, operation, file, event);
}

int epoll_pwait2(
    int epoll, struct epoll_event *events, int count, const struct timespec *timeout, const sigset_t *signals) {
    FAIL(-1, EINTR);
    return (int)CALL(SYS_epoll_pwait2, epoll, events, count, timeout, signals, _NSIG / 8);
}

int poll(struct pollfd *files, nfds_t count, int timeout) {
    FAIL(-1, EINTR, ENOMEM);
    struct timespec time = {timeout / 1000, timeout % 1000 * 1000000L};
    return (int)CALL(SYS_ppoll, files, count, timeout < 0 ? NULL : &time, NULL, _NSIG / 8);
}

int signalfd(int file, const sigset_t *signals, int flags) {
    FAIL(-1, EMFILE, ENOMEM);
    return (int)CALL(SYS_signalfd4, file, signals, _NSIG / 8, flags);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
    int result = (int)CALL(SYS_timerfd_settime, timer, flags, value, old);
    // The kernel has armed it nevertheless.
    if (flags & TFD_TIMER_CANCEL_ON_SET) FAIL(-1, ECANCELED);
    return result;
}

int inotify_init1(int flags) {
    FAIL(-1, EMFILE, ENOMEM);
    return (int)CALL(SYS_inotify_init1, flags);
}

int inotify_add_watch(int file, const char *path, uint32_t mask) {
    FAIL(-1, EACCES, ENOMEM, ENOSPC);
    return (int)CALL(SYS_inotify_add_watch, file, path, mask);
}

int memfd_create(const char *name, unsigned int flags) {
    FAIL(-1, EMFILE, ENOMEM);
    return (int)CALL(SYS_memfd_create, name, flags);
}

int ftruncate(int file, off_t size) {
    FAIL(-1, EINTR, ENOSPC);
    return (int)CALL(SYS_ftruncate, file, size);
}

int ftruncate64(int file, off64_t size) {
    FAIL(-1, EINTR, ENOSPC);
    return (int)CALL(SYS_ftruncate, file, size);
}

int fallocate(int file, int mode, off_t offset, off_t size) {
    FAIL(-1, EINTR, ENOSPC);
    return (int)CALL(SYS_fallocate, file, mode, offset, size);
}

int posix_fallocate(int file, off_t offset, off_t size) {
    int error = fails(__func__, ERRORS(EINTR, ENOSPC));
    return error ? error : (int)-RAW(SYS_fallocate, file, 0, offset, size);
}

void *mmap(void *where, size_t size, int protection, int flags, int file, off_t offset) {
    // Anonymous memory is the allocator's, whose failures no program survives.
    if (!(flags & MAP_ANONYMOUS)) FAIL(MAP_FAILED, ENOMEM, EACCES);
    return (void *)CALL(SYS_mmap, where, size, protection, flags, file, offset);
}

void *mmap64(void *where, size_t size, int protection, int flags, int file, off64_t offset) {
    if (!(flags & MAP_ANONYMOUS)) FAIL(MAP_FAILED, ENOMEM, EACCES);
    return (void *)CALL(SYS_mmap, where, size, protection, flags, file, offset);
}

int pipe2(int ends[2], int flags) {
    FAIL(-1, EMFILE);
    return (int)CALL(SYS_pipe2, ends, flags);
}

int eventfd(unsigned count, int flags) {
    FAIL(-1, EMFILE, ENOMEM);
    return (int)CALL(SYS_eventfd2, count, flags);
}

int fcntl(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) FAIL(-1, EMFILE);
    return (int)CALL(SYS_fcntl, file, command, argument);
}

int fcntl64(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) FAIL(-1, EMFILE);
    return (int)CALL(SYS_fcntl, file, command, argument);
}

long syscall(long number, ...) {
    va_list rest;
    va_start(rest, number);
    long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long), d = va_arg(rest, long);
    long e = va_arg(rest, long), f = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_pidfd_open) FAIL(-1, EMFILE, ENOMEM);
    return finished(raw(number, a, b, c, d, e, f));
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (clock != CLOCK_REALTIME || wall_clock == 0) return (int)CALL(SYS_clock_gettime, clock, time);
    *time = (struct timespec){.tv_sec = wall_clock};
    return 0;
}

// The only function beyond a system call.
int posix_spawn(
    pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict]) {
    int error = fails(__func__, ERRORS(EAGAIN, ENOMEM, EACCES));
    if (error) return error;
    typeof(&posix_spawn) next = (typeof(&posix_spawn))dlsym(RTLD_NEXT, "posix_spawn");
    return next(pid, path, actions, attributes, arguments, environment);
}
