#define _GNU_SOURCE
#include "CSandboxProbe.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

// The bytes above the stack pointer that strings begin at. The program is killed before it needs its own there.
enum { distance = 64, most_text = 128 };

static void become(const struct csp_probe *probe) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    syscall(SYS_close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC);
    if (dup2(probe->input, 0) != 0 || dup2(probe->output, 1) != 1 || dup2(probe->error, 2) != 2) return;
    if (probe->drop) {
        gid_t group = (gid_t)probe->uid;
        if (syscall(SYS_setgroups, 0, NULL) != 0) return;
        if (syscall(SYS_setresgid, group, group, group) != 0) return;
        if (syscall(SYS_setresuid, probe->uid, probe->uid, probe->uid) != 0) return;
    }
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) return;
    // A call that should not have been made may wait for ever.
    alarm(30);
    raise(SIGSTOP);
    execve(probe->path, probe->arguments, probe->environment);
}

// Replaces the program's next call by this one.
static int substitute(pid_t pid, const struct csp_probe *probe, unsigned long stack) {
    unsigned long values[6];
    for (int i = 0; i < 6; i++) {
        const struct csp_argument *value = &probe->values[i];
        values[i] = value->is_own_pid ? (unsigned long)pid : (unsigned long)value->number;
        if (!value->text) continue;
        char text[most_text] = "";
        strncpy(text, value->text, sizeof text - 1);
        values[i] = stack + distance + (unsigned long)(i * most_text);
        for (size_t offset = 0; offset < sizeof text; offset += sizeof(long)) {
            long word;
            memcpy(&word, text + offset, sizeof word);
            if (ptrace(PTRACE_POKEDATA, pid, values[i] + offset, word) != 0) return -errno;
        }
    }
#if defined(__x86_64__)
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, pid, 0, &registers) != 0) return -errno;
    registers.orig_rax = (unsigned long)probe->call;
    registers.rdi = values[0], registers.rsi = values[1], registers.rdx = values[2];
    registers.r10 = values[3], registers.r8 = values[4], registers.r9 = values[5];
    if (ptrace(PTRACE_SETREGS, pid, 0, &registers) != 0) return -errno;
#elif defined(__aarch64__)
    struct user_regs_struct registers;
    struct iovec area = {&registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &area) != 0) return -errno;
    for (int i = 0; i < 6; i++) registers.regs[i] = values[i];
    registers.regs[8] = (unsigned long)probe->call;
    if (ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &area) != 0) return -errno;
    int call = (int)probe->call;
    struct iovec number = {&call, sizeof call};
    if (ptrace(PTRACE_SETREGSET, pid, NT_ARM_SYSTEM_CALL, &number) != 0) return -errno;
#else
#error "the registers of a system call"
#endif
    return 0;
}

// The progress of the probe: the program enters, the call replaces its next one, and the stop after that shows the result.
struct progress {
    const struct csp_probe *probe;
    struct csp_outcome *outcome;
    pid_t loading, confined, probed;
    bool is_refused;
    int failure;
};

// Examines a stop at a system call. Returns true once it has a result.
static bool examine(struct progress *progress, pid_t pid) {
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) < 0) return false;
    struct csp_outcome *outcome = progress->outcome;
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
        if (progress->probed == pid && !progress->is_refused) {
            outcome->was_made = true;
            return true;
        }
        if (progress->probed) return false;
        if (progress->confined == pid) {
            progress->failure = substitute(pid, progress->probe, info.stack_pointer);
            progress->probed = pid;
            return progress->failure != 0;
        }
        // SECCOMP_SET_MODE_FILTER with a filter; libseccomp asks for features without one.
        if (info.entry.nr == SYS_seccomp && info.entry.args[0] == 1 && info.entry.args[2]) progress->loading = pid;
    } else if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
        if (progress->probed == pid && !progress->is_refused) outcome->result = info.exit.rval;
        if (progress->loading != pid) return false;
        progress->loading = 0;
        if (info.exit.rval != 0 || outcome->was_confined) return false;
        outcome->was_confined = true;
        progress->confined = pid;
    }
    return false;
}

static void follow(struct progress *progress, pid_t pid) {
    int status;
    if (waitpid(pid, &status, __WALL) != pid || !WIFSTOPPED(status)) return;
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, pid, 0, options) != 0) return;
    ptrace(PTRACE_SYSCALL, pid, 0, 0);
    for (;;) {
        pid_t stopped = waitpid(-1, &status, __WALL | __WNOTHREAD);
        if (stopped < 0) return;
        if (!WIFSTOPPED(status)) {
            // Its parent relays its output.
            if (stopped == progress->probed) progress->outcome->status = status;
            continue;
        }
        int signal = WSTOPSIG(status);
        if (signal == (SIGTRAP | 0x80)) {
            if (examine(progress, stopped)) return;
            signal = 0;
        } else if (status >> 16 || signal == SIGTRAP || signal == SIGSTOP) {
            signal = 0;
        } else if (stopped == progress->probed) {
            if (signal == SIGSYS) progress->is_refused = true;
            // For the leftovers of the call.
            if (!progress->is_refused) {
                progress->outcome->was_made = true;
                return;
            }
        }
        ptrace(PTRACE_SYSCALL, stopped, 0, signal);
    }
}

// In a separate thread, whose children are only these.
static void *run(void *argument) {
    struct progress *progress = argument;
    pid_t pid = fork();
    if (pid == 0) {
        become(progress->probe);
        _exit(127);
    }
    if (pid < 0) {
        progress->failure = -errno;
        return NULL;
    }
    follow(progress, pid);
    kill(pid, SIGKILL);
    if (progress->probed) kill(progress->probed, SIGKILL);
    while (waitpid(-1, NULL, __WALL | __WNOTHREAD) > 0) {}
    return NULL;
}

int csp_run(const struct csp_probe *probe, struct csp_outcome *outcome) {
    memset(outcome, 0, sizeof *outcome);
    struct progress progress = {.probe = probe, .outcome = outcome};
    pthread_t thread;
    int error = pthread_create(&thread, NULL, run, &progress);
    if (error) return -error;
    pthread_join(thread, NULL);
    return progress.failure;
}

// landlock_create_ruleset, which has one number everywhere, with LANDLOCK_CREATE_RULESET_VERSION.
int csp_landlock_version(void) { return (int)syscall(444, NULL, 0, 1); }
