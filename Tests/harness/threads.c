// Lets a process start no more threads than TEST_THREADS says. Loaded with LD_PRELOAD.
//
// Unlike RLIMIT_NPROC it counts all threads ever started, so that they can run out at any point
// of a start, even after some have ended.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int left;

__attribute__((constructor)) static void read_limit(void) {
    const char *text = getenv("TEST_THREADS");
    left = text ? atoi(text) : 1 << 30;
}

int pthread_create(
    pthread_t *id, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    static int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!create) create = dlsym(RTLD_NEXT, "pthread_create");
    return atomic_fetch_sub(&left, 1) > 0 ? create(id, attributes, body, argument) : EAGAIN;
}
