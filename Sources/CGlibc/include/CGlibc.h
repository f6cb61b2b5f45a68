#ifndef CGLIBC_H
#define CGLIBC_H

// What the C library has and Swift's Glibc module does not show.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Writes to a pipe as much as it takes without waiting, whether or not the pipe is non-blocking
/// for those who share it.
///
/// Fails with EAGAIN if there is no room, and with EOPNOTSUPP for descriptors, and kernels before
/// Linux 6.4, that cannot do this.
ssize_t cglibc_write_without_waiting(int descriptor, const void *bytes, size_t count);

/// pipe2(2): makes a pipe with flags, so that no child that starts at that moment inherits it.
int cglibc_pipe(int ends[2], int flags);

/// fork(2), for a process with one thread.
pid_t cglibc_fork(void);

/// Has the number of a signal written to a descriptor, as one byte, instead of what it does
/// otherwise. There is one descriptor for all signals.
int cglibc_trap_signal(int number, int descriptor);

/// Makes the allocator give large blocks back to the system when they are freed, and share one
/// more arena among all threads.
///
/// By itself glibc keeps an arena for each thread, and raises the size that counts as large when
/// large blocks are freed: long messages that went through a server would stay resident.
void cglibc_return_memory(void);

/// Gives all free pages back to the system at once: for when much has just been freed and nothing
/// like it is to come. Threads that allocate meanwhile wait, for less than a millisecond or so.
void cglibc_trim_memory(void);

/// Keeps this process's memory to itself: no core file, no debugger, and nothing that tells of
/// memory or descriptors in /proc for other processes of the same user. Root is not kept out.
bool cglibc_keep_memory_private(void);

/// The version of Landlock that the kernel has, from 1 on; otherwise -1 with errno set.
int cglibc_landlock_version(void);

/// A descriptor of rules that refuse these rights (`LANDLOCK_ACCESS_FS_*`); otherwise -1.
int cglibc_landlock_refuse(uint64_t rights);

/// Permits these rights below a folder.
int cglibc_landlock_permit(int rules, const char *folder, uint64_t rights);

/// Applies the rules to this thread, and to all threads and processes that it makes from now on.
int cglibc_landlock_apply(int rules);

/// wcwidth(3) in UTF-8, whatever the locale of the process: the columns that a code point takes on a
/// terminal, or -1 if that is not known.
int cglibc_columns(uint32_t scalar);

#endif
