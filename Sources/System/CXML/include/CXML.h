// libxml2's push parser, reduced to the used events. libxml2's own headers can include ICU's, which clash with
// the ones in Swift's Foundation, so Swift must not see them.
#ifndef CXML_H
#define CXML_H

#include <stddef.h>

/// A parser.
typedef struct cxml_parser cxml_parser;

/// An attribute: its name ends with NUL, its value does not.
typedef struct {
    const char *name;
    const char *value;
    size_t length;
} cxml_attribute;

/// The functions that handle the events of a cxml_parse call.
typedef struct {
    /// The start of an element. The attributes are valid until the function returns.
    void (*element)(void *user, const char *name, const cxml_attribute *attributes, size_t count, long line);
    /// The end of an element.
    void (*end)(void *user);
    /// Text that is not well-formed. Parsing continues after it.
    void (*error)(void *user, const char *message, long line);
    void *user;
} cxml_listener;

/// Creates a parser; NULL when memory runs out.
cxml_parser *cxml_new(void);

/// Parses the next bytes; `is_last` marks the last call.
void cxml_parse(cxml_parser *parser, cxml_listener listener, const void *bytes, size_t count, int is_last);

/// Ends the parsing; may be called by a listener's function.
void cxml_stop(cxml_parser *parser);

void cxml_free(cxml_parser *parser);

#endif
