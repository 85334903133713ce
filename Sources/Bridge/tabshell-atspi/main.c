// tabshell-atspi: shows the accessibility tree of tabshell to the screen readers of AT-SPI, and passes their presses and edits on.
//
// A separate program, since AT-SPI is D-Bus: nothing else in tabshell links or speaks it.
#include <atk-bridge.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon.h"
#include "member.h"
#include "relation.h"
#include "text.h"
#include "tree.h"

static GMainLoop *loop;
static TabshellNode *root;
static TabshellDaemon *daemon_connection;
static char *focus;  // the id of the node that has the keys, or NULL
static int exit_status;

// MARK: The application

static AtkObject *get_root(void) { return ATK_OBJECT(root); }
static const char *toolkit_name(void) { return "tabshell"; }
static const char *toolkit_version(void) { return "1"; }

static void install_application(void) {
    g_autoptr(GTypeClass) base = g_type_class_ref(ATK_TYPE_UTIL);
    AtkUtilClass *class = (AtkUtilClass *)base;
    class->get_root = get_root;
    class->get_toolkit_name = toolkit_name;
    class->get_toolkit_version = toolkit_version;
    g_steal_pointer(&base);  // the class has to stay
    root = tabshell_tree_new();
}

// MARK: Events of the daemon

// The node of the topic `bar`'s focus: an action of the open menu, the page of a tab, or a tab.
static char *focused_node(JsonObject *place) {
    const char *tab = member_text(place, "tab"), *action = member_text(place, "action");
    if (action) return g_strconcat("panel/action/", action, NULL);
    if (!tab) return NULL;
    return g_strconcat(member_flag(place, "page") == 1 ? "page:" : tabshell_tab_prefix, tab, NULL);
}

static void take_event(const char *name, JsonObject *message) {
    if (g_str_equal(name, "accessibility")) {
        tabshell_tree_update(root, member_object(message, "accessibility"));
    } else if (g_str_equal(name, "bar")) {
        JsonObject *bar = member_object(message, "bar"), *place = bar ? member_object(bar, "focus") : NULL;
        g_free(focus);
        focus = place ? focused_node(place) : NULL;
    } else {
        return;
    }
    tabshell_tree_focus(root, focus);
}

static void lose_daemon(void) {
    g_clear_pointer(&focus, g_free);
    tabshell_tree_update(root, NULL);
}

static void stop(int status) {
    exit_status = status;
    g_main_loop_quit(loop);
}

static gboolean fail_later(gpointer status) {
    stop(GPOINTER_TO_INT(status));
    return G_SOURCE_REMOVE;
}

// The loop may not be running yet.
static void fail(int status) { g_idle_add(fail_later, GINT_TO_POINTER(status)); }

static gboolean end(gpointer data) {
    (void)data;
    stop(0);
    return G_SOURCE_CONTINUE;
}

// MARK: Presses and edits

static void press(const char *id, gboolean menu) {
    if (!daemon_connection) return;
    if (!menu) tabshell_daemon_send(daemon_connection, "press", "name", id, NULL);
    else if (g_str_has_prefix(id, tabshell_tab_prefix))
        tabshell_daemon_send(daemon_connection, "menu", "tab", id + strlen(tabshell_tab_prefix), NULL);
}

static void edit(const char *id, int start, int end, const char *text) {
    if (!daemon_connection) return;
    g_autoptr(JsonObject) change = json_object_new();
    json_object_set_int_member(change, "start", start);
    json_object_set_int_member(change, "end", end);
    if (text) json_object_set_string_member(change, "text", text);
    else json_object_set_null_member(change, "text");
    tabshell_daemon_send(daemon_connection, "edit", "name", id, change);
}

// MARK: Start

// Fails without AT-SPI: ATK itself would only go silent.
static gboolean has_bus(GDBusConnection **bus) {
    g_autoptr(GError) error = NULL;
    *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
    if (!*bus) {
        g_printerr("tabshell-atspi: there is no session bus: %s\n", error->message);
        return FALSE;
    }
    g_autoptr(GVariant) address = g_dbus_connection_call_sync(
        *bus, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", NULL, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
    if (!address) g_printerr("tabshell-atspi: there is no accessibility bus; is at-spi2-core installed? %s\n", error->message);
    return address != NULL;
}

static char *socket_path(void) {
    const char *given = g_getenv("TABSHELL_SOCKET");
    if (given) return g_strdup(given);
    char *arguments[] = {"tabctl", "socket", NULL};
    g_autofree char *output = NULL;
    g_autoptr(GError) error = NULL;
    int status = 0;
    // tabctl itself prints the reason.
    if (!g_spawn_sync(NULL, arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL, &status, &error)) {
        g_printerr("tabshell-atspi: %s\n", error->message);
        return NULL;
    }
    return g_spawn_check_wait_status(status, NULL) ? g_strdup(g_strstrip(output)) : NULL;
}

static int run(void) {
    g_autofree char *path = socket_path();
    if (!path) return 3;
    g_autoptr(GDBusConnection) bus = NULL;
    if (!has_bus(&bus)) return 1;
    install_application();
    tabshell_node_set_press(press);
    tabshell_text_set_edit(edit);
    if (atk_bridge_adaptor_init(NULL, NULL) != 0) {
        g_printerr("tabshell-atspi: AT-SPI does not start\n");
        return 1;
    }
    loop = g_main_loop_new(NULL, FALSE);
    g_unix_signal_add(SIGTERM, end, NULL);
    g_unix_signal_add(SIGINT, end, NULL);
    daemon_connection = tabshell_daemon_start(path, (TabshellDaemonEvents){take_event, lose_daemon, fail});
    g_main_loop_run(loop);
    lose_daemon();
    g_clear_pointer(&daemon_connection, tabshell_daemon_free);
    atk_bridge_adaptor_cleanup();
    g_main_loop_unref(loop);
    g_object_unref(root);
    return exit_status;
}

int main(int count, char **arguments) {
    if (count == 2 && g_str_equal(arguments[1], "--help")) {
        puts("usage: tabshell-atspi\n\n"
             "Shows what is on the bar and the pages to the screen readers of AT-SPI, such as Orca.\n"
             "Exit status: 1 without D-Bus or AT-SPI, 2 wrong usage, 3 no daemon, 5 another version of the protocol.");
        return 0;
    }
    if (count > 1) {
        g_printerr("tabshell-atspi: unexpected argument \"%s\"; see tabshell-atspi --help\n", arguments[1]);
        return 2;
    }
    g_set_prgname("tabshell-atspi");
    return run();
}
