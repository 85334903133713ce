#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// linux/landlock.h, which older kernels' headers lack, at least in part.
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446, read_file = 1 << 2, read_dir = 1 << 3 };

struct ruleset {
    uint64_t files, network, scopes;
};

struct __attribute__((packed)) place {
    uint64_t rights;
    int32_t descriptor;
};

int clinux_landlock_version(void) { return (int)syscall(create_ruleset, NULL, 0, 1); }

int clinux_landlock_begin(void) {
    int version = clinux_landlock_version();
    if (version < 1) return -1;
    // Execution, reading and writing are of the first version, then each added some.
    int rights = version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16;
    struct ruleset rules = {.files = (1u << rights) - 1, .network = 3, .scopes = 3};
    size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;
    return (int)syscall(create_ruleset, &rules, size, 0);
}

void clinux_landlock_allow(int rules, const char *path) {
    struct stat status;
    struct place place = {.rights = read_file, .descriptor = open(path, O_PATH | O_CLOEXEC)};
    if (place.descriptor < 0) return;
    if (fstat(place.descriptor, &status) == 0) {
        if (S_ISDIR(status.st_mode)) place.rights |= read_dir;
        syscall(add_rule, rules, 1, &place, 0);
    }
    close(place.descriptor);
}

int clinux_landlock_enter(int rules) { return (int)syscall(restrict_self, rules, 0); }

int clinux_filters_calls(void) {
    uint32_t trap = 0x00030000;
    // SECCOMP_GET_ACTION_AVAIL
    return syscall(SYS_seccomp, 2, 0, &trap) == 0;
}

pid_t clinux_fork(void) { return fork(); }

int clinux_socketpair(int *ends) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends); }

int clinux_limit_processor_time(pid_t pid, uint64_t seconds) {
    clockid_t clock;
    struct timespec used;
    struct rlimit limit;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return -1;
    if (prlimit(pid, RLIMIT_CPU, NULL, &limit) != 0) return -1;
    rlim_t wanted = (rlim_t)used.tv_sec + seconds + 1;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    return prlimit(pid, RLIMIT_CPU, &limit, NULL);
}

ssize_t clinux_send(int socket, const void *bytes, size_t size, int descriptor) {
    struct iovec part = {(void *)bytes, size};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {0};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t clinux_receive(int socket, void *bytes, size_t size, int *descriptor) {
    struct iovec part = {bytes, size};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    *descriptor = -1;
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *header = count > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
        header->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
    return count;
}
