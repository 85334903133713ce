// A node of the accessibility tree as an object of ATK.
#pragma once
#include <atk/atk.h>
#include <json-glib/json-glib.h>

typedef enum { TABSHELL_ABSENT = -1, TABSHELL_FALSE, TABSHELL_TRUE } TabshellFlag;

typedef struct {
    AtkObject parent_instance;
    AtkObject *owner;     // the parent, not retained; NULL for the root and for what is no longer there
    GPtrArray *children;  // of TabshellNode, retained
    char *key;            // that by which an update finds it among its siblings
    char *id;             // NULL if it has none, and cannot be pressed
    char *text;           // of a field
    int anchor, caret;    // in its text, in code points; -1 unless it is edited
    int level, position, size;  // 0 if absent
    int edges[4];         // x0, y0, x1, y1 in logical pixels of the output
    TabshellFlag selected, expanded;
    gboolean has_bounds, disabled, modal, focused, active;
    gboolean can_click, has_menu;
    gboolean has_keys;    // the page shows the keyboard's focus here
} TabshellNode;

typedef AtkObjectClass TabshellNodeClass;

// Sends the press of an action on the node with this id; `menu` for the tab's menu.
typedef void (*TabshellPress)(const char *id, gboolean menu);

#define TABSHELL_NODE(object) G_TYPE_CHECK_INSTANCE_CAST(object, tabshell_node_get_type(), TabshellNode)
GType tabshell_node_get_type(void);

// The function that carries out presses; it is the same for all nodes.
void tabshell_node_set_press(TabshellPress press);

// The type of object for a node: only pressable nodes implement AtkAction, only lists of selectable ones AtkSelection,
// only text fields AtkText.
GType tabshell_node_type(JsonObject *json);

// Creates a node without its properties.
TabshellNode *tabshell_node_new(GType type, const char *key);

// Sets the properties of a node, but not its children. Notifies clients of changes if `tell`.
void tabshell_node_set(TabshellNode *node, JsonObject *json, gboolean tell);

// Gives a node the keyboard focus, or takes it, and notifies clients.
void tabshell_node_set_focused(TabshellNode *node, gboolean focused);

// Makes a window the active one, or no longer, and notifies clients.
void tabshell_node_set_active(TabshellNode *node, gboolean active);

TabshellNode *tabshell_node_child(TabshellNode *node, guint index);

// The node with an id in a tree, or NULL.
TabshellNode *tabshell_node_find(TabshellNode *root, const char *id);
