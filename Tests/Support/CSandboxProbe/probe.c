#define _GNU_SOURCE
#include "CSandboxProbe.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
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

// These have one number everywhere.
enum { landlock_create_ruleset = 444, landlock_restrict_self = 446 };

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
    raise(SIGSTOP);
    execve(probe->path, probe->arguments, probe->environment);
}

static int read_registers(pid_t pid, struct user_regs_struct *registers) {
    struct iovec area = {registers, sizeof *registers};
    return ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &area) != 0 ? -errno : 0;
}

static int write_registers(pid_t pid, struct user_regs_struct *registers) {
    struct iovec area = {registers, sizeof *registers};
    return ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &area) != 0 ? -errno : 0;
}

// Replaces the call that a process enters.
static int replace_call(pid_t pid, long call, const unsigned long values[6]) {
    struct user_regs_struct registers;
    int failure = read_registers(pid, &registers);
    if (failure) return failure;
#if defined(__x86_64__)
    registers.orig_rax = (unsigned long)call;
    registers.rdi = values[0], registers.rsi = values[1], registers.rdx = values[2];
    registers.r10 = values[3], registers.r8 = values[4], registers.r9 = values[5];
    return write_registers(pid, &registers);
#elif defined(__aarch64__)
    for (int i = 0; i < 6; i++) registers.regs[i] = values[i];
    registers.regs[8] = (unsigned long)call;
    failure = write_registers(pid, &registers);
    int name = (int)call;
    struct iovec number = {&name, sizeof name};
    return failure || ptrace(PTRACE_SETREGSET, pid, NT_ARM_SYSTEM_CALL, &number) == 0 ? failure : -errno;
#else
#error "the registers of a system call"
#endif
}

// Makes a stopped process enter a call again, with the registers of its first entry.
static int repeat_call(pid_t pid, struct user_regs_struct registers) {
#if defined(__x86_64__)
    registers.rip -= 2;
    registers.rax = registers.orig_rax;
    registers.orig_rax = -1UL;
#elif defined(__aarch64__)
    registers.pc -= 4;
#endif
    return write_registers(pid, &registers);
}

// Replaces the program's next call by one of the probe's.
static int substitute(pid_t pid, const struct csp_call *call, unsigned long stack) {
    unsigned long values[6];
    for (int i = 0; i < 6; i++) {
        const struct csp_argument *value = &call->values[i];
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
    return replace_call(pid, call->number, values);
}

// The program stops where its confinement starts, and makes a copy of itself there for each call. The copy confines
// itself; the call replaces its next one, and the stop after that shows the result.
struct progress {
    const struct csp_call *calls;
    struct csp_outcome *outcomes;
    size_t count, next;
    pid_t program, copy;
    struct user_regs_struct start;  // the program's registers where the copies begin
    bool has_landlock;
    bool is_loading, is_probed, is_refused;  // of the copy
    int failure;
};

// The rules for files are made by then, and all that depends on the process ID comes later. A kernel without Landlock gets no such
// call; the first limit of a helper precedes it: RLIMIT_AS, by setrlimit(3).
static bool starts_confinement(const struct progress *progress, const struct __ptrace_syscall_info *info) {
    if (progress->has_landlock) return info->entry.nr == landlock_restrict_self;
    return info->entry.nr == SYS_prlimit64 && info->entry.args[0] == 0 && info->entry.args[1] == RLIMIT_AS
        && info->entry.args[2] != 0;
}

// Continues the program to its next stop. Returns the stop's signal and event, or -1.
static int continue_program(const struct progress *progress) {
    int status;
    if (ptrace(PTRACE_SYSCALL, progress->program, 0, 0) != 0) return -1;
    return waitpid(progress->program, &status, __WALL) > 0 && WIFSTOPPED(status) ? status >> 8 : -1;
}

// Makes the copy for the next call. Only the program is waited for: other processes may start threads meanwhile.
static int start_copy(struct progress *progress) {
    const unsigned long none[6] = {0};
    const int call = SIGTRAP | 0x80, clone_event = SIGTRAP | PTRACE_EVENT_CLONE << 8;
    int failure = replace_call(progress->program, SYS_clone, none);
    if (failure) return failure;
    unsigned long copy;
    if (continue_program(progress) != clone_event) return -EAGAIN;
    if (ptrace(PTRACE_GETEVENTMSG, progress->program, 0, &copy) != 0) return -errno;
    // Its return from the call, and its way back to where it made it.
    if (continue_program(progress) != call) return -ECHILD;
    failure = repeat_call(progress->program, progress->start);
    if (failure) return failure;
    if (continue_program(progress) != call) return -ECHILD;
    int status;
    progress->copy = (pid_t)copy;
    progress->is_loading = progress->is_probed = progress->is_refused = false;
    if (waitpid(progress->copy, &status, __WALL) < 0 || !WIFSTOPPED(status)) return -ECHILD;
    failure = repeat_call(progress->copy, progress->start);
    ptrace(PTRACE_SYSCALL, progress->copy, 0, 0);
    return failure;
}

// Examines a stop of the copy at a system call. Returns false once the call was made.
static bool examine_copy(struct progress *progress, const struct __ptrace_syscall_info *info) {
    struct csp_outcome *outcome = &progress->outcomes[progress->next];
    if (info->op == PTRACE_SYSCALL_INFO_ENTRY) {
        if (progress->is_probed) return progress->is_refused;
        if (outcome->was_confined) {
            progress->failure = substitute(progress->copy, &progress->calls[progress->next], info->stack_pointer);
            progress->is_probed = true;
        }
        // SECCOMP_SET_MODE_FILTER with a filter; libseccomp asks for features without one.
        progress->is_loading = info->entry.nr == SYS_seccomp && info->entry.args[0] == 1 && info->entry.args[2];
    } else if (info->op == PTRACE_SYSCALL_INFO_EXIT) {
        if (progress->is_probed && !progress->is_refused) outcome->result = info->exit.rval;
        if (progress->is_loading && info->exit.rval == 0) outcome->was_confined = true;
    }
    return true;
}

// Handles a stop. Returns the signal to continue with, or -1 to leave the process there.
static int handle(struct progress *progress, pid_t pid, int status) {
    int signal = WSTOPSIG(status);
    if (signal == (SIGTRAP | 0x80)) {
        struct __ptrace_syscall_info info;
        if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) < 0) return 0;
        if (pid == progress->copy) {
            if (examine_copy(progress, &info)) return 0;
            progress->outcomes[progress->next].was_made = true;
            return SIGKILL;
        }
        bool is_start = info.op == PTRACE_SYSCALL_INFO_ENTRY && starts_confinement(progress, &info);
        if (progress->program || !is_start) return 0;
        progress->program = pid;
        progress->failure = read_registers(pid, &progress->start);
        if (!progress->failure) progress->failure = start_copy(progress);
        return -1;
    }
    if (status >> 16 || signal == SIGTRAP || signal == SIGSTOP) return 0;
    if (pid == progress->copy && progress->is_probed) {
        if (signal == SIGSYS) progress->is_refused = true;
        // For the leftovers of the call.
        if (!progress->is_refused) {
            progress->outcomes[progress->next].was_made = true;
            return SIGKILL;
        }
    }
    return signal;
}

