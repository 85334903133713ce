// SPDX-License-Identifier: MIT
// What Swift's Glibc module does not offer: system calls without a wrapper, and macros that it cannot import.
#ifndef CLINUX_H
#define CLINUX_H

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/types.h>
#include <sys/un.h>

/// Waits for events; a negative timeout (ns) waits for ever. The resolution is a nanosecond, not a millisecond.
int clinux_epoll_wait(int epoll, struct epoll_event *events, int count, int64_t timeout);

/// Accepts a connection as a close-on-exec, non-blocking socket. -1 with errno on failure.
int clinux_accept(int socket);

/// The user and process at the other end of a Unix socket (SO_PEERCRED). -1 with errno on failure.
int clinux_peer_credentials(int socket, uid_t *uid, pid_t *pid);

/// A pipe with both ends close-on-exec; `ends` has room for two. -1 with errno on failure.
int clinux_pipe(int *ends);

/// A sealable anonymous file of a size that can neither shrink nor grow. -1 with errno on failure.
int clinux_sealed_memory(const char *name, int64_t size);

/// A descriptor that becomes readable when the process ends (Linux 5.3). -1 with errno on failure.
int clinux_pidfd_open(pid_t pid);

/// Sends a signal to exactly the process that the descriptor stands for. -1 with errno on failure.
int clinux_pidfd_signal(int pidfd, int signal);

/// Sets a process's limit of open descriptors. -1 with errno on failure.
int clinux_set_descriptor_limit(pid_t pid, uint64_t soft, uint64_t hard);

/// Has large blocks of memory (from 1 MiB on) given back to the system as soon as they are freed, always, and the others
/// come from one heap, whichever thread asks. Before any thread is started.
void clinux_save_memory(void);

/// The process's environment, `NAME=VALUE` strings and a null pointer.
char **clinux_environment(void);

/// How wait(2)'s status says that a process ended: its exit code, or -signal.
int clinux_exit_code(int status);

/// A connection to a Unix stream socket, close-on-exec and non-blocking: a listener whose queue is full is EAGAIN, not
/// waited for. -1 with errno on failure.
int clinux_connect(const char *path);

/// Whether an input device (evdev) is a motor and nothing else: it can rumble and has no keys, as a game controller
/// would. 0 or 1; -1 with errno on failure.
int clinux_is_motor(int device);

/// Loads a rumble of a strength (0…65535) and a length (ms, 0…32767) into an input device that is open for writing.
/// The effect's number, or -1 with errno on failure.
int clinux_upload_rumble(int device, uint16_t magnitude, uint16_t length);

/// Plays a loaded effect once, and returns at once. -1 with errno on failure.
int clinux_play_effect(int device, int effect);

/// Removes a loaded effect. -1 with errno on failure.
int clinux_remove_effect(int device, int effect);

#endif
