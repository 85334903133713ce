// Members of JSON objects, which may be absent or of another type.
#pragma once
#include <json-glib/json-glib.h>

// NULL if absent or null.
const char *member_text(JsonObject *object, const char *name);
JsonObject *member_object(JsonObject *object, const char *name);
JsonArray *member_array(JsonObject *object, const char *name);
// A number, rounded and clamped to a screen's range; 0 if absent.
int member_integer(JsonObject *object, const char *name);
// -1 if absent.
int member_flag(JsonObject *object, const char *name);
const char *element_text(JsonArray *array, guint index);
