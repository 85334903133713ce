#ifndef CSCRIPTEDCLOCK_H
#define CSCRIPTEDCLOCK_H

/// The environment variable with the path of a file of 8 bytes: the time of CLOCK_MONOTONIC, ns, as a native integer;
/// 0 for the real time. A program into which the library is preloaded reads it at each call of clock_gettime(2).
#define SCRIPTED_CLOCK_VARIABLE "SCRIPTED_CLOCK"

#endif
