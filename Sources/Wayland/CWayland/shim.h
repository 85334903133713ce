/* The core only: the generated Swift replaces wayland-client-protocol.h. */
#include <wayland-client-core.h>
