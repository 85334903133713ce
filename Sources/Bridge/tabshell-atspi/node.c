#include "node.h"

#include "member.h"
#include "relation.h"
#include "role.h"
#include "text.h"

static TabshellPress press_function;

static void component_init(AtkComponentIface *interface);
static void action_init(AtkActionIface *interface);
static void selection_init(AtkSelectionIface *interface);
static void window_init(AtkWindowIface *interface);

typedef TabshellNode TabshellButton, TabshellField, TabshellList, TabshellWindow;
typedef TabshellNodeClass TabshellButtonClass, TabshellFieldClass, TabshellListClass, TabshellWindowClass;

GType tabshell_button_get_type(void);
GType tabshell_field_get_type(void);
GType tabshell_list_get_type(void);
GType tabshell_window_get_type(void);

G_DEFINE_TYPE_WITH_CODE(TabshellNode, tabshell_node, ATK_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(ATK_TYPE_COMPONENT, component_init))
G_DEFINE_TYPE_WITH_CODE(TabshellButton, tabshell_button, tabshell_node_get_type(),
                        G_IMPLEMENT_INTERFACE(ATK_TYPE_ACTION, action_init))
G_DEFINE_TYPE_WITH_CODE(TabshellField, tabshell_field, tabshell_button_get_type(),
                        G_IMPLEMENT_INTERFACE(ATK_TYPE_TEXT, tabshell_text_init)
                            G_IMPLEMENT_INTERFACE(ATK_TYPE_EDITABLE_TEXT, tabshell_editable_text_init))
G_DEFINE_TYPE_WITH_CODE(TabshellList, tabshell_list, tabshell_node_get_type(),
                        G_IMPLEMENT_INTERFACE(ATK_TYPE_SELECTION, selection_init))
G_DEFINE_TYPE_WITH_CODE(TabshellWindow, tabshell_window, tabshell_node_get_type(),
                        G_IMPLEMENT_INTERFACE(ATK_TYPE_WINDOW, window_init))

// MARK: The object

static void node_finalize(GObject *object) {
    TabshellNode *node = TABSHELL_NODE(object);
    g_ptr_array_unref(node->children);
    g_free(node->key);
    g_free(node->id);
    g_free(node->text);
    G_OBJECT_CLASS(tabshell_node_parent_class)->finalize(object);
}

static int node_child_count(AtkObject *object) { return (int)TABSHELL_NODE(object)->children->len; }

static AtkObject *node_ref_child(AtkObject *object, int index) {
    TabshellNode *child = index < 0 ? NULL : tabshell_node_child(TABSHELL_NODE(object), (guint)index);
    return child ? g_object_ref(ATK_OBJECT(child)) : NULL;
}

static AtkObject *node_parent(AtkObject *object) { return TABSHELL_NODE(object)->owner; }

static int node_index(AtkObject *object) {
    guint index;
    AtkObject *owner = TABSHELL_NODE(object)->owner;
    return owner && g_ptr_array_find(TABSHELL_NODE(owner)->children, object, &index) ? (int)index : -1;
}

static void add_states(AtkStateSet *states, TabshellNode *node) {
    atk_state_set_add_state(states, ATK_STATE_SHOWING);
    atk_state_set_add_state(states, ATK_STATE_VISIBLE);
    if (!node->disabled) {
        atk_state_set_add_state(states, ATK_STATE_ENABLED);
        atk_state_set_add_state(states, ATK_STATE_SENSITIVE);
    }
    if (ATK_IS_TEXT(node)) {
        if (!node->disabled) atk_state_set_add_state(states, ATK_STATE_EDITABLE);
        atk_state_set_add_state(states, ATK_STATE_SINGLE_LINE);
    }
    if (node->can_click || node->focused) atk_state_set_add_state(states, ATK_STATE_FOCUSABLE);
    if (node->focused) atk_state_set_add_state(states, ATK_STATE_FOCUSED);
    if (node->active) atk_state_set_add_state(states, ATK_STATE_ACTIVE);
    if (node->modal) atk_state_set_add_state(states, ATK_STATE_MODAL);
    if (node->selected != TABSHELL_ABSENT) atk_state_set_add_state(states, ATK_STATE_SELECTABLE);
    if (node->selected == TABSHELL_TRUE) atk_state_set_add_state(states, ATK_STATE_SELECTED);
    if (node->expanded != TABSHELL_ABSENT) atk_state_set_add_state(states, ATK_STATE_EXPANDABLE);
    if (node->expanded == TABSHELL_TRUE) atk_state_set_add_state(states, ATK_STATE_EXPANDED);
}

