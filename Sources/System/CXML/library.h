// libxml2's functions, looked up when the first parser is made. The importer is in the pages' executable; with
// usual linking, every page would load and relocate libxml2 and its ICU.
#ifndef CXML_LIBRARY_H
#define CXML_LIBRARY_H

#include <dlfcn.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <stdbool.h>

#define CXML_FUNCTIONS(each) \
    each(xmlCreatePushParserCtxt) each(xmlCtxtUseOptions) each(xmlParseChunk) each(xmlStopParser) \
    each(xmlFreeParserCtxt) each(xmlFreeDoc) each(xmlSAX2GetLineNumber)

#define CXML_MEMBER(name) __typeof__(name) *name;
static struct { CXML_FUNCTIONS(CXML_MEMBER) } library;

/// Loads the library; false if it is missing. A program of one release runs on others: version 2.14 has another soname, since
/// it lacks functions that are not used here. These, the handler and the first members of the context are the same.
static bool load_library(void) {
    if (library.xmlCreatePushParserCtxt != NULL) return true;
    bool is_newer = LIBXML_VERSION >= 21400;
    void *handle = dlopen(is_newer ? "libxml2.so.16" : "libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) handle = dlopen(is_newer ? "libxml2.so.2" : "libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return false;
    bool complete = true;
#define CXML_LOOK_UP(name) \
    *(void **)&library.name = dlsym(handle, #name); \
    complete = complete && library.name != NULL;
    CXML_FUNCTIONS(CXML_LOOK_UP)
    return complete;
}

#define xmlCreatePushParserCtxt library.xmlCreatePushParserCtxt
#define xmlCtxtUseOptions library.xmlCtxtUseOptions
#define xmlParseChunk library.xmlParseChunk
#define xmlStopParser library.xmlStopParser
#define xmlFreeParserCtxt library.xmlFreeParserCtxt
#define xmlFreeDoc library.xmlFreeDoc
#define xmlSAX2GetLineNumber library.xmlSAX2GetLineNumber

#endif
