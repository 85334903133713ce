// The floor under every line server: one thread, one epoll, no parsing.
// A client's line that starts with B goes to every client that has sent a line starting with S;
// any other line goes back to its sender, together with those that came with it.
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { most_clients = 4096, longest_line = 4096 };

struct client {
    bool open, subscribed;
    size_t length;
    char *line;
};

static struct client clients[most_clients];
static char lines[most_clients][longest_line];

static void send_all(int socket_fd, const char *bytes, size_t length) {
    // A floor has no queue: it waits for a slow reader, as no real server may.
    while (length > 0) {
        ssize_t count = send(socket_fd, bytes, length, MSG_NOSIGNAL);
        if (count <= 0) return;
        bytes += count;
        length -= (size_t)count;
    }
}

static void take_line(int from, const char *line, size_t length) {
    if (line[0] == 'B') {
        for (int each = 0; each < most_clients; each++) {
            if (clients[each].open && clients[each].subscribed) send_all(each, line, length);
        }
        return;
    }
    clients[from].subscribed = true;
    send_all(from, line, length);
}

static bool read_lines(int from) {
    struct client *client = &clients[from];
    ssize_t count = recv(from, client->line + client->length, longest_line - client->length, 0);
    if (count <= 0) return false;
    client->length += (size_t)count;
    char *start = client->line, *end, *plain = start;
    while ((end = memchr(start, '\n', client->length)) != NULL) {
        size_t length = (size_t)(end + 1 - start);
        if (start[0] == 'B' || start[0] == 'S') {
            send_all(from, plain, (size_t)(start - plain));
            take_line(from, start, length);
            plain = end + 1;
        }
        start += length;
        client->length -= length;
    }
    send_all(from, plain, (size_t)(start - plain));
    memmove(client->line, start, client->length);
    return client->length < longest_line;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: bench-echo SOCKET\n");
        return 64;
    }
    struct rlimit files = {most_clients, most_clients};
    setrlimit(RLIMIT_NOFILE, &files);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(arguments[1]) >= sizeof address.sun_path) return 64;
    strcpy(address.sun_path, arguments[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int loop = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    if (bind(listener, (const struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 1024) != 0
        || epoll_ctl(loop, EPOLL_CTL_ADD, listener, &event) != 0) {
        perror("bench-echo");
        return 1;
    }
    for (;;) {
        struct epoll_event ready[256];
        int number = epoll_wait(loop, ready, 256, -1);
        for (int each = 0; each < number; each++) {
            int from = ready[each].data.fd;
            if (from == listener) {
                int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
                if (client < 0) continue;
                event.data.fd = client;
                if (client >= most_clients || epoll_ctl(loop, EPOLL_CTL_ADD, client, &event) != 0) {
                    close(client);
                    continue;
                }
                clients[client] = (struct client){.open = true, .line = lines[client]};
            } else if (!read_lines(from)) {
                clients[from].open = false;
                close(from);
            }
        }
    }
}
