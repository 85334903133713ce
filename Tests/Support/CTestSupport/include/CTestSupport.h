// Linux calls of the test harness that Swift cannot import: fork, ancillary data, thread-wide credentials. Loops over pixels.
#ifndef C_TEST_SUPPORT_H
#define C_TEST_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>  // for Swift, whose Glibc lacks it
#include <sys/resource.h>
#include <sys/types.h>

// The options of a child process.
struct cts_spawn {
    const char *path;        // the executable, not searched for
    char *const *arguments;  // with argv[0], ended by NULL
    char *const *environment;
    const char *directory;   // or NULL for ours
    uid_t uid;               // set, with the group of the same number, when `drop`
    bool drop;
    int input, output, error; // descriptors that become 0, 1 and 2
    int pass;                // a descriptor to keep open under its own number, or -1
};

// Starts the child; from the main thread, it is asked to end (SIGTERM) when we do.
// Answers its pid, or -errno. `started` gets CLOCK_MONOTONIC ns just before execve.
pid_t cts_spawn(const struct cts_spawn *how, uint64_t *started);

// Waits until the child has ended, `timeout` ms at most (-1: for ever), and reaps it.
// Answers 1 when it has ended, 0 when the time ran out, or -errno.
int cts_wait(pid_t pid, int timeout, int *status, struct rusage *usage);

// Connects a Unix stream socket, as another user when `drop` (this thread only, for the time of the call), so that
// the peer's SO_PEERCRED says that user. Answers a blocking, close-on-exec descriptor, or -errno.
int cts_connect(const char *path, bool drop, uid_t uid);

// Two connected stream sockets, close-on-exec. Answers 0 or -errno.
int cts_socketpair(int ends[2]);

// Moves the readable bytes from one stream socket to the other, with its descriptors, and leaves a copy of the bytes in
// `copy`. Answers their number, 0 at the end of the stream, or -errno.
ssize_t cts_relay(int from, int to, void *copy, size_t size);

// The maximum number of file descriptors in one message of libwayland.
enum { cts_most_descriptors = 28 };

// Reads the available bytes and descriptors; the caller closes these. Returns the number of bytes, 0 at the end
// of the stream, or -errno; -EAGAIN without any.
ssize_t cts_receive(int from, void *bytes, size_t size, int descriptors[cts_most_descriptors], int *number);

// Sends bytes, and a descriptor with them unless it is -1. Answers the number of bytes, or -errno.
ssize_t cts_send(int to, const void *bytes, size_t size, int descriptor);

// A Unix stream socket that listens at a path; it does not block, and is closed in children. Or -errno.
int cts_listen(const char *path);

// Makes a listening socket a user's to its peers (SO_PEERCRED), in a process of root: 0, or -errno.
int cts_listen_as(int socket_fd, uid_t user);

// The next connection of a listening socket, or -errno.
int cts_accept(int socket);

// Restricts the process to one core, or to none with -1. Returns 0 or -errno.
int cts_pin(pid_t pid, int core);

// The threads of a process.
struct cts_threads {
    int count;
    bool is_main_asleep, are_asleep;
    long voluntary, involuntary;  // context switches since the start
};

// Reads the threads of a process. Returns 0 or -errno.
int cts_threads(pid_t pid, struct cts_threads *threads);

// The parent of a process, or -1 if it is gone.
pid_t cts_parent(pid_t pid);

// Stores the children of a process in rising order, or all processes with -1, and returns their number.
size_t cts_processes(pid_t parent, pid_t *pids, size_t most);

// The core with an index among the ones that this process may run on; the last one if they are fewer.
int cts_core(int index);

// The loop of libFuzzer, which takes its options from the arguments and calls the function with each input. It is there
// only in a build of Tests/Fuzz/run.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *bytes, size_t size));

// Loops over millions of pixels. Swift takes seconds for them in a debug build.

// Copies rows of 4 bytes a pixel without the gaps between them.
void cts_copy_rows(uint32_t *target, const void *source, size_t width, size_t height, size_t stride);

// True if rows have the pixels of others without gaps.
bool cts_equal_rows(const uint32_t *packed, const void *rows, size_t width, size_t height, size_t stride);

// Packs rows of 4 bytes a pixel, blue first, as red, green and blue.
void cts_pack(uint8_t *target, const uint8_t *source, size_t width, size_t height, size_t stride);

// The number of packed pixels with a channel that differs by more than the tolerance.
size_t cts_differing(const uint8_t *one, const uint8_t *other, size_t pixels, int tolerance);

// The index of the first byte that differs by more than the tolerance, or -1.
ptrdiff_t cts_first_difference(const uint8_t *one, const uint8_t *other, size_t count, int tolerance);

// Finds the first and the last row with a pixel, from one column to before another, whose colour is not the picture's first one.
bool cts_inked_rows(
    const uint8_t *pixels, size_t width, size_t height, size_t from, size_t to, long *first, long *last);

// True if all ARGB pixels are opaque.
bool cts_opaque(const uint32_t *pixels, size_t count);

#endif
