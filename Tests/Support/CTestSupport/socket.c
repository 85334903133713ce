#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

enum { most_descriptors = cts_most_descriptors };

int cts_connect(const char *path, bool drop, uid_t uid) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    int socket_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_fd < 0) return -errno;
    // The raw calls change this thread only; libc's would change all of them, under other tests' feet.
    const uid_t keep = (uid_t)-1, back = geteuid();
    if (drop && syscall(SYS_setresuid, keep, uid, keep) != 0) {
        int failure = errno;
        close(socket_fd);
        return -failure;
    }
    int result = connect(socket_fd, (const struct sockaddr *)&address, sizeof address);
    int failure = errno;
    if (drop && syscall(SYS_setresuid, keep, back, keep) != 0) {
        failure = errno;
        result = -1;
    }
    if (result == 0) return socket_fd;
    close(socket_fd);
    return -failure;
}

int cts_socketpair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : -errno;
}

ssize_t cts_relay(int from, int to, void *copy, size_t size) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(most_descriptors * sizeof(int))];
    } control;
    struct iovec bytes = {.iov_base = copy, .iov_len = size};
    struct msghdr message = {
        .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t count;
    do {
        count = recvmsg(from, &message, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    if (count <= 0) return count < 0 ? -errno : 0;

    // Forwards the received message unchanged: the control data with the first bytes, then the rest.
    int failure = 0;
    size_t sent = 0;
    while (sent < (size_t)count) {
        struct iovec rest = {.iov_base = (char *)copy + sent, .iov_len = (size_t)count - sent};
        struct msghdr out = {.msg_iov = &rest, .msg_iovlen = 1};
        if (sent == 0 && message.msg_controllen > 0) {
            out.msg_control = message.msg_control;
            out.msg_controllen = message.msg_controllen;
        }
        ssize_t written = sendmsg(to, &out, MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            failure = errno;
            break;
        }
        sent += (size_t)written;
    }
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        size_t number = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < number; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(part) + index * sizeof descriptor, sizeof descriptor);
            close(descriptor);
        }
    }
    return failure ? -failure : count;
}

ssize_t cts_receive(int from, void *bytes, size_t size, int descriptors[cts_most_descriptors], int *number) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(most_descriptors * sizeof(int))];
    } control;
    struct iovec vector = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {
        .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    *number = 0;
    ssize_t count;
    do {
        count = recvmsg(from, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    } while (count < 0 && errno == EINTR);
    if (count <= 0) return count < 0 ? -errno : 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        size_t size_here = part->cmsg_len - CMSG_LEN(0);
        memcpy(descriptors + *number, CMSG_DATA(part), size_here);
        *number += (int)(size_here / sizeof(int));
    }
    return count;
}

ssize_t cts_send(int to, const void *bytes, size_t size, int descriptor) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec vector = {.iov_base = (void *)bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        control.header.cmsg_len = CMSG_LEN(sizeof descriptor);
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
    }
    ssize_t count = sendmsg(to, &message, MSG_NOSIGNAL);
    return count >= 0 ? count : -errno;
}

int cts_listen(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    int socket_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket_fd < 0) return -errno;
    if (bind(socket_fd, (const struct sockaddr *)&address, sizeof address) == 0 && listen(socket_fd, 8) == 0) {
        return socket_fd;
    }
    int failure = errno;
    close(socket_fd);
    return -failure;
}

int cts_listen_as(int socket_fd, uid_t user) {
    // The system call changes this thread alone, unlike the C library's function.
    if (syscall(SYS_setresuid, -1, user, -1) != 0) return -errno;
    int result = listen(socket_fd, 8) == 0 ? 0 : -errno;
    if (syscall(SYS_setresuid, -1, getuid(), -1) != 0) return -errno;
    return result;
}

int cts_accept(int socket_fd) {
    int accepted = accept4(socket_fd, NULL, NULL, SOCK_CLOEXEC);
    return accepted >= 0 ? accepted : -errno;
}
