#define _GNU_SOURCE
#include "CGlibc.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/uio.h>

ssize_t cglibc_write_without_waiting(int descriptor, const void *bytes, size_t count) {
    struct iovec all = {.iov_base = (void *)bytes, .iov_len = count};
    return pwritev2(descriptor, &all, 1, -1, RWF_NOWAIT);
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
