// The text of a field as AtkText, in code points. Clients cannot write it: the protocol lacks a verb for that.
#pragma once
#include "node.h"

void tabshell_text_init(AtkTextIface *interface);

// Sets text, caret and selection of a field. Notifies clients of changes if `tell`.
void tabshell_text_set(TabshellNode *node, JsonObject *json, gboolean tell);
