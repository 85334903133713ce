#include "daemon.h"

#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <string.h>
#include <unistd.h>

#include "member.h"

enum {
    chunk = 16384,
    maximum_line = 4 << 20,     // bytes, as the protocol has it
    maximum_output = 1 << 16,   // bytes that wait for a daemon that does not read
    retry_interval = 1,         // s
    maximum_attempts = 60,
};

struct TabshellDaemon {
    char *path;
    TabshellDaemonEvents events;
    GSocketConnection *connection;  // NULL while there is none
    GCancellable *operations;       // of the connection
    GByteArray *input;
    GString *output;   // waits for what is being written
    GBytes *writing;   // NULL if nothing is
    guint retry;
    int attempts;
    gboolean was_connected;
    gint64 last_id, subscription;  // the numbers of requests
};

static void read_more(TabshellDaemon *daemon);
static void connect_to(TabshellDaemon *daemon);

// MARK: The end of a connection

static gboolean try_again(gpointer data) {
    TabshellDaemon *daemon = data;
    daemon->retry = 0;
    connect_to(daemon);
    return G_SOURCE_REMOVE;
}

static void disconnect(TabshellDaemon *daemon) {
    g_cancellable_cancel(daemon->operations);
    g_clear_object(&daemon->operations);
    g_clear_object(&daemon->connection);
    g_clear_pointer(&daemon->writing, g_bytes_unref);
    g_byte_array_set_size(daemon->input, 0);
    g_string_truncate(daemon->output, 0);
}

// `reason` is for a person.
static void fail(TabshellDaemon *daemon, int status, const char *reason) {
    g_printerr("tabshell-atspi: %s: %s\n", daemon->path, reason);
    disconnect(daemon);
    daemon->events.failed(status);
}

static void lose(TabshellDaemon *daemon, const char *reason) {
    if (!daemon->was_connected || ++daemon->attempts > maximum_attempts) {
        fail(daemon, 3, reason);
        return;
    }
    gboolean first = daemon->connection != NULL;
    disconnect(daemon);
    if (first) {
        g_printerr("tabshell-atspi: %s: %s; waiting for the daemon\n", daemon->path, reason);
        daemon->events.lost();
    }
    daemon->retry = g_timeout_add_seconds(retry_interval, try_again, daemon);
}

// MARK: Writing

static void write_more(TabshellDaemon *daemon);

// A former connection's operations are cancelled, and their callbacks do nothing.
static gboolean is_former(GError *error) { return error && g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED); }

static void written(GObject *stream, GAsyncResult *result, gpointer data) {
    TabshellDaemon *daemon = data;
    g_autoptr(GError) error = NULL;
    g_output_stream_write_all_finish(G_OUTPUT_STREAM(stream), result, NULL, &error);
    if (is_former(error)) return;
    if (error) {
        lose(daemon, error->message);
        return;
    }
    g_clear_pointer(&daemon->writing, g_bytes_unref);
    write_more(daemon);
}

static void write_more(TabshellDaemon *daemon) {
    if (daemon->writing || daemon->output->len == 0) return;
    daemon->writing = g_bytes_new(daemon->output->str, daemon->output->len);
    g_string_truncate(daemon->output, 0);
    gsize size;
    const void *bytes = g_bytes_get_data(daemon->writing, &size);
    GOutputStream *stream = g_io_stream_get_output_stream(G_IO_STREAM(daemon->connection));
    // The stream keeps the bytes until the callback: an earlier disconnection may have released them.
    g_object_set_data_full(G_OBJECT(stream), "bytes", g_bytes_ref(daemon->writing), (GDestroyNotify)g_bytes_unref);
    g_output_stream_write_all_async(stream, bytes, size, G_PRIORITY_DEFAULT, daemon->operations, written, daemon);
}

static void send_object(TabshellDaemon *daemon, JsonObject *object) {
    g_autoptr(JsonNode) node = json_node_init_object(json_node_alloc(), object);
    g_autofree char *line = json_to_string(node, FALSE);
    g_string_append(daemon->output, line);
    g_string_append_c(daemon->output, '\n');
    write_more(daemon);
}

void tabshell_daemon_send(TabshellDaemon *daemon, const char *verb, const char *argument, const char *value, JsonObject *object) {
    if (!daemon->connection || daemon->output->len > maximum_output) return;
    g_autoptr(JsonObject) request = json_object_new();
    json_object_set_int_member(request, "id", ++daemon->last_id);
    json_object_set_string_member(request, "verb", verb);
    json_object_set_string_member(request, argument, value);
    if (object) json_object_set_object_member(request, verb, json_object_ref(object));
    send_object(daemon, request);
}

static void subscribe(TabshellDaemon *daemon) {
    JsonArray *topics = json_array_new();
    json_array_add_string_element(topics, "accessibility");
    json_array_add_string_element(topics, "bar");
    g_autoptr(JsonObject) request = json_object_new();
    daemon->subscription = ++daemon->last_id;
    json_object_set_int_member(request, "id", daemon->subscription);
    json_object_set_string_member(request, "verb", "subscribe");
    json_object_set_array_member(request, "topics", topics);
    send_object(daemon, request);
}

