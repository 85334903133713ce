#include "role.h"

static const struct {
    const char *name;
    AtkRole role;
} roles[] = {
    // A toast is a notification, too: screen readers announce a notification when it comes, a status bar only on request.
    {"alert", ATK_ROLE_NOTIFICATION},
    {"status", ATK_ROLE_NOTIFICATION},
    {"application", ATK_ROLE_APPLICATION},
    {"button", ATK_ROLE_PUSH_BUTTON},
    {"checkBox", ATK_ROLE_CHECK_BOX},
    {"code", ATK_ROLE_STATIC},
    {"dialog", ATK_ROLE_DIALOG},
    {"figure", ATK_ROLE_IMAGE},
    {"group", ATK_ROLE_PANEL},
    {"heading", ATK_ROLE_HEADING},
    {"image", ATK_ROLE_IMAGE},
    {"label", ATK_ROLE_LABEL},
    {"link", ATK_ROLE_LINK},
    {"list", ATK_ROLE_LIST},
    {"listBox", ATK_ROLE_LIST_BOX},
    {"listBoxOption", ATK_ROLE_LIST_ITEM},
    {"listItem", ATK_ROLE_LIST_ITEM},
    {"menu", ATK_ROLE_MENU},
    {"menuItem", ATK_ROLE_MENU_ITEM},
    {"meter", ATK_ROLE_LEVEL_BAR},
    {"paragraph", ATK_ROLE_PARAGRAPH},
    {"passwordInput", ATK_ROLE_PASSWORD_TEXT},
    {"progressIndicator", ATK_ROLE_PROGRESS_BAR},
    {"radioButton", ATK_ROLE_RADIO_BUTTON},
    {"searchInput", ATK_ROLE_ENTRY},
    {"slider", ATK_ROLE_SLIDER},
    {"switch", ATK_ROLE_TOGGLE_BUTTON},
    {"tab", ATK_ROLE_PAGE_TAB},
    {"tabList", ATK_ROLE_PAGE_TAB_LIST},
    {"tabPanel", ATK_ROLE_PANEL},
    {"textInput", ATK_ROLE_ENTRY},
    {"window", ATK_ROLE_FRAME},
};

AtkRole tabshell_role(const char *name) {
    for (gsize index = 0; index < G_N_ELEMENTS(roles); index++)
        if (g_str_equal(roles[index].name, name)) return roles[index].role;
    return ATK_ROLE_PANEL;
}
