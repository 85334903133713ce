#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const int clinux_unnamed_file = O_TMPFILE;

int clinux_epoll_wait(int epoll, struct epoll_event *events, int count, int64_t timeout) {
    static int is_missing;
    if (!is_missing) {
        struct timespec time = {timeout / 1000000000, timeout % 1000000000};
        int ready = epoll_pwait2(epoll, events, count, timeout < 0 ? NULL : &time, NULL);
        // Some sandboxes refuse unknown calls with EPERM.
        if (ready >= 0 || (errno != ENOSYS && errno != EPERM)) return ready;
        is_missing = 1;
    }
    int64_t milliseconds = timeout < 0 ? -1 : timeout / 1000000 + (timeout % 1000000 != 0);
    return epoll_wait(epoll, events, count, milliseconds > INT_MAX ? INT_MAX : (int)milliseconds);
}

int clinux_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int clinux_peer_credentials(int socket, uid_t *uid, pid_t *pid) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
    *uid = credentials.uid;
    *pid = credentials.pid;
    return 0;
}

int clinux_route_socket(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address = {
        .nl_family = AF_NETLINK,
        .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE,
    };
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
        int error = errno;
        close(descriptor);
        errno = error;
        return -1;
    }
    return descriptor;
}

int clinux_request_routes(int descriptor) {
    struct {
        struct nlmsghdr header;
        struct rtmsg route;
    } request = {
        .header = {.nlmsg_len = sizeof request, .nlmsg_type = RTM_GETROUTE, .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP},
        .route = {.rtm_family = AF_UNSPEC},
    };
    return send(descriptor, &request, sizeof request, 0) == sizeof request ? 0 : -1;
}

int clinux_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

int clinux_sealed_memory(const char *name, int64_t size) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, size) != 0 ||
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        int error = errno;
        close(descriptor);
        errno = error;
        return -1;
    }
    return descriptor;
}

int clinux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_schedule_in_batch(pid_t pid) {
    struct sched_param none = {0};
    return sched_setscheduler(pid, SCHED_BATCH, &none);
}

int clinux_pidfd_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int clinux_peer_pidfd(int socket) {
#ifdef SO_PEERPIDFD
    int option = SO_PEERPIDFD;
#else
    int option = 77; // asm-generic/socket.h of Linux 6.5
#endif
    int pidfd = -1;
    socklen_t length = sizeof pidfd;
    return getsockopt(socket, SOL_SOCKET, option, &pidfd, &length) == 0 ? pidfd : -1;
}

void clinux_set_subreaper(int is_one) { prctl(PR_SET_CHILD_SUBREAPER, is_one, 0, 0, 0); }

void clinux_end_with_parent(int signal) { prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

void clinux_no_new_privileges(void) { prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

pid_t clinux_child(const siginfo_t *info) { return info->si_pid; }

void clinux_save_memory(void) {
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_ARENA_MAX, 1);
}

void clinux_trim_memory(void) { malloc_trim(0); }

void clinux_trim_stack(void) {
    // The frames of this function and of the call are in the page that is left out.
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), length = 256 << 10;
    uintptr_t end = ((uintptr_t)__builtin_frame_address(0) & ~(page - 1)) - page;
    // If the stack lacks pages that far down, the rest is still released.
    madvise((void *)(end - length), length, MADV_DONTNEED);
}

static pthread_mutex_t limit_lock = PTHREAD_MUTEX_INITIALIZER;
static struct rlimit inherited_data;
static rlim_t own_data = RLIM_INFINITY;
static int starts;

static void set_data_limit(rlim_t limit) {
    struct rlimit data = {limit, inherited_data.rlim_max};
    setrlimit(RLIMIT_DATA, &data);
}

void clinux_limit_own_data(unsigned long bytes) {
    if (getrlimit(RLIMIT_DATA, &inherited_data) != 0 || inherited_data.rlim_cur <= bytes) return;
    own_data = bytes;
    set_data_limit(own_data);
}

int clinux_start_in(posix_spawn_file_actions_t *actions, const char *directory) {
    return posix_spawn_file_actions_addchdir_np(actions, directory);
}

void clinux_begin_start(void) {
    pthread_mutex_lock(&limit_lock);
    if (starts++ == 0 && own_data != RLIM_INFINITY) set_data_limit(inherited_data.rlim_cur);
    pthread_mutex_unlock(&limit_lock);
}

void clinux_end_start(void) {
    pthread_mutex_lock(&limit_lock);
    if (--starts == 0 && own_data != RLIM_INFINITY) set_data_limit(own_data);
    pthread_mutex_unlock(&limit_lock);
}

char **clinux_environment(void) { return environ; }

int clinux_exit_code(int status) {
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : 0;
}
