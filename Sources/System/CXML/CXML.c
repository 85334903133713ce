#include "CXML.h"
#include "library.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Further attributes of an element are not reported.
enum { maximum_attributes = 32 };

struct cxml_parser {
    xmlParserCtxtPtr context;
    cxml_listener listener;
};

static void start_element(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                          int namespace_count, const xmlChar **namespaces, int count, int default_count,
                          const xmlChar **attributes) {
    (void)prefix, (void)uri, (void)namespace_count, (void)namespaces, (void)default_count;
    cxml_parser *parser = user;
    cxml_attribute found[maximum_attributes];
    size_t length = count < 0 ? 0 : count > maximum_attributes ? maximum_attributes : (size_t)count;
    for (size_t index = 0; index < length; index++) {
        // Each has a name, a prefix, a namespace, and the start and the end of its value.
        const xmlChar **parts = attributes + 5 * index;
        found[index].name = (const char *)parts[0];
        found[index].value = (const char *)parts[3];
        found[index].length = (size_t)(parts[4] - parts[3]);
    }
    parser->listener.element(parser->listener.user, (const char *)name, found, length,
                             xmlSAX2GetLineNumber(parser->context));
}

static void end_element(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)name, (void)prefix, (void)uri;
    cxml_parser *parser = user;
    parser->listener.end(parser->listener.user);
}

// The error's type is const or not, depending on libxml2's version.
#if LIBXML_VERSION >= 21200
static void error(void *user, const xmlError *error) {
#else
static void error(void *user, xmlErrorPtr error) {
#endif
    cxml_parser *parser = user;
    if (error == NULL || error->level < XML_ERR_ERROR) return;
    const char *message = error->message == NULL ? "unknown" : error->message;
    parser->listener.error(parser->listener.user, message, error->line);
}

cxml_parser *cxml_new(void) {
    if (!load_library()) return NULL;
    cxml_parser *parser = calloc(1, sizeof *parser);
    if (parser == NULL) return NULL;
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = start_element;
    handler.endElementNs = end_element;
    handler.serror = error;
    parser->context = xmlCreatePushParserCtxt(&handler, parser, NULL, 0, NULL);
    if (parser->context == NULL) {
        free(parser);
        return NULL;
    }
    // Without NOENT an ampersand in an attribute would stay "&#38;".
    xmlCtxtUseOptions(parser->context, XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_RECOVER);
    return parser;
}

void cxml_parse(cxml_parser *parser, cxml_listener listener, const void *bytes, size_t count, int is_last) {
    parser->listener = listener;
    xmlParseChunk(parser->context, bytes, count > INT_MAX ? INT_MAX : (int)count, is_last);
}

void cxml_stop(cxml_parser *parser) { xmlStopParser(parser->context); }

void cxml_free(cxml_parser *parser) {
    if (parser == NULL) return;
    // The document that the parser begins for a DOCTYPE; freeing the context leaves it.
    if (parser->context->myDoc != NULL) xmlFreeDoc(parser->context->myDoc);
    xmlFreeParserCtxt(parser->context);
    free(parser);
}