static void follow(struct progress *progress, pid_t pid) {
    int status;
    if (waitpid(pid, &status, __WALL) != pid || !WIFSTOPPED(status)) return;
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, pid, 0, options) != 0) return;
    ptrace(PTRACE_SYSCALL, pid, 0, 0);
    // At the end the program's parent relays its output.
    for (pid_t stopped; !progress->failure && (stopped = waitpid(-1, &status, __WALL)) > 0;) {
        int signal = WIFSTOPPED(status) ? handle(progress, stopped, status) : -1;
        if (signal == SIGKILL) kill(stopped, SIGKILL);
        else if (signal >= 0) ptrace(PTRACE_SYSCALL, stopped, 0, signal);
        if (WIFSTOPPED(status) || stopped != progress->copy) continue;
        if (progress->is_probed) progress->outcomes[progress->next].status = status;
        progress->copy = 0;
        progress->next++;
        if (progress->next == progress->count) kill(progress->program, SIGKILL);
        else progress->failure = start_copy(progress);
    }
}

// In a separate process: all end with it.
static int run(const struct csp_probe *probe, struct progress *progress) {
    // A call that should not have been made may wait for ever.
    alarm(120);
    pid_t pid = fork();
    if (pid == 0) {
        become(probe);
        _exit(127);
    }
    if (pid < 0) return -errno;
    follow(progress, pid);
    return progress->failure;
}

int csp_run(const struct csp_probe *probe, const struct csp_call *calls, struct csp_outcome *outcomes, size_t count) {
    size_t size = count * sizeof *outcomes;
    struct csp_outcome *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return -errno;
    struct progress progress = {.calls = calls, .outcomes = shared, .count = count, .has_landlock = csp_landlock_version() > 0};
    pid_t tracer = fork();
    if (tracer == 0) _exit(-run(probe, &progress));
    int status = 0;
    int failure = tracer < 0 || waitpid(tracer, &status, 0) < 0 ? -errno : 0;
    memcpy(outcomes, shared, size);
    munmap(shared, size);
    return failure ? failure : WIFEXITED(status) ? -WEXITSTATUS(status) : -EINTR;
}

// LANDLOCK_CREATE_RULESET_VERSION.
int csp_landlock_version(void) { return (int)syscall(landlock_create_ruleset, NULL, 0, 1); }
