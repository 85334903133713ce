/* The core only: the generated Swift replaces wayland-client-protocol.h. */
#include <wayland-client-core.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* Formats a line of the log of libwayland. va_list is another type on arm64, on which Swift's compiler fails. */
typedef void cwayland_log(const char *_Nonnull text, size_t length);

/* In a function: Swift's compiler emits no variables of a header. */
static inline cwayland_log *_Nullable *_Nonnull cwayland_handler(void) {
    static cwayland_log *_Nullable handler;
    return &handler;
}

static void cwayland_format(const char *_Nonnull format, va_list arguments) {
    char text[1024];
    int length = vsnprintf(text, sizeof text, format, arguments);
    size_t size = length < 0 ? 0 : (size_t)length;
    if (*cwayland_handler()) (*cwayland_handler())(text, size < sizeof text ? size : sizeof text - 1);
}

static inline void cwayland_set_log(cwayland_log *_Nonnull handler) {
    *cwayland_handler() = handler;
    wl_log_set_handler_client(cwayland_format);
}