static AtkStateSet *node_states(AtkObject *object) {
    AtkStateSet *states = atk_state_set_new();
    TabshellNode *node = TABSHELL_NODE(object);
    if (node->owner || atk_object_get_role(object) == ATK_ROLE_APPLICATION) add_states(states, node);
    else atk_state_set_add_state(states, ATK_STATE_DEFUNCT);
    return states;
}

static AtkRelationSet *node_relations(AtkObject *object) { return tabshell_relations(TABSHELL_NODE(object)); }

static AtkAttributeSet *with_number(AtkAttributeSet *attributes, const char *name, int number) {
    if (number <= 0) return attributes;
    AtkAttribute *attribute = g_new(AtkAttribute, 1);
    *attribute = (AtkAttribute){.name = g_strdup(name), .value = g_strdup_printf("%d", number)};
    return g_slist_prepend(attributes, attribute);
}

static AtkAttributeSet *node_attributes(AtkObject *object) {
    TabshellNode *node = TABSHELL_NODE(object);
    AtkAttributeSet *attributes = with_number(NULL, "level", node->level);
    attributes = with_number(attributes, "setsize", node->size);
    return with_number(attributes, "posinset", node->position);
}

static void tabshell_node_class_init(TabshellNodeClass *class) {
    G_OBJECT_CLASS(class)->finalize = node_finalize;
    class->get_n_children = node_child_count;
    class->ref_child = node_ref_child;
    class->get_parent = node_parent;
    class->get_index_in_parent = node_index;
    class->ref_state_set = node_states;
    class->get_attributes = node_attributes;
    class->ref_relation_set = node_relations;
}

static void tabshell_node_init(TabshellNode *node) {
    node->children = g_ptr_array_new_with_free_func(g_object_unref);
    node->selected = node->expanded = TABSHELL_ABSENT;
    node->anchor = node->caret = -1;
}

static void tabshell_button_class_init(TabshellButtonClass *class) { (void)class; }
static void tabshell_button_init(TabshellButton *node) { (void)node; }
static void tabshell_field_class_init(TabshellFieldClass *class) { (void)class; }
static void tabshell_field_init(TabshellField *node) { (void)node; }
static void tabshell_list_class_init(TabshellListClass *class) { (void)class; }
static void tabshell_list_init(TabshellList *node) { (void)node; }
static void tabshell_window_class_init(TabshellWindowClass *class) { (void)class; }
static void tabshell_window_init(TabshellWindow *node) { (void)node; }

// MARK: AtkComponent

// The node that coordinates of a type are relative to; NULL for screen coordinates.
static TabshellNode *origin(TabshellNode *node, AtkCoordType type) {
    if (type == ATK_XY_PARENT) return node->owner ? TABSHELL_NODE(node->owner) : NULL;
    if (type != ATK_XY_WINDOW) return NULL;
    while (node && atk_object_get_role(ATK_OBJECT(node)) != ATK_ROLE_FRAME)
        node = node->owner ? TABSHELL_NODE(node->owner) : NULL;
    return node;
}

