// Keeps the thread that ends a process some seconds after a signal from doing so. Loaded with LD_PRELOAD.
//
// That thread sleeps in poll(2) on no descriptors. With this library it sleeps forever, so a process
// whose orderly end hangs never ends, instead of ending late with the same status.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <unistd.h>

int poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
    static int (*real)(struct pollfd *, nfds_t, int);
    if (!real) real = dlsym(RTLD_NEXT, "poll");
    while (count == 0) pause();
    return real(descriptors, count, milliseconds);
}
