
/* toml++ (TOML 1.0) behind a C interface: a document as a flat list of values, each with the place of its key and its own. */
#ifndef CTOML_H
#define CTOML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    CTOML_DATE_TIME,
    CTOML_ARRAY,
    CTOML_TABLE
} ctoml_kind;

/* Line and column, both counted from 1; columns in Unicode scalars. The line 0 means that the place is unknown. */
typedef struct {
    uint32_t line;
    uint32_t column;
} ctoml_position;

/* UTF-8, not terminated; it may contain NUL. */
typedef struct {
    const char *_Nullable bytes;
    size_t length;
} ctoml_text;

/* A value. The values of a table and the elements of an array follow it, each with its own ones after it. */
typedef struct {
    ctoml_kind kind;
    ctoml_position position;
    /* Of a member of a table; without a place in an array and at the root. */
    ctoml_position key_position;
    ctoml_text key;
    /* A string's content; a date and time as in RFC 3339. */
    ctoml_text text;
    /* An integer; 1 for true. */
    int64_t integer;
    double number;
    /* Direct members or elements. */
    size_t count;
} ctoml_node;

typedef struct ctoml_document ctoml_document;

/* The most names in a dotted key, and the deepest nesting of arrays and inline tables. */
enum { CTOML_MAXIMUM_DEPTH = 32 };

/* Parses a document. The text need not outlive the call. */
ctoml_document *_Nonnull ctoml_parse(const char *_Nullable text, size_t length);
void ctoml_free(ctoml_document *_Nonnull document);

/* The values, the root table first; none if the text is not TOML. They live as long as the document. */
const ctoml_node *_Nullable ctoml_nodes(const ctoml_document *_Nonnull document, size_t *_Nonnull count);

/* The reason why the text is not TOML, and its place. */
ctoml_text ctoml_error(const ctoml_document *_Nonnull document, ctoml_position *_Nonnull position);

#ifdef __cplusplus
}
#endif

#endif
