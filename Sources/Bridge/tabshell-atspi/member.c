#include "member.h"

#include <math.h>

static const double maximum = 1e6;

static JsonNode *value(JsonObject *object, const char *name, GType type) {
    JsonNode *node = json_object_get_member(object, name);
    return node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type ? node : NULL;
}

const char *member_text(JsonObject *object, const char *name) {
    JsonNode *node = value(object, name, G_TYPE_STRING);
    return node ? json_node_get_string(node) : NULL;
}

JsonObject *member_object(JsonObject *object, const char *name) {
    JsonNode *node = json_object_get_member(object, name);
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

JsonArray *member_array(JsonObject *object, const char *name) {
    JsonNode *node = json_object_get_member(object, name);
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

int member_integer(JsonObject *object, const char *name) {
    JsonNode *whole = value(object, name, G_TYPE_INT64), *fraction = value(object, name, G_TYPE_DOUBLE);
    double number = whole ? (double)json_node_get_int(whole) : fraction ? json_node_get_double(fraction) : 0;
    return (int)floor(CLAMP(number, -maximum, maximum) + 0.5);
}

int member_flag(JsonObject *object, const char *name) {
    JsonNode *node = value(object, name, G_TYPE_BOOLEAN);
    return node ? json_node_get_boolean(node) : -1;
}

const char *element_text(JsonArray *array, guint index) {
    JsonNode *node = json_array_get_element(array, index);
    return JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING ? json_node_get_string(node) : NULL;
}
