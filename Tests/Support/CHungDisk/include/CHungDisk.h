#ifndef CHUNGDISK_H
#define CHUNGDISK_H

/// The environment variable with the path of a file. A program into which the library is preloaded waits in rename(2)
/// and pread(2) as long as the file exists.
#define HUNG_DISK_VARIABLE "HUNG_DISK"

/// The environment variable with which a program's signals to the processes that it watches do nothing, as if these
/// waited for a disk in the kernel.
#define UNKILLABLE_VARIABLE "UNKILLABLE"

#endif
