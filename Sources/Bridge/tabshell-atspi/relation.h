// The relations of a tab and the page that it shows.
#pragma once
#include "node.h"

static const char tabshell_tab_prefix[] = "panel/tab/";

AtkRelationSet *tabshell_relations(TabshellNode *node);
