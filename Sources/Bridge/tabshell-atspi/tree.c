#include "tree.h"

#include "member.h"

// The levels that are read. The daemon sends fewer.
enum { maximum_depth = 24 };

TabshellNode *tabshell_tree_new(void) {
    TabshellNode *root = tabshell_node_new(tabshell_node_get_type(), "");
    atk_object_set_role(ATK_OBJECT(root), ATK_ROLE_APPLICATION);
    atk_object_set_name(ATK_OBJECT(root), "tabshell");
    return root;
}

// Marks a subtree as removed.
static void detach(TabshellNode *node) {
    node->owner = NULL;
    for (guint index = 0; index < node->children->len; index++) detach(tabshell_node_child(node, index));
}

// Removes a child without releasing it.
static TabshellNode *take(TabshellNode *node, guint index, gboolean tell) {
    TabshellNode *child = g_ptr_array_steal_index(node->children, index);
    if (tell) g_signal_emit_by_name(node, "children-changed::remove", index, child, NULL);
    return child;
}

static void remove_child(TabshellNode *node, guint index, gboolean tell) {
    g_autoptr(AtkObject) gone = ATK_OBJECT(take(node, index, tell));
    detach(TABSHELL_NODE(gone));
    if (tell) atk_object_notify_state_change(gone, ATK_STATE_DEFUNCT, TRUE);
}

static void insert(TabshellNode *node, guint index, TabshellNode *child, gboolean tell) {
    child->owner = ATK_OBJECT(node);
    g_ptr_array_insert(node->children, (int)index, child);
    if (!tell) return;
    g_signal_emit_by_name(node, "children-changed::add", index, child, NULL);
    // Screen readers announce a message when it begins to show.
    if (atk_object_get_role(ATK_OBJECT(child)) == ATK_ROLE_NOTIFICATION)
        atk_object_notify_state_change(ATK_OBJECT(child), ATK_STATE_SHOWING, TRUE);
}

// The id, else the place and the role.
static char *key(JsonObject *json, guint index) {
    const char *id = member_text(json, "id"), *role = member_text(json, "role");
    return id ? g_strdup(id) : g_strdup_printf("%u %s", index, role ? role : "");
}

// The child with a key from a place on, if it is of the type; else the number of children.
static guint find(TabshellNode *node, guint from, const char *key, GType type) {
    for (guint index = from; index < node->children->len; index++) {
        TabshellNode *child = tabshell_node_child(node, index);
        if (g_str_equal(child->key, key) && G_OBJECT_TYPE(child) == type) return index;
    }
    return node->children->len;
}

static gboolean is_among(TabshellNode *child, JsonObject *const *nodes, char *const *keys, guint count) {
    for (guint index = 0; index < count; index++)
        if (g_str_equal(child->key, keys[index]) && G_OBJECT_TYPE(child) == tabshell_node_type(nodes[index])) return TRUE;
    return FALSE;
}

static void update_children(TabshellNode *node, JsonObject *const *nodes, char *const *keys, guint count, gboolean tell,
                            int depth);

static guint selected_child(TabshellNode *node) {
    for (guint index = 0; index < node->children->len; index++)
        if (tabshell_node_child(node, index)->selected == TABSHELL_TRUE) return index;
    return G_MAXUINT;
}

static void update(TabshellNode *node, JsonObject *json, gboolean tell, int depth) {
    tabshell_node_set(node, json, tell);
    JsonArray *array = member_array(json, "children");
    guint length = array && depth < maximum_depth ? json_array_get_length(array) : 0, count = 0;
    g_autofree JsonObject **nodes = g_new(JsonObject *, length + 1);
    g_auto(GStrv) keys = g_new0(char *, length + 1);
    for (guint index = 0; index < length; index++) {
        JsonNode *element = json_array_get_element(array, index);
        if (!JSON_NODE_HOLDS_OBJECT(element)) continue;
        nodes[count] = json_node_get_object(element);
        keys[count] = key(nodes[count], index);
        count++;
    }
    guint selected = selected_child(node);
    update_children(node, nodes, keys, count, tell, depth);
    if (!tell || !ATK_IS_SELECTION(node) || selected_child(node) == selected) return;
    g_signal_emit_by_name(node, "selection-changed");
}

static void update_children(TabshellNode *node, JsonObject *const *nodes, char *const *keys, guint count, gboolean tell,
                            int depth) {
    for (guint index = node->children->len; index > 0; index--)
        if (!is_among(tabshell_node_child(node, index - 1), nodes, keys, count)) remove_child(node, index - 1, tell);
    for (guint index = 0; index < count; index++) {
        GType type = tabshell_node_type(nodes[index]);
        guint found = find(node, index, keys[index], type);
        if (found < node->children->len) {
            if (found > index) insert(node, index, take(node, found, tell), tell);
            update(tabshell_node_child(node, index), nodes[index], tell, depth + 1);
        } else {
            TabshellNode *child = tabshell_node_new(type, keys[index]);
            update(child, nodes[index], FALSE, depth + 1);
            insert(node, index, child, tell);
        }
    }
    // A peer that uses an id twice leaves an extra one.
    while (node->children->len > count) remove_child(node, node->children->len - 1, tell);
}

void tabshell_tree_update(TabshellNode *root, JsonObject *json) {
    g_autofree char *name = json ? key(json, 0) : NULL;
    update_children(root, &json, &name, json ? 1 : 0, TRUE, 0);
}

static void leave(TabshellNode *node, TabshellNode *focus) {
    if (node != focus) tabshell_node_set_focused(node, FALSE);
    for (guint index = 0; index < node->children->len; index++) leave(tabshell_node_child(node, index), focus);
}

static TabshellNode *focused_part(TabshellNode *node) {
    TabshellNode *found = node->has_keys ? node : NULL;
    for (guint index = 0; !found && index < node->children->len; index++)
        found = focused_part(tabshell_node_child(node, index));
    return found;
}

// The sheet or the PIN pad, which has the keyboard while it is open.
static TabshellNode *open_dialog(TabshellNode *window) {
    for (guint index = window->children->len; index > 0; index--) {
        TabshellNode *child = tabshell_node_child(window, index - 1);
        if (atk_object_get_role(ATK_OBJECT(child)) == ATK_ROLE_DIALOG) return child;
    }
    return NULL;
}

void tabshell_tree_focus(TabshellNode *root, const char *id) {
    TabshellNode *window = tabshell_node_child(root, 0);
    if (!window) return;
    gboolean in_bar = id && !g_str_has_prefix(id, "page:");
    TabshellNode *focus = in_bar ? NULL : focused_part(window);
    if (!focus && !in_bar) focus = open_dialog(window);
    if (!focus && id) focus = tabshell_node_find(window, id);
    leave(window, focus);
    tabshell_node_set_active(window, focus != NULL);
    if (focus) tabshell_node_set_focused(focus, TRUE);
}
