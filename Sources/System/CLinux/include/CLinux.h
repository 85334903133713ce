// System calls that Swift's Glibc module lacks, and ones that need macros that it cannot import. Used by Posix and
// Sandbox alone.
#ifndef CLINUX_H
#define CLINUX_H

#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>

/// Waits for events (epoll_pwait2(2)); a negative timeout (ns) waits forever. Before Linux 5.11, timeouts
/// are rounded up to milliseconds (epoll_wait(2)). -1 with errno on failure.
int clinux_epoll_wait(int epoll, struct epoll_event *events, int count, int64_t timeout);

/// Accepts a connection as a close-on-exec, non-blocking socket. -1 with errno on failure.
int clinux_accept(int socket);

/// The user and process at the other end of a Unix socket (SO_PEERCRED). -1 with errno on failure.
int clinux_peer_credentials(int socket, uid_t *uid, pid_t *pid);

/// Creates a non-blocking socket of rtnetlink(7) that reports changes of routes and interfaces. -1 with errno on failure.
int clinux_route_socket(void);

/// Requests all routes from the kernel. -1 with errno on failure.
int clinux_request_routes(int descriptor);

/// Creates a pipe with both ends close-on-exec; `ends` is an array of two. -1 with errno on failure.
int clinux_pipe(int *ends);

/// Creates an anonymous file (memfd) that is sealed against shrinking and growing. -1 with errno on failure.
int clinux_sealed_memory(const char *name, int64_t size);

/// Opens a descriptor that becomes readable when the process ends (Linux 5.3). -1 with errno on failure.
int clinux_pidfd_open(pid_t pid);

/// Gives a process the policy SCHED_BATCH: it does not preempt another one by waking up. -1 with errno on failure.
int clinux_schedule_in_batch(pid_t pid);

/// Sends a signal to the process of a pidfd. -1 with errno on failure.
int clinux_pidfd_signal(int pidfd, int signal);

/// Opens a pidfd of the process at the other end of a Unix socket (SO_PEERPIDFD). -1 with errno on failure.
int clinux_peer_pidfd(int socket);

/// Makes orphaned descendants children of this process (PR_SET_CHILD_SUBREAPER).
void clinux_set_subreaper(int is_one);

/// Sends this process a signal when its parent ends (PR_SET_PDEATHSIG).
void clinux_end_with_parent(int signal);

/// Makes no program that this process executes gain rights (PR_SET_NO_NEW_PRIVS).
void clinux_no_new_privileges(void);

/// The version of Landlock (landlock(7)), from 1 on; -1 with errno if the kernel lacks it.
int clinux_landlock_version(void);

/// Begins a set of Landlock rules, which refuse every access to files, ports, and processes outside. -1 with errno on failure.
int clinux_landlock_begin(void);

/// Makes the rules allow reading a file, or anything below a folder. A missing path stays refused.
void clinux_landlock_allow(int rules, const char *path);

/// Puts the rules in force for this thread and later ones. -1 with errno on failure.
int clinux_landlock_enter(int rules);

/// True (1) if the kernel has filters of system calls (seccomp(2)).
int clinux_filters_calls(void);

/// fork(2), for a process with one thread.
pid_t clinux_fork(void);

/// Creates two connected sockets for messages, close-on-exec; `ends` is an array of two. -1 with errno on failure.
int clinux_socketpair(int *ends);

/// Limits a process's processor time (RLIMIT_CPU) to some seconds from now, rounded up. -1 with errno on failure.
int clinux_limit_processor_time(pid_t pid, uint64_t seconds);

/// Sends a message, with a descriptor unless that is -1. -1 with errno on failure.
ssize_t clinux_send(int socket, const void *bytes, size_t size, int descriptor);

/// Receives a message and its descriptor, -1 without one. Returns 0 at the end, -1 with errno on failure.
ssize_t clinux_receive(int socket, void *bytes, size_t size, int *descriptor);

/// The flags by which open(2) makes a file without a name (O_TMPFILE).
extern const int clinux_unnamed_file;

/// The number of system calls that have a name in a report.
enum { CLINUX_CALLS = 512 };

/// Sets the name of a system call for the report.
void clinux_name_call(int number, const char *name);

/// Writes the name of a system call that a filter refuses (SIGSYS) to standard error, and ends this process by that signal. -1 with
/// errno on failure.
int clinux_report_refused_calls(void);

/// The child of an information of waitid(2).
pid_t clinux_child(const siginfo_t *info);

/// Makes malloc(3) return large blocks (from 1 MiB on) to the system when they are freed, and use one heap for all
/// threads. Call it before any thread starts.
void clinux_save_memory(void);

/// Returns the free memory within the heap to the system.
void clinux_trim_memory(void);

/// Returns the 256 KiB below the caller's part of the stack to the system. Only for the first thread, or one with as much left.
void clinux_trim_stack(void);

/// Starts a program in a directory (posix_spawn_file_actions_addchdir_np(3)). An error number, or 0.
int clinux_start_in(posix_spawn_file_actions_t *actions, const char *directory);

/// Limits the private memory of this process (`RLIMIT_DATA`), bytes, but not of programs that it starts between the two calls
/// below.
void clinux_limit_own_data(unsigned long bytes);
void clinux_begin_start(void);
void clinux_end_start(void);

/// The process's environment, `NAME=VALUE` strings and a null pointer.
char **clinux_environment(void);

/// The exit code in a status of wait(2), or -signal.
int clinux_exit_code(int status);

/// True (1) if an input device (evdev) is a motor and nothing else: it can rumble but lacks keys, unlike a game
/// controller. -1 with errno on failure.
int clinux_is_motor(int device);

/// Uploads a rumble effect of a magnitude (0…65535) and a length (ms, 0…32767) to an input device that is open for
/// writing. Returns the effect's number, or -1 with errno on failure.
int clinux_upload_rumble(int device, uint16_t magnitude, uint16_t length);

/// Plays an uploaded effect once, and returns at once. -1 with errno on failure.
int clinux_play_effect(int device, int effect);

/// Removes an uploaded effect. -1 with errno on failure.
int clinux_remove_effect(int device, int effect);

#endif
