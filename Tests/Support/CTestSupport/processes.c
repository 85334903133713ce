#define _GNU_SOURCE
#include "CTestSupport.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Reads a small file, ended by a null byte. Returns false if it is gone.
static bool read_file(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t length = read(file, text, size - 1);
    close(file);
    if (length <= 0) return false;
    text[length] = 0;
    return true;
}

static long number(const char *text, const char *name) {
    const char *place = strstr(text, name);
    return place ? atol(place + strlen(name)) : 0;
}

int cts_threads(pid_t pid, struct cts_threads *threads) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *folder = opendir(path);
    if (!folder) return -errno;
    *threads = (struct cts_threads){.are_asleep = true};
    for (struct dirent *entry; (entry = readdir(folder));) {
        int thread = atoi(entry->d_name);
        if (thread <= 0) continue;
        threads->count++;
        snprintf(path, sizeof path, "/proc/%d/task/%d/status", pid, thread);
        if (!read_file(path, text, sizeof text)) continue;
        bool is_asleep = strstr(text, "\nState:\tS");
        if (thread == pid) threads->is_main_asleep = is_asleep;
        threads->are_asleep &= is_asleep;
        threads->voluntary += number(text, "\nvoluntary_ctxt_switches:");
        threads->involuntary += number(text, "\nnonvoluntary_ctxt_switches:");
    }
    closedir(folder);
    return 0;
}

pid_t cts_parent(pid_t pid) {
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    if (!read_file(path, text, sizeof text)) return -1;
    // The name in parentheses may itself contain spaces and parentheses.
    const char *end = strrchr(text, ')');
    int parent = -1;
    return end && sscanf(end + 1, " %*c %d", &parent) == 1 ? parent : -1;
}

size_t cts_processes(pid_t parent, pid_t *pids, size_t most) {
    DIR *folder = opendir("/proc");
    if (!folder) return 0;
    size_t count = 0;
    for (struct dirent *entry; count < most && (entry = readdir(folder));) {
        pid_t pid = atoi(entry->d_name);
        if (pid > 0 && (parent < 0 || cts_parent(pid) == parent)) pids[count++] = pid;
    }
    closedir(folder);
    return count;
}
