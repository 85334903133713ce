// The tree of objects, kept equal to the daemon's.
#pragma once
#include "node.h"

// Creates the application: the root of the objects, with at most one child, the window.
TabshellNode *tabshell_tree_new(void);

// Makes the objects below the root equal to a tree of the topic `accessibility`; NULL removes them. An object lives as
// long as its node, and clients get the changes.
void tabshell_tree_update(TabshellNode *root, JsonObject *json);

// Gives the focus to a node, and makes its window active. Instead of a page, or of none (NULL), the part of a page that
// shows the focus has it, if any. Call it after each update as well: the node may only arrive with it.
void tabshell_tree_focus(TabshellNode *root, const char *id);
