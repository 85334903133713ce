#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char names[CLINUX_CALLS][32];

void clinux_name_call(int number, const char *name) {
    if (number >= 0 && number < CLINUX_CALLS) strncpy(names[number], name, sizeof names[number] - 1);
}

static size_t append(char *text, size_t length, size_t size, const char *more) {
    while (*more && length < size) text[length++] = *more++;
    return length;
}

// Only makes calls that a handler may make and the filter allows.
static void report(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)context;
    int number = info->si_syscall;
    char digits[16] = "";
    const char *name = number >= 0 && number < CLINUX_CALLS ? names[number] : "";
    if (!*name) {
        char *digit = digits + sizeof digits - 1;
        unsigned rest = (unsigned)number;
        do *--digit = (char)('0' + rest % 10);
        while (rest /= 10);
        name = digit;
    }
    char text[160];
    size_t length = append(text, 0, sizeof text, program_invocation_short_name);
    length = append(text, length, sizeof text, ": refused the system call ");
    length = append(text, length, sizeof text, name);
    length = append(text, length, sizeof text, "\n");
    ssize_t written = write(STDERR_FILENO, text, length);
    (void)written;
    // The signal is blocked in its handler, so that the kernel ends the process by it.
    for (;;) syscall(SYS_personality, 0xFFFFFFFF);
}

int clinux_report_refused_calls(void) {
    struct sigaction action = {.sa_sigaction = report, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    return sigaction(SIGSYS, &action, NULL);
}