static void node_extents(AtkComponent *component, int *x, int *y, int *width, int *height, AtkCoordType type) {
    TabshellNode *node = TABSHELL_NODE(component), *base = origin(node, type);
    *x = *y = *width = *height = -1;
    if (!node->has_bounds) return;
    *x = node->edges[0] - (base ? base->edges[0] : 0);
    *y = node->edges[1] - (base ? base->edges[1] : 0);
    *width = node->edges[2] - node->edges[0];
    *height = node->edges[3] - node->edges[1];
}

static gboolean contains(TabshellNode *node, int x, int y) {
    return node->has_bounds && x >= node->edges[0] && x < node->edges[2] && y >= node->edges[1] && y < node->edges[3];
}

static void to_screen(TabshellNode *node, AtkCoordType type, int *x, int *y) {
    TabshellNode *base = origin(node, type);
    *x += base ? base->edges[0] : 0;
    *y += base ? base->edges[1] : 0;
}

static gboolean node_contains(AtkComponent *component, int x, int y, AtkCoordType type) {
    to_screen(TABSHELL_NODE(component), type, &x, &y);
    return contains(TABSHELL_NODE(component), x, y);
}

// The deepest node at a point; of siblings the last, which is in front.
static TabshellNode *node_at(TabshellNode *node, int x, int y) {
    for (guint index = node->children->len; index > 0; index--) {
        TabshellNode *found = node_at(tabshell_node_child(node, index - 1), x, y);
        if (found) return found;
    }
    return contains(node, x, y) ? node : NULL;
}

static AtkObject *node_at_point(AtkComponent *component, int x, int y, AtkCoordType type) {
    to_screen(TABSHELL_NODE(component), type, &x, &y);
    TabshellNode *found = node_at(TABSHELL_NODE(component), x, y);
    return found ? g_object_ref(ATK_OBJECT(found)) : NULL;
}

static void component_init(AtkComponentIface *interface) {
    interface->get_extents = node_extents;
    interface->contains = node_contains;
    interface->ref_accessible_at_point = node_at_point;
}

// MARK: AtkAction

static gboolean perform(TabshellNode *node, gboolean menu) {
    if (!node->id || !node->owner || node->disabled || !press_function) return FALSE;
    press_function(node->id, menu);
    return TRUE;
}

static int action_count(AtkAction *action) {
    TabshellNode *node = TABSHELL_NODE(action);
    return (node->can_click ? 1 : 0) + (node->has_menu ? 1 : 0);
}

static const char *action_name(AtkAction *action, int index) {
    if (index < 0 || index >= action_count(action)) return NULL;
    return index == 0 && TABSHELL_NODE(action)->can_click ? "click" : "showContextMenu";
}

static gboolean do_action(AtkAction *action, int index) {
    const char *name = action_name(action, index);
    return name && perform(TABSHELL_NODE(action), !g_str_equal(name, "click"));
}

static void action_init(AtkActionIface *interface) {
    interface->get_n_actions = action_count;
    interface->get_name = action_name;
    interface->do_action = do_action;
}

// MARK: AtkSelection

static int selection_count(AtkSelection *selection) {
    TabshellNode *node = TABSHELL_NODE(selection);
    int count = 0;
    for (guint index = 0; index < node->children->len; index++)
        if (tabshell_node_child(node, index)->selected == TABSHELL_TRUE) count++;
    return count;
}

static AtkObject *ref_selection(AtkSelection *selection, int place) {
    TabshellNode *node = TABSHELL_NODE(selection);
    for (guint index = 0; index < node->children->len; index++) {
        TabshellNode *child = tabshell_node_child(node, index);
        if (child->selected == TABSHELL_TRUE && place-- == 0) return g_object_ref(ATK_OBJECT(child));
    }
    return NULL;
}

static gboolean is_child_selected(AtkSelection *selection, int index) {
    TabshellNode *child = index < 0 ? NULL : tabshell_node_child(TABSHELL_NODE(selection), (guint)index);
    return child && child->selected == TABSHELL_TRUE;
}

static gboolean add_selection(AtkSelection *selection, int index) {
    TabshellNode *child = index < 0 ? NULL : tabshell_node_child(TABSHELL_NODE(selection), (guint)index);
    return child && child->can_click && perform(child, FALSE);
}