// MARK: Reading

// A press may be refused, as its target may have gone.
static void take_refusal(TabshellDaemon *daemon, JsonObject *message, JsonObject *error) {
    const char *words = member_text(error, "message");
    const char *reason = words ? words : "the daemon refuses a request";
    gboolean is_subscription = daemon->subscription > 0 && member_integer(message, "id") == daemon->subscription;
    if (is_subscription) fail(daemon, 5, reason);
    else g_printerr("tabshell-atspi: %s\n", reason);
}

static void take_hello(TabshellDaemon *daemon, JsonObject *message) {
    const char *version = member_text(message, "protocol");
    if (!version || !g_str_has_prefix(version, "1.")) {
        fail(daemon, 5, "the daemon speaks another version of the protocol");
        return;
    }
    daemon->was_connected = TRUE;
    daemon->attempts = 0;
    subscribe(daemon);
}

static void take_message(TabshellDaemon *daemon, JsonObject *message) {
    const char *event = member_text(message, "event");
    JsonObject *error = member_object(message, "error");
    if (error) take_refusal(daemon, message, error);
    else if (!event) return;
    else if (g_str_equal(event, "hello")) take_hello(daemon, message);
    else daemon->events.event(event, message);
}

static void take_line(TabshellDaemon *daemon, const char *line, gssize length) {
    g_autoptr(JsonParser) parser = json_parser_new();
    if (!json_parser_load_from_data(parser, line, length, NULL)) return;
    JsonNode *root = json_parser_get_root(parser);
    if (root && JSON_NODE_HOLDS_OBJECT(root)) take_message(daemon, json_node_get_object(root));
}

static void take_lines(TabshellDaemon *daemon) {
    const guint8 *end;
    while (daemon->connection && daemon->input->len > 0 &&
           (end = memchr(daemon->input->data, '\n', daemon->input->len))) {
        guint length = (guint)(end - daemon->input->data);
        g_autofree char *line = g_strndup((const char *)daemon->input->data, length);
        g_byte_array_remove_range(daemon->input, 0, length + 1);
        take_line(daemon, line, -1);
    }
}

static void did_read(GObject *stream, GAsyncResult *result, gpointer data) {
    TabshellDaemon *daemon = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = g_input_stream_read_bytes_finish(G_INPUT_STREAM(stream), result, &error);
    if (is_former(error)) return;
    if (error || g_bytes_get_size(bytes) == 0) {
        lose(daemon, error ? error->message : "the daemon has closed the connection");
        return;
    }
    gsize size;
    const guint8 *start = g_bytes_get_data(bytes, &size);
    g_byte_array_append(daemon->input, start, (guint)size);
    take_lines(daemon);
    if (!daemon->connection) return;
    if (daemon->input->len > maximum_line) lose(daemon, "the daemon sends a line without an end");
    else read_more(daemon);
}

static void read_more(TabshellDaemon *daemon) {
    GInputStream *stream = g_io_stream_get_input_stream(G_IO_STREAM(daemon->connection));
    g_input_stream_read_bytes_async(stream, chunk, G_PRIORITY_DEFAULT, daemon->operations, did_read, daemon);
}

// MARK: Connecting

static gboolean is_own(GSocketConnection *connection) {
    g_autoptr(GCredentials) peer = g_socket_get_credentials(g_socket_connection_get_socket(connection), NULL);
    return peer && g_credentials_get_unix_user(peer, NULL) == getuid();
}

// A connection to a Unix socket succeeds or fails at once.
static void connect_to(TabshellDaemon *daemon) {
    g_autoptr(GError) error = NULL;
    g_autoptr(GSocketAddress) address = g_unix_socket_address_new(daemon->path);
    g_autoptr(GSocketClient) client = g_socket_client_new();
    GSocketConnection *connection = g_socket_client_connect(client, G_SOCKET_CONNECTABLE(address), NULL, &error);
    if (!connection) {
        lose(daemon, error->message);
        return;
    }
    daemon->connection = connection;
    daemon->operations = g_cancellable_new();
    if (is_own(connection)) read_more(daemon);
    else fail(daemon, 3, "the daemon is another user's");
}

TabshellDaemon *tabshell_daemon_start(const char *path, TabshellDaemonEvents events) {
    TabshellDaemon *daemon = g_new0(TabshellDaemon, 1);
    daemon->path = g_strdup(path);
    daemon->events = events;
    daemon->input = g_byte_array_new();
    daemon->output = g_string_new(NULL);
    connect_to(daemon);
    return daemon;
}

void tabshell_daemon_free(TabshellDaemon *daemon) {
    disconnect(daemon);
    g_clear_handle_id(&daemon->retry, g_source_remove);
    g_byte_array_unref(daemon->input);
    g_string_free(daemon->output, TRUE);
    g_free(daemon->path);
    g_free(daemon);
}
