// System calls made within a confined program, by ptrace(2): each in a copy of it, made before it confines itself, in place of the
// first call after the confinement. The program may be linked in any way: it is the shipped one.
#ifndef C_SANDBOX_PROBE_H
#define C_SANDBOX_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// An argument of a system call.
struct csp_argument {
    long number;
    const char *text;  // a string in the program's memory in place of the number, or NULL
    bool is_own_pid;   // the copy's process ID in place of the number
};

struct csp_probe {
    const char *path;
    char *const *arguments;  // with argv[0], ended by NULL
    char *const *environment;
    uid_t uid;  // set, with the group of the same number, when `drop`
    bool drop;
    int input, output, error;  // descriptors that become 0, 1 and 2
};

struct csp_call {
    long number;
    struct csp_argument values[6];
};

struct csp_outcome {
    bool was_confined;  // false if the copy ended without being confined
    bool was_made;      // true if the call returned
    long result;        // the call's result, or -errno
    int status;         // of wait(2), if the call ended the copy
};

// Starts the program, makes the calls one after another, and kills the program. Answers 0 or -errno.
int csp_run(const struct csp_probe *probe, const struct csp_call *calls, struct csp_outcome *outcomes, size_t count);

// The version of Landlock, or -1.
int csp_landlock_version(void);

#endif
