// The floor under an animated bar: on SIGUSR1, twelve frames with cairo, one for each frame callback. A frame fills three
// targets of 46 × 46, draws an ellipse in each, and an icon through a mask.
#define _GNU_SOURCE
#include <cairo.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <wayland-client.h>

enum { width = 1920, height = 119, target = 46, targets = 3, motion = 12, buffers = 3 };

// The parts of wlr-layer-shell that are used, by their opcodes and signatures.
static const struct wl_interface layer_surface_interface;
static const struct wl_interface *shell_types[] = {
    &layer_surface_interface, &wl_surface_interface, &wl_output_interface, NULL, NULL,
};
static const struct wl_interface *no_types[] = {NULL, NULL, NULL, NULL};
static const struct wl_message shell_requests[] = {{"get_layer_surface", "no?ous", shell_types}};
static const struct wl_interface shell_interface = {"zwlr_layer_shell_v1", 1, 1, shell_requests, 0, NULL};
static const struct wl_message surface_requests[] = {
    {"set_size", "uu", no_types},         {"set_anchor", "u", no_types},
    {"set_exclusive_zone", "i", no_types}, {"set_margin", "iiii", no_types},
    {"set_keyboard_interactivity", "u", no_types}, {"get_popup", "o", no_types},
    {"ack_configure", "u", no_types},
};
static const struct wl_message surface_events[] = {{"configure", "uuu", no_types}, {"closed", "", no_types}};
static const struct wl_interface layer_surface_interface = {
    "zwlr_layer_surface_v1", 1, 7, surface_requests, 2, surface_events,
};

struct buffer {
    struct wl_buffer *proxy;
    cairo_surface_t *picture;
    bool busy;
};

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_proxy *shell;
static struct wl_surface *surface;
static struct buffer pool[buffers];
static cairo_surface_t *icon;
static int left;
static bool configured;

static void release(void *data, struct wl_buffer *buffer) {
    (void)buffer;
    ((struct buffer *)data)->busy = false;
}
static const struct wl_buffer_listener buffer_listener = {release};

static void draw_frame(void);

static void done(void *data, struct wl_callback *callback, uint32_t time) {
    (void)data;
    (void)time;
    wl_callback_destroy(callback);
    if (left > 0) draw_frame();
}
static const struct wl_callback_listener frame_listener = {done};

static void draw_frame(void) {
    struct buffer *buffer = NULL;
    for (int each = 0; each < buffers && buffer == NULL; each++) {
        if (!pool[each].busy) buffer = &pool[each];
    }
    if (buffer == NULL) return;
    left--;
    cairo_t *context = cairo_create(buffer->picture);
    for (int each = 0; each < targets; each++) {
        double x = 600 + each * 300, y = 40, share = (double)left / motion;
        cairo_save(context);
        cairo_rectangle(context, x, y, target, target);
        cairo_clip(context);
        cairo_set_source_rgb(context, 1, 1, 1);
        cairo_paint(context);
        cairo_set_source_rgba(context, 0.2, 0.4, 0.9, share);
        cairo_arc(context, x + target / 2.0, y + target / 2.0, target / 2.0 - 1, 0, 6.2831853);
        cairo_fill(context);
        cairo_set_source_rgb(context, share, 0.3, 0.3);
        cairo_mask_surface(context, icon, x + 11, y + 11);
        cairo_restore(context);
    }
    cairo_destroy(context);
    cairo_surface_flush(buffer->picture);
    wl_surface_attach(surface, buffer->proxy, 0, 0);
    for (int each = 0; each < targets; each++) wl_surface_damage(surface, 600 + each * 300, 40, target, target);
    wl_callback_add_listener(wl_surface_frame(surface), &frame_listener, NULL);
    buffer->busy = true;
    wl_surface_commit(surface);
}

static void configure(void *data, struct wl_proxy *role, uint32_t serial, uint32_t new_width, uint32_t new_height) {
    (void)data;
    (void)new_width;
    (void)new_height;
    wl_proxy_marshal_flags(role, 6, NULL, 1, 0, serial);
    if (configured) return;
    configured = true;
    left = 1;
    draw_frame();
}

