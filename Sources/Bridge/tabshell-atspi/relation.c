#include "relation.h"

#include <string.h>

// The window that a node is in.
static TabshellNode *window_of(TabshellNode *node) {
    while (node->owner && TABSHELL_NODE(node->owner)->owner) node = TABSHELL_NODE(node->owner);
    return node;
}

static TabshellNode *related(TabshellNode *node, const char *prefix, const char *tab) {
    g_autofree char *id = g_strconcat(prefix, tab, NULL);
    return tabshell_node_find(window_of(node), id);
}

static void add(AtkRelationSet *relations, AtkRelationType type, TabshellNode *target) {
    AtkObject *targets[] = {ATK_OBJECT(target)};
    g_autoptr(AtkRelation) relation = atk_relation_new(targets, 1, type);
    atk_relation_set_add(relations, relation);
}

AtkRelationSet *tabshell_relations(TabshellNode *node) {
    // A page's program, or the viewer of a document in it.
    static const char *const prefixes[] = {"page:", "show:"};
    AtkRelationSet *relations = atk_relation_set_new();
    gboolean is_tab = node->id && g_str_has_prefix(node->id, tabshell_tab_prefix);
    for (gsize index = 0; node->id && index < G_N_ELEMENTS(prefixes); index++) {
        const char *prefix = prefixes[index];
        gboolean is_page = g_str_has_prefix(node->id, prefix) && !strchr(node->id, '/');
        TabshellNode *target = is_tab    ? related(node, prefix, node->id + strlen(tabshell_tab_prefix))
                               : is_page ? related(node, tabshell_tab_prefix, node->id + strlen(prefix))
                                         : NULL;
        if (!target) continue;
        // Not as a label, too: Orca's flat review leaves labels of what it reads out.
        add(relations, is_tab ? ATK_RELATION_CONTROLLER_FOR : ATK_RELATION_CONTROLLED_BY, target);
    }
    return relations;
}
