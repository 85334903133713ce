// SPDX-License-Identifier: MIT
// The tree of objects, kept the same as that of the daemon.
#pragma once
#include "node.h"

// Creates the application, which is the root of the objects and has at most one child, the window.
TabshellNode *tabshell_tree_new(void);

// Makes the objects below the root the same as a tree of the topic `accessibility`; NULL removes them. An object stays the same as
// long as its node does, and clients are told what has changed.
void tabshell_tree_update(TabshellNode *root, JsonObject *json);

// Gives the focus to a node, and makes its window active; NULL takes it from all. Call it after each update as well:
// the node may only arrive with it.
void tabshell_tree_focus(TabshellNode *root, const char *id);
