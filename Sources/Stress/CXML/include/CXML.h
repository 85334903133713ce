// SPDX-License-Identifier: MIT
// libxml2's push parser, as far as we need it. Its own headers can include ICU's, which clash with those of Swift's
// Foundation, so Swift must not see them.
#ifndef CXML_H
#define CXML_H

#include <stddef.h>

/// A parser and what it tells.
typedef struct cxml_parser cxml_parser;

/// An attribute: its name ends with NUL, its value does not.
typedef struct {
    const char *name;
    const char *value;
    size_t length;
} cxml_attribute;

typedef struct {
    /// An element begins. The attributes live as long as the call.
    void (*element)(void *user, const char *name, const cxml_attribute *attributes, size_t count, long line);
    /// Something is not well-formed. Reading goes on behind it.
    void (*fault)(void *user, const char *message, long line);
    void *user;
} cxml_listener;

/// NULL without memory. The listener is copied; its functions are called by cxml_parse only.
cxml_parser *cxml_new(cxml_listener listener);

/// Takes the next bytes; the last call says so.
void cxml_parse(cxml_parser *parser, const void *bytes, size_t count, int is_last);

/// Ends the parsing; may be called by a listener's function.
void cxml_stop(cxml_parser *parser);

void cxml_free(cxml_parser *parser);

#endif
