#define _GNU_SOURCE
#include "CGlibc.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t cglibc_write_without_waiting(int descriptor, const void *bytes, size_t count) {
    struct iovec all = {.iov_base = (void *)bytes, .iov_len = count};
    return pwritev2(descriptor, &all, 1, -1, RWF_NOWAIT);
}

int cglibc_pipe(int ends[2], int flags) {
    return pipe2(ends, flags);
}

static volatile sig_atomic_t signal_descriptor = -1;

static void note_signal(int number) {
    int error = errno;
    unsigned char byte = (unsigned char)number;
    // A full pipe holds signals enough.
    ssize_t count = write(signal_descriptor, &byte, 1);
    (void)count;
    errno = error;
}

int cglibc_trap_signal(int number, int descriptor) {
    signal_descriptor = descriptor;
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, NULL);
}

void cglibc_return_memory(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 2 << 20);
    mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}

void cglibc_trim_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

bool cglibc_keep_memory_private(void) {
    struct rlimit none = {0, 0};
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && setrlimit(RLIMIT_CORE, &none) == 0;
}
