#include <stdbool.h>

// The two symbols that link the static library's backtracer. An installation lacks swift-backtrace,
// for which it would search at each start: nine system calls and 100 kB. Zeros turn it off. Hidden, so that a
// shared library keeps its own; weak, so that a library that links its backtracer by other symbols replaces them.

#define REPLACEABLE __attribute__((weak, visibility("hidden")))

REPLACEABLE unsigned char _swift_backtraceSettings[256];

REPLACEABLE bool _swift_backtrace_isThunkFunction(const char *name);
bool _swift_backtrace_isThunkFunction(const char *name) {
    (void)name;
    return false;
}
