// Lets each write to standard error wait until somebody has the fifo open for writing that
// TEST_STDERR_FIFO names, as a disk without room or a network file system does. Loaded with
// LD_PRELOAD.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t write(int descriptor, const void *bytes, size_t count) {
    const char *fifo = descriptor == STDERR_FILENO ? getenv("TEST_STDERR_FIFO") : NULL;
    if (fifo) close(open(fifo, O_RDONLY | O_CLOEXEC));
    return syscall(SYS_write, descriptor, bytes, count);
}