static void selection_init(AtkSelectionIface *interface) {
    interface->get_selection_count = selection_count;
    interface->ref_selection = ref_selection;
    interface->is_child_selected = is_child_selected;
    interface->add_selection = add_selection;
}

static void window_init(AtkWindowIface *interface) { (void)interface; }

// MARK: Properties

void tabshell_node_set_press(TabshellPress press) { press_function = press; }

static gboolean can(JsonObject *json, const char *action) {
    JsonArray *actions = member_array(json, "actions");
    for (guint index = 0; actions && index < json_array_get_length(actions); index++)
        if (g_strcmp0(element_text(actions, index), action) == 0) return TRUE;
    return FALSE;
}

GType tabshell_node_type(JsonObject *json) {
    const char *role = member_text(json, "role");
    if (g_strcmp0(role, "window") == 0) return tabshell_window_get_type();
    if (g_strcmp0(role, "textInput") == 0 || g_strcmp0(role, "searchInput") == 0) return tabshell_field_get_type();
    if (can(json, "click") || can(json, "showContextMenu")) return tabshell_button_get_type();
    if (g_strcmp0(role, "tabList") == 0 || g_strcmp0(role, "listBox") == 0) return tabshell_list_get_type();
    return tabshell_node_get_type();
}

TabshellNode *tabshell_node_new(GType type, const char *key) {
    TabshellNode *node = g_object_new(type, NULL);
    node->key = g_strdup(key);
    return node;
}

// The value and the hint. ATK's values are numbers; these are words from the page.
static char *description(JsonObject *json, const char *value) {
    const char *hint = member_text(json, "description");
    if (value && hint) return g_strdup_printf("%s; %s", value, hint);
    return g_strdup(value ? value : hint ? hint : "");
}

// The setters of ATK notify clients; the fields of a node outside the tree are set directly.
static void set_texts(TabshellNode *node, JsonObject *json, gboolean tell) {
    AtkObject *object = ATK_OBJECT(node);
    const char *label = member_text(json, "label"), *value = member_text(json, "value");
    // A field has its text elsewhere, and a password has none.
    if (object->role == ATK_ROLE_ENTRY || object->role == ATK_ROLE_PASSWORD_TEXT) value = NULL;
    const char *name = label ? label : value ? value : "";
    g_autofree char *words = description(json, label ? value : NULL);
    if (!tell) {
        g_free(object->name);
        g_free(object->description);
        object->name = g_strdup(name);
        object->description = g_steal_pointer(&words);
        return;
    }
    if (g_strcmp0(object->name, name) != 0) atk_object_set_name(object, name);
    if (g_strcmp0(object->description, words) != 0) atk_object_set_description(object, words);
}

static void set_role(AtkObject *object, AtkRole role, gboolean tell) {
    if (!tell) object->role = role;
    else if (object->role != role) atk_object_set_role(object, role);
}

// The bounds, else those of what is in it, as of a group without an area of its own.
static gboolean find_edges(JsonObject *json, int edges[4], int depth) {
    static const char *const names[] = {"x0", "y0", "x1", "y1"};
    JsonObject *bounds = member_object(json, "bounds");
    for (int index = 0; bounds && index < 4; index++) edges[index] = member_integer(bounds, names[index]);
    if (bounds) return TRUE;
    JsonArray *children = depth > 0 ? member_array(json, "children") : NULL;
    gboolean found = FALSE;
    for (guint index = 0; children && index < json_array_get_length(children); index++) {
        JsonNode *element = json_array_get_element(children, index);
        int inner[4];
        if (!JSON_NODE_HOLDS_OBJECT(element) || !find_edges(json_node_get_object(element), inner, depth - 1)) continue;
        for (int edge = 0; edge < 4; edge++) {
            int nearer = edge < 2 ? MIN(edges[edge], inner[edge]) : MAX(edges[edge], inner[edge]);
            edges[edge] = found ? nearer : inner[edge];
        }
        found = TRUE;
    }
    return found;
}

