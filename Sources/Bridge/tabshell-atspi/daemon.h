// The connection to tabshelld.
#pragma once
#include <json-glib/json-glib.h>

typedef struct TabshellDaemon TabshellDaemon;

typedef struct {
    // An event of the daemon, with its members.
    void (*event)(const char *name, JsonObject *message);
    // The connection has ended; events restart with the next one.
    void (*lost)(void);
    // Failed for good: the program must exit with the status.
    void (*failed)(int status);
} TabshellDaemonEvents;

// Connects, and subscribes; reconnects after a restart of the daemon. Ownership stays with the module.
TabshellDaemon *tabshell_daemon_start(const char *path, TabshellDaemonEvents events);

// Sends a verb with one argument, and with an object of the verb's name if there is one (not retained). A refusal is written to
// the standard error.
void tabshell_daemon_send(TabshellDaemon *daemon, const char *verb, const char *argument, const char *value, JsonObject *object);

void tabshell_daemon_free(TabshellDaemon *daemon);
