// System calls made within a confined program, by ptrace(2): in place of its first call after the confinement. The
// program may be linked in any way: it is the shipped one.
#ifndef C_SANDBOX_PROBE_H
#define C_SANDBOX_PROBE_H

#include <stdbool.h>
#include <sys/types.h>

// An argument of a system call.
struct csp_argument {
    long number;
    const char *text;  // a string in the program's memory in place of the number, or NULL
    bool is_own_pid;   // the program's process ID in place of the number
};

struct csp_probe {
    const char *path;
    char *const *arguments;  // with argv[0], ended by NULL
    char *const *environment;
    uid_t uid;  // set, with the group of the same number, when `drop`
    bool drop;
    int input, output, error;  // descriptors that become 0, 1 and 2
    long call;                 // the call's number
    struct csp_argument values[6];
};

struct csp_outcome {
    bool was_confined;  // false if the program ended without being confined
    bool was_made;      // true if the call returned
    long result;        // the call's result, or -errno
    int status;         // of wait(2), if the call ended the program
};

// Starts the program, makes the call, and kills the program. Answers 0 or -errno.
int csp_run(const struct csp_probe *probe, struct csp_outcome *outcome);

// The version of Landlock, or -1.
int csp_landlock_version(void);

#endif
