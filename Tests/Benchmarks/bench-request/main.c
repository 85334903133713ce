// The floor under a command: connects, sends a line, and waits for the reply.
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **arguments) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (count != 3 || strlen(arguments[1]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: bench-request SOCKET LINE\n");
        return 64;
    }
    strcpy(address.sun_path, arguments[1]);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(server, (const struct sockaddr *)&address, sizeof address) != 0) {
        perror("bench-request");
        return 1;
    }
    char line[4096];
    int length = snprintf(line, sizeof line, "%s\n", arguments[2]);
    if (send(server, line, (size_t)length, MSG_NOSIGNAL) != length) return 1;
    // The reply has the request's id; a greeting comes before it.
    size_t used = 0;
    for (;;) {
        ssize_t more = recv(server, line + used, sizeof line - 1 - used, 0);
        if (more <= 0) return 1;
        used += (size_t)more;
        line[used] = 0;
        char *reply = strstr(line, "\"id\":1");
        if (reply != NULL && strchr(reply, '\n') != NULL) return strstr(reply, "\"ok\"") != NULL ? 0 : 1;
        if (used == sizeof line - 1) used = 0;
    }
}
