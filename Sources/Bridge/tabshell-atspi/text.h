// The text of a field as AtkText and AtkEditableText, in code points.
#pragma once
#include "node.h"

// Sends a change of the field with this id: `text` replaces the characters from `start` to `end`, or they are selected if it is NULL.
typedef void (*TabshellEdit)(const char *id, int start, int end, const char *text);

// The function that carries out changes; it is the same for all nodes.
void tabshell_text_set_edit(TabshellEdit edit);

void tabshell_text_init(AtkTextIface *interface);
void tabshell_editable_text_init(AtkEditableTextIface *interface);

// Sets text, caret and selection of a field. Notifies clients of changes if `tell`.
void tabshell_text_set(TabshellNode *node, JsonObject *json, gboolean tell);