static void set_bounds(TabshellNode *node, JsonObject *json, gboolean tell) {
    enum { depth = 4 };
    int edges[4] = {0, 0, 0, 0};
    gboolean has_bounds = find_edges(json, edges, depth);
    gboolean changed = node->has_bounds != has_bounds;
    node->has_bounds = has_bounds;
    for (int index = 0; index < 4; index++) {
        if (node->edges[index] != edges[index]) changed = TRUE;
        node->edges[index] = edges[index];
    }
    if (!changed || !tell) return;
    AtkRectangle extents;
    node_extents(ATK_COMPONENT(node), &extents.x, &extents.y, &extents.width, &extents.height, ATK_XY_SCREEN);
    g_signal_emit_by_name(node, "bounds-changed", &extents);
}

// Sends a signal for each state in only one of two sets.
static void tell_states(AtkObject *object, AtkStateSet *before) {
    g_autoptr(AtkStateSet) now = atk_object_ref_state_set(object);
    for (AtkStateType state = 0; state < ATK_STATE_LAST_DEFINED; state++) {
        gboolean is = atk_state_set_contains_state(now, state);
        if (is != atk_state_set_contains_state(before, state)) atk_object_notify_state_change(object, state, is);
    }
}

void tabshell_node_set(TabshellNode *node, JsonObject *json, gboolean tell) {
    AtkObject *object = ATK_OBJECT(node);
    g_autoptr(AtkStateSet) before = atk_object_ref_state_set(object);
    const char *role = member_text(json, "role");
    set_role(object, tabshell_role(role ? role : ""), tell);
    g_free(node->id);
    node->id = g_strdup(member_text(json, "id"));
    const char *author_id = member_text(json, "authorId");
    if (author_id || node->id) atk_object_set_accessible_id(object, author_id ? author_id : node->id);
    node->level = member_integer(json, "level");
    node->position = member_integer(json, "positionInSet");
    node->size = member_integer(json, "sizeOfSet");
    node->selected = (TabshellFlag)member_flag(json, "selected");
    node->expanded = (TabshellFlag)member_flag(json, "expanded");
    node->disabled = member_flag(json, "disabled") == TABSHELL_TRUE;
    node->modal = member_flag(json, "modal") == TABSHELL_TRUE;
    node->has_keys = member_flag(json, "focused") == TABSHELL_TRUE;
    node->can_click = can(json, "click");
    node->has_menu = can(json, "showContextMenu");
    set_texts(node, json, tell);
    set_bounds(node, json, tell);
    if (ATK_IS_TEXT(node)) tabshell_text_set(node, json, tell);
    if (tell) tell_states(object, before);
}

void tabshell_node_set_focused(TabshellNode *node, gboolean focused) {
    if (node->focused == focused) return;
    node->focused = focused;
    atk_object_notify_state_change(ATK_OBJECT(node), ATK_STATE_FOCUSED, focused);
}

void tabshell_node_set_active(TabshellNode *node, gboolean active) {
    if (node->active == active) return;
    node->active = active;
    atk_object_notify_state_change(ATK_OBJECT(node), ATK_STATE_ACTIVE, active);
    if (ATK_IS_WINDOW(node)) g_signal_emit_by_name(node, active ? "activate" : "deactivate");
}

TabshellNode *tabshell_node_child(TabshellNode *node, guint index) {
    return index < node->children->len ? g_ptr_array_index(node->children, index) : NULL;
}

TabshellNode *tabshell_node_find(TabshellNode *root, const char *id) {
    if (g_strcmp0(root->id, id) == 0) return root;
    for (guint index = 0; index < root->children->len; index++) {
        TabshellNode *found = tabshell_node_find(tabshell_node_child(root, index), id);
        if (found) return found;
    }
    return NULL;
}
