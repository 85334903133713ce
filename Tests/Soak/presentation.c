// A sway without wp_presentation, when it is preloaded: sway 1.7 (wlroots 0.15) slows down over an hour with it.
#include <stddef.h>

void *wlr_presentation_create(void *display, void *backend) {
    (void)display;
    (void)backend;
    return NULL;
}

void wlr_presentation_surface_sampled_on_output(void *presentation, void *surface, void *output) {
    (void)presentation;
    (void)surface;
    (void)output;
}