static void closed(void *data, struct wl_proxy *role) {
    (void)data;
    (void)role;
    exit(0);
}
static void (*role_listener[])(void) = {(void (*)(void))configure, (void (*)(void))closed};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    (void)data;
    (void)version;
    if (strcmp(interface, "wl_compositor") == 0) {
        compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    } else if (strcmp(interface, "wl_shm") == 0) {
        shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    } else if (strcmp(interface, "zwlr_layer_shell_v1") == 0) {
        shell = wl_registry_bind(registry, name, &shell_interface, 1);
    }
}
static void global_remove(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data;
    (void)registry;
    (void)name;
}
static const struct wl_registry_listener registry_listener = {global, global_remove};

static bool make_buffers(void) {
    size_t size = (size_t)width * height * 4;
    int file = memfd_create("bench-bar", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, (off_t)(size * buffers)) != 0) return false;
    unsigned char *memory = mmap(NULL, size * buffers, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) return false;
    struct wl_shm_pool *shared = wl_shm_create_pool(shm, file, (int)(size * buffers));
    memset(memory, 0xFF, size * buffers);
    for (int each = 0; each < buffers; each++) {
        pool[each].proxy = wl_shm_pool_create_buffer(
            shared, (int)(size * (size_t)each), width, height, width * 4, WL_SHM_FORMAT_ARGB8888);
        wl_buffer_add_listener(pool[each].proxy, &buffer_listener, &pool[each]);
        pool[each].picture = cairo_image_surface_create_for_data(
            memory + size * (size_t)each, CAIRO_FORMAT_ARGB32, width, height, width * 4);
    }
    icon = cairo_image_surface_create(CAIRO_FORMAT_A8, 24, 24);
    cairo_t *context = cairo_create(icon);
    cairo_arc(context, 12, 12, 9, 0, 6.2831853);
    cairo_set_line_width(context, 3);
    cairo_stroke(context);
    cairo_destroy(context);
    return true;
}

int main(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    int wake = signalfd(-1, &signals, SFD_CLOEXEC);
    struct wl_display *display = wl_display_connect(NULL);
    if (display == NULL || wake < 0) {
        perror("bench-bar");
        return 1;
    }
    struct wl_registry *registry = wl_display_get_registry(display);
    wl_registry_add_listener(registry, &registry_listener, NULL);
    wl_display_roundtrip(display);
    if (compositor == NULL || shm == NULL || shell == NULL || !make_buffers()) {
        fprintf(stderr, "bench-bar: the compositor lacks a protocol, or there is no memory\n");
        return 1;
    }
    surface = wl_compositor_create_surface(compositor);
    // The layer "top", at the lower edge and the two beside.
    struct wl_proxy *role = wl_proxy_marshal_flags(
        shell, 0, &layer_surface_interface, 1, 0, NULL, surface, NULL, 2u, "bench-bar");
    wl_proxy_add_listener(role, role_listener, NULL);
    wl_proxy_marshal_flags(role, 0, NULL, 1, 0, 0u, (uint32_t)height);
    wl_proxy_marshal_flags(role, 1, NULL, 1, 0, 2u | 4u | 8u);
    wl_proxy_marshal_flags(role, 2, NULL, 1, 0, height);
    wl_surface_commit(surface);
    struct pollfd watched[] = {{wl_display_get_fd(display), POLLIN, 0}, {wake, POLLIN, 0}};
    for (;;) {
        while (wl_display_prepare_read(display) != 0) wl_display_dispatch_pending(display);
        wl_display_flush(display);
        if (poll(watched, 2, -1) < 0 || (watched[0].revents & POLLIN) == 0) {
            wl_display_cancel_read(display);
        } else {
            wl_display_read_events(display);
        }
        if (wl_display_dispatch_pending(display) < 0) return 1;
        if (watched[1].revents & POLLIN) {
            struct signalfd_siginfo info;
            if (read(wake, &info, sizeof info) != sizeof info) return 1;
            left = motion;
            draw_frame();
        }
    }
}
